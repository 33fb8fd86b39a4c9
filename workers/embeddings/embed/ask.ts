/** One request for many texts, as the embedding of papers needs its outcomes. */
import { EmbeddingApiError, EmbeddingsError } from '../../embedding-api/errors.js';
import { batchPause } from '../../embedding-api/retry.js';
import { messageOf } from '../../base/errors.js';
import type { Clock, Log } from '../../base/ports.js';
import type { Words } from '../../base/language/sentence.js';
import { wait } from '../../base/async/wait.js';

/** What is needed of `createEmbeddingApi`. */
export interface Embeds {
  embed(texts: readonly string[], options?: { signal?: AbortSignal; priority?: number }): Promise<Float32Array[]>;
}

export interface AskOptions {
  api: Embeds;
  signal?: AbortSignal;
  clock?: Clock;
  log: Log;
  /** Called before each wait that the API asks for, with its answer as a sentence. */
  onWait?: (words: Words) => void;
}

/** `refused`: why these texts, or one of them, get no vectors; `index`: which, where the API's answer tells. */
export type Answer = { vectors: Float32Array[] } | { refused: string; index?: number; isTooLong: boolean };

/**
 * Waits as long as the API asks to be asked later.
 * @throws EmbeddingsError where the API is away or refuses the token; the signal's reason
 */
export async function ask(texts: string[], { api, signal, clock, log, onWait }: AskOptions): Promise<Answer> {
  let waited = 0;
  for (let tried = 1; ; tried++) {
    signal?.throwIfAborted();
    try {
      return { vectors: await api.embed(texts, { signal }) };
    } catch (thrown) {
      signal?.throwIfAborted();
      if (!(thrown instanceof EmbeddingApiError)) throw thrown;
      if (thrown.kind === 'text' || thrown.kind === 'nonsense')
        return { refused: messageOf(thrown), index: thrown.index, isTooLong: thrown.isTooLong };
      const pause = batchPause(thrown, tried, waited);
      if (pause === null) throw new EmbeddingsError(`The embedding stopped: ${messageOf(thrown)}`, { cause: thrown });
      onWait?.(thrown.words);
      log.info(`The embedding API asks to wait; going on in ${Math.ceil(pause / 1000)} s.`);
      await wait(pause, { clock, signal });
      waited += pause;
    }
  }
}

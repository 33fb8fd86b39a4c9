/** Sends one request for many texts, and classifies the outcome for the embedding of papers. */
import { EmbeddingApiError, EmbeddingsError } from '../../embedding-api/errors.js';
import { batchPause } from '../../embedding-api/retry.js';
import { messageOf } from '../../../base/errors.js';
import type { Clock, Log } from '../../../base/ports.js';
import type { Words } from '../../../base/language/sentence.js';
import { wait } from '../../../base/async/wait.js';

/** The part of `createEmbeddingApi` that is needed here. */
export interface Embeds {
  embed(texts: readonly string[], options?: { signal?: AbortSignal; priority?: number }): Promise<Float32Array[]>;
}

export interface AskOptions {
  api: Embeds;
  signal?: AbortSignal;
  clock?: Clock;
  log: Log;
  /** Called before each wait that the API requests, with its answer as a sentence. */
  onWait?: (words: Words) => void;
}

/** `refused`: why the API rejects these texts, or one of them; `index`: which one, if the response names it. */
export type Answer = { vectors: Float32Array[] } | { refused: string; index?: number; isTooLong: boolean };

/**
 * Waits and retries as long as the API asks for it.
 * @throws EmbeddingsError if the API is unreachable or rejects the token; the signal's reason
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
      log.info(`The embedding API asks to wait; continuing in ${Math.ceil(pause / 1000)} s.`);
      await wait(pause, { clock, signal });
      waited += pause;
    }
  }
}

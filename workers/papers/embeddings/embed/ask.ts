/** Sends one request for many texts, and classifies the outcome for the embedding of papers. */
import type { BatchSize } from '../../embedding-api/batch-size.js';
import type { ModelInput, TextInput } from '../../embedding-api/model-input.js';
import { EmbeddingApiError, EmbeddingsError } from '../../embedding-api/errors.js';
import { batchPause, longestRequestPause, maySpareOthers, retries } from '../../embedding-api/retry.js';
import { messageOf } from '../../../base/errors.js';
import type { Clock, Log } from '../../../base/ports.js';
import type { Words } from '../../../base/language/sentence.js';
import { wait } from '../../../base/async/wait.js';

/** The part of `createEmbeddingApi` that is needed here. */
export interface Embeds {
  embed(
    texts: readonly string[],
    options?: { signal?: AbortSignal; priority?: number; retries?: number; as?: TextInput },
  ): Promise<Float32Array[]>;
  /** The learned batch size of the server. `most` is the largest number of texts in a batch. */
  batchSize?(most: number): BatchSize;
}

export interface AskOptions {
  api: Embeds;
  /** Words and fields that are sent besides the texts (none). */
  input?: ModelInput;
  signal?: AbortSignal;
  clock?: Clock;
  log: Log;
  /** Waits for minutes if the API has too many requests (true). */
  waits?: boolean;
  /** Called before each wait that the API requests, with its answer as a sentence. */
  onWait?: (words: Words) => void;
}

/**
 * `refused`: why the API rejects these texts, or one of them; `index`: which one, if the response names it; `isSilent`:
 * an unreachable server would have caused the same failure.
 */
export type Answer =
  | { vectors: Float32Array[] }
  | { refused: string; index?: number; isTooLong: boolean; isSilent: boolean };

/** If the API does not answer this text either, the failure is not about the other texts. */
export const harmless = ['A short text about language.'];

/**
 * Waits and retries as long as the API asks for it, unless `waits` is false. After a failure that an unreachable server
 * would cause too, asks for a harmless text: if that succeeds, the failure is about these texts.
 * @param halvings how often the batch was halved because the API does not answer it. Then no harmless text is sent, and
 *   only a single text that was not sent often before is retried
 * @throws EmbeddingsError if the API is unreachable or rejects the token; the signal's reason
 */
export async function ask(texts: readonly string[], options: AskOptions, halvings = 0): Promise<Answer> {
  const { api, input, signal, clock, log, waits = true, onWait } = options;
  const as = input?.documents;
  let allowed = texts.length === 1 ? Math.max(0, retries - halvings) : 0;
  let waited = 0;
  for (let tried = 1; ; tried++) {
    signal?.throwIfAborted();
    try {
      return { vectors: await api.embed(texts, { signal, retries: allowed, as }) };
    } catch (thrown) {
      signal?.throwIfAborted();
      if (!(thrown instanceof EmbeddingApiError)) throw thrown;
      const { kind, index, isTooLong } = thrown;
      const refused = { refused: messageOf(thrown), index, isTooLong };
      if (kind === 'text' || kind === 'nonsense') return { ...refused, isSilent: false };
      const rest = thrown.retryAfterMs ?? 0;
      if (maySpareOthers(thrown) && texts !== harmless && rest <= longestRequestPause) {
        if (rest > 0) await wait(rest, { clock, signal });
        if (halvings > 0 || (await isAnswering(options))) return { ...refused, isSilent: true };
        if (allowed < retries) {
          allowed = retries;
          continue;
        }
      }
      const pause = waits ? batchPause(thrown, tried, waited) : null;
      if (pause === null) throw new EmbeddingsError(`The embedding stopped: ${messageOf(thrown)}`, { cause: thrown });
      onWait?.(thrown.words);
      log.info(`The embedding API asks to wait; continuing in ${Math.ceil(pause / 1000)} s.`);
      await wait(pause, { clock, signal });
      waited += pause;
    }
  }
}

async function isAnswering({ api, input, signal }: AskOptions): Promise<boolean> {
  try {
    await api.embed(harmless, { signal, retries: 0, as: input?.documents });
    return true;
  } catch (thrown) {
    signal?.throwIfAborted();
    if (!(thrown instanceof EmbeddingApiError)) throw thrown;
    return false;
  }
}

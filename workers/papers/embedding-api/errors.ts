/** Errors of embeddings. */

/**
 * Thrown by every embedding operation that fails. The message is a sentence for a person; the reason is the `cause`.
 */
import type { Words } from '../../base/language/words.js';
export class EmbeddingsError extends Error {
  override readonly name = 'EmbeddingsError';
}

/** The API returns vectors of another length than the collection has. Each later request would be wasted. */
export class OtherDimensionError extends EmbeddingsError {
  constructor(
    readonly found: number,
    readonly wanted: number,
  ) {
    super(
      `The model returns vectors of ${found} dimensions; the collection has ${wanted}. ` +
        'Embed all papers again, or set the former model.',
    );
  }
}

/**
 * An invalid argument: names it, its value, and what was expected. As documented, not a subclass of `EmbeddingsError`.
 */
export class ValueError extends Error {
  override readonly name = 'ValueError';
}

/**
 * - `away`: no response, or one that says the server cannot answer now (408, 409, 5xx), after all tries
 * - `refused`: the token or the request is wrong (401, 403, 404 …), or the quota is used up: other texts would fail too
 * - `rate`: too many requests (429), after all tries or because the requested wait is too long
 * - `text`: this text or batch was rejected (400, 413, 422), or one vector is invalid: other texts may succeed
 * - `nonsense`: the response is not a list of vectors for the texts
 */
export type EmbeddingApiProblem = 'away' | 'refused' | 'rate' | 'text' | 'nonsense';

/** Why the API returned no vectors. The message is a sentence for a person and never contains the token. */
export class EmbeddingApiError extends Error {
  override readonly name = 'EmbeddingApiError';
  readonly kind: EmbeddingApiProblem;
  /** The index of the text in the batch, from 0, if it is known. */
  readonly index?: number;
  /** Milliseconds that the server asks to wait before the next request. */
  readonly retryAfterMs?: number;
  /** The HTTP status, if there was a response. */
  readonly status?: number;
  /** The text or the batch is longer than the model or the server accepts. */
  readonly isTooLong: boolean;
  /** The server does not know the field `encoding_format`. */
  readonly rejectsFormat: boolean;

  constructor(
    kind: EmbeddingApiProblem,
    /** A sentence that can be shown in the reader's language. */
    readonly words: Words,
    facts: Partial<Pick<EmbeddingApiError, 'index' | 'retryAfterMs' | 'status' | 'isTooLong' | 'rejectsFormat'>> = {},
  ) {
    super(String(words));
    this.kind = kind;
    this.index = facts.index;
    this.retryAfterMs = facts.retryAfterMs;
    this.status = facts.status;
    this.isTooLong = facts.isTooLong ?? false;
    this.rejectsFormat = facts.rejectsFormat ?? false;
  }
}

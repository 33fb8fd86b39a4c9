/** What goes wrong with embeddings. */

/** What every operation of the embeddings raises when it fails: a sentence for a person, the reason as `cause`. */
import type { Words } from '../base/language/words.js';
export class EmbeddingsError extends Error {
  override readonly name = 'EmbeddingsError';
}

/**
 * An argument that cannot be: which, which value, what was expected. No relative of `EmbeddingsError`, as documented.
 */
export class ValueError extends Error {
  override readonly name = 'ValueError';
}

/**
 * - `away`: no answer, or one that says the server cannot answer now (408, 409, 5xx), after all tries
 * - `refused`: the token, or the way of asking, is wrong (401, 403, 404 …): other texts fare no better
 * - `rate`: too many requests (429), after all tries or because the wait it asks for is too long
 * - `text`: this text or this batch is refused (400, 413, 422), or a text's vector is none: others may pass
 * - `nonsense`: an answer that is no list of vectors for what was asked
 */
export type EmbeddingApiProblem = 'away' | 'refused' | 'rate' | 'text' | 'nonsense';

/** Why there are no vectors: a sentence for a person, never with the token in it. */
export class EmbeddingApiError extends Error {
  override readonly name = 'EmbeddingApiError';
  readonly kind: EmbeddingApiProblem;
  /** Which text of the batch it is about, counted from 0, where that is known. */
  readonly index?: number;
  /** Milliseconds after which the server wants to be asked again. */
  readonly retryAfterMs?: number;
  /** The HTTP status, where there was an answer. */
  readonly status?: number;
  /** A text, or all of a batch, has more than the model or the server takes. */
  readonly isTooLong: boolean;

  constructor(
    kind: EmbeddingApiProblem,
    /** A sentence, in whichever language it is read. */
    readonly words: Words,
    facts: { index?: number; retryAfterMs?: number; status?: number; isTooLong?: boolean } = {},
  ) {
    super(String(words));
    this.kind = kind;
    this.index = facts.index;
    this.retryAfterMs = facts.retryAfterMs;
    this.status = facts.status;
    this.isTooLong = facts.isTooLong ?? false;
  }
}

import type { Sentence } from '../../base/language/sentence.js';

/** A feed could not be fetched, or has no papers. */
export class FeedError extends Error {
  override readonly name = 'FeedError';

  /** @param retryAfterMs how long the server asks to wait */
  constructor(
    readonly words: Sentence,
    readonly retryAfterMs = 0,
  ) {
    super(String(words));
  }
}

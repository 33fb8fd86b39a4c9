import type { Words } from '../base/language/words.js';

/**
 * The paper database is away, broken, or was asked what it cannot answer.
 * A sentence for a person; `cause` is what the database answered.
 */
export class DatabaseError extends Error {
  override readonly name = 'DatabaseError';
  /** The same for a person, in whichever language it is read, where that is known. */
  readonly words?: Words;

  constructor(message: string, { words, ...options }: ErrorOptions & { words?: Words } = {}) {
    super(message, options);
    this.words = words;
  }
}

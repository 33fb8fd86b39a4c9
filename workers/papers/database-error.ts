import type { Words } from '../base/language/words.js';

/**
 * The paper database is unreachable or damaged, or cannot answer the query. The message is a sentence for a person;
 * `cause` is the database's own error.
 */
export class DatabaseError extends Error {
  override readonly name = 'DatabaseError';
  /** The message in a form that can be translated, if there is one. */
  readonly words?: Words;
  /** True if a newer version of the program has written the database: a retry does not help. */
  readonly isNewer: boolean;
  /** True if the file of the database is damaged: `tonstift papers repair` rescues what can be read. */
  readonly isDamaged: boolean;

  constructor(
    message: string,
    {
      words,
      isNewer = false,
      isDamaged = false,
      ...options
    }: ErrorOptions & { words?: Words; isNewer?: boolean; isDamaged?: boolean } = {},
  ) {
    super(message, options);
    this.words = words;
    this.isNewer = isNewer;
    this.isDamaged = isDamaged;
  }
}

export const emptyFile = 'the file is empty';

/** Returns true if SQLite's reason says that a file is damaged (SQLITE_CORRUPT, SQLITE_NOTADB). */
export const isDamage = (reason: string): boolean =>
  reason === emptyFile || /malformed|file is not a database|corrupt/i.test(reason);

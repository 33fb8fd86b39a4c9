import { systemCodeOf } from '../base/errors.js';
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

/** An import was undone while it was running. A retry must not store its papers. */
export class ImportUndoneError extends DatabaseError {}

/** SQLite takes an empty file for a new database, and deletes its WAL. */
export const emptyFile = (): Error => Object.assign(new Error('the file is empty'), { code: 'SQLITE_NOTADB' });

/** SQLite's error for a file of another kind. */
export const notDatabase = (): Error => Object.assign(new Error('file is not a database'), { code: 'SQLITE_NOTADB' });

/** Returns true if SQLite's error says that the file is damaged. */
export const isDamage = (thrown: unknown): boolean => /^SQLITE_(CORRUPT|NOTADB)/.test(systemCodeOf(thrown) ?? '');

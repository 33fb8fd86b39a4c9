/**
 * Keeps a rescue and the users of a database file apart. Each connection holds a shared lock, also while it runs no
 * query; a rescue holds an exclusive one. These are SQLite's locks on an empty file beside the database, because a
 * rescue replaces the database itself. The system releases them when a process ends. The file is never deleted: two
 * processes could then lock different files.
 */
import { accessSync, chmodSync, chownSync, closeSync, constants, existsSync, openSync, statSync } from 'node:fs';
import Database from 'libsql';
import { messageOf, systemCodeOf, TonstiftError } from '../../../base/errors.js';

export interface UseLock {
  release(): void;
}

const isBusy = (thrown: unknown): boolean => systemCodeOf(thrown) === 'SQLITE_BUSY';

/**
 * Waits up to 10 seconds for a rescue. Where the file cannot be locked, as in a folder that may only be read, the
 * database is used without a lock: a rescue does not see such a user.
 * @throws Error with the code SQLITE_BUSY
 */
export function lockForUse(path: string): UseLock {
  try {
    return lock(lockFile(path), 'pragma busy_timeout = 10000; begin; select 1 from sqlite_schema');
  } catch (thrown) {
    if (!isBusy(thrown)) return { release: () => undefined };
    throw Object.assign(new Error('it is being repaired; wait until that has ended'), { code: 'SQLITE_BUSY' });
  }
}

/** @throws TonstiftError `locked` while a connection is open, also one of this process; Error if it cannot be known */
export function lockForRescue(path: string): UseLock {
  try {
    const file = lockFile(path);
    // On a read-only file, SQLite would begin a reading transaction, which locks out no other process.
    accessSync(file, constants.W_OK);
    return lock(file, 'begin exclusive');
  } catch (thrown) {
    if (isBusy(thrown))
      throw new TonstiftError(
        'locked',
        `${path} is used by another program of Tonstift. End that program, and try again.`,
      );
    const advice = 'End all programs of Tonstift, delete that file, and try again';
    throw new Error(`Cannot lock ${path}.lock (${messageOf(thrown)}). ${advice}.`, { cause: thrown });
  }
}

/** Makes the file if there is none. Whoever may write the database may lock it. */
function lockFile(path: string): string {
  const file = `${path}.lock`;
  if (existsSync(file)) return file;
  closeSync(openSync(file, 'a'));
  const database = statSync(path, { throwIfNoEntry: false });
  if (database === undefined) return file;
  chmodSync(file, database.mode & 0o777);
  if (process.getuid?.() === 0) chownSync(file, database.uid, database.gid);
  return file;
}

/** The transaction holds the lock until the connection is closed. */
function lock(file: string, begin: string): UseLock {
  const database = new Database(file);
  try {
    // Not prepared: a prepared statement would keep the connection open after `close`.
    database.exec(begin);
  } catch (thrown) {
    database.close();
    throw thrown;
  }
  return { release: () => void database.close() };
}

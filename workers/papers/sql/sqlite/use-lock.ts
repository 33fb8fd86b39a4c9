/**
 * Keeps a rescue and the users of a database file apart. Each connection holds a shared lock, also while it runs no
 * query; a rescue holds an exclusive one. These are SQLite's locks on an empty file beside the database, because a
 * rescue replaces the database itself. The system releases them when a process ends. The file is never deleted: two
 * processes could then lock different files.
 */
import { accessSync, constants } from 'node:fs';
import Database from 'libsql';
import { messageOf, systemCodeOf, TonstiftError } from '../../../base/errors.js';

export interface UseLock {
  release(): void;
}

const lockPath = (path: string): string => `${path}.lock`;

/**
 * Waits up to 10 seconds for a rescue.
 * @throws Error
 */
export function lockForUse(path: string): UseLock {
  return lock(path, 'pragma busy_timeout = 10000; begin; select 1 from sqlite_schema', () =>
    Object.assign(new Error('it is being repaired; wait until that has ended'), { code: 'SQLITE_BUSY' }),
  );
}

/** @throws TonstiftError `locked` while a connection is open, also one of this process; Error if it cannot be known */
export function lockForRescue(path: string): UseLock {
  return lock(
    path,
    'begin exclusive',
    () =>
      new TonstiftError('locked', `${path} is used by another program of Tonstift. End that program, and try again.`),
    checkWritable,
  );
}

/** On a read-only file, SQLite begins an exclusive transaction as a reading one, which locks out no other process. */
function checkWritable(file: string): void {
  try {
    accessSync(file, constants.W_OK);
  } catch (thrown) {
    const need = `This account needs permission to write to ${file}, which shows whether the database is in use`;
    throw new Error(`${need} (${messageOf(thrown)}).`, { cause: thrown });
  }
}

/** The transaction holds the lock until the connection is closed. @param check called once the file exists */
function lock(path: string, begin: string, busy: () => Error, check?: (file: string) => void): UseLock {
  const database = new Database(lockPath(path));
  try {
    check?.(lockPath(path));
    // Not prepared: a prepared statement would keep the connection open after `close`.
    database.exec(begin);
  } catch (thrown) {
    database.close();
    throw systemCodeOf(thrown) === 'SQLITE_BUSY' ? busy() : thrown;
  }
  return { release: () => void database.close() };
}

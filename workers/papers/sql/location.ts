import { existsSync, mkdtempSync, realpathSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { placesOf, withHome } from '../../../config/places.js';
import { isUrl } from '../../../config/url.js';
import { makeFolder } from '../../base/files/make-folder.js';
import { DatabaseError } from '../database-error.js';
import { isPostgresUrl, readPostgresUrl, type PostgresUrl } from '../postgres/url.js';
import { isSwapPending } from './rescue/swap.js';

/** The address of the paper database. `shown` has no password and may be logged. */
export type Location =
  | { kind: 'sqlite'; path: string; shown: string; temporary: string | null }
  | ({ kind: 'postgres' } & PostgresUrl);

/** SQLite databases that the setting `paper_db` does not accept: `:memory:`, and `file:` and `sqlite:` URLs. */
export const isSqliteName = (text: string): boolean => /^(:memory:$|file:|sqlite:)/i.test(text);

/**
 * Reads an argument, otherwise PAPER_DB, like the setting `paper_db`: trims a URL, and expands `~` in a path.
 * @throws DatabaseError if it is not text
 */
export function givenPlace(pathOrUrl: unknown, defaultPath?: string): string {
  const { PAPER_DB: configured } = process.env;
  const given = pathOrUrl ?? (configured || (defaultPath ?? join(placesOf(process.env).data, 'papers.db')));
  if (typeof given !== 'string')
    throw new DatabaseError(`The path or URL of the paper database must be text, not ${typeof given}.`);
  return isUrl(given.trim()) ? given.trim() : withHome(given);
}

/**
 * Parses a PostgreSQL URL or a path (also as a `file:` or `sqlite:` URL). `:memory:` is a temporary file that is
 * deleted on close, because other processes read it and could not read memory.
 * @throws DatabaseError, without the password
 */
export function locate(pathOrUrl: string): Location {
  if (isPostgresUrl(pathOrUrl)) return locatePostgres(pathOrUrl);
  if (pathOrUrl.trim() === '' || pathOrUrl.includes('\0'))
    throw new DatabaseError(
      'The paper database has no name: expected a path, or a URL that begins with postgresql://.',
    );
  if (pathOrUrl === ':memory:') {
    const folder = mkdtempSync(join(tmpdir(), 'tonstift-papers-'));
    return { kind: 'sqlite', path: join(folder, 'papers.db'), shown: ':memory:', temporary: folder };
  }
  let path = resolve(filePath(pathOrUrl));
  try {
    makeFolder(dirname(path), 0o700);
    // One name per file, because connections are shared by name. SQLite's WAL is beside the target of a link.
    path = existsSync(path) ? realpathSync(path) : join(realpathSync(dirname(path)), basename(path));
  } catch (thrown) {
    throw new DatabaseError(`Cannot create the folder of the paper database, ${dirname(path)}.`, { cause: thrown });
  }
  return { kind: 'sqlite', path, shown: path, temporary: null };
}

/** Returns the path of a missing database file; undefined if it exists or the database is not a file. */
export function missingFile(pathOrUrl: string): string | undefined {
  if (isPostgresUrl(pathOrUrl) || pathOrUrl.trim() === '' || pathOrUrl === ':memory:') return undefined;
  const path = resolve(filePath(pathOrUrl));
  return isAbsent(path) ? path : undefined;
}

/** True also for the empty file that a crash while it is created leaves. A WAL or a rescue may have its papers. */
export function isAbsent(given: string): boolean {
  if (!existsSync(given)) return true;
  const path = realpathSync(given);
  return isEmpty(path) && isEmpty(`${path}-wal`) && !isSwapPending(path);
}

function isEmpty(path: string): boolean {
  const found = statSync(path, { throwIfNoEntry: false });
  return found === undefined || (found.isFile() && found.size === 0);
}

function filePath(given: string): string {
  const scheme = /^([a-z][a-z0-9+.-]+):/i.exec(given)?.[1]?.toLowerCase();
  if (scheme === 'file') return given.startsWith('file:///') ? fileURLToPath(given) : given.slice('file:'.length);
  if (scheme === 'sqlite') return given.replace(/^sqlite:(\/\/\/(?=\/)|\/\/(?=\/)|\/\/\/|\/\/)?/i, '');
  // libsql would treat this name as a server and connect to it.
  if (scheme !== undefined && /^[a-z0-9+.-]+:\/\//i.test(given))
    throw new DatabaseError(
      `The paper database cannot be at a URL that begins with ${scheme}://: ` +
        'expected a path, or a URL that begins with postgresql://.',
    );
  return given;
}

function locatePostgres(given: string): Location {
  const url = readPostgresUrl(given);
  if (url) return { kind: 'postgres', ...url };
  // Without a cause, because the cause would repeat the URL with its password.
  throw new DatabaseError(
    'Cannot parse the URL of the paper database: expected postgresql://user:password@host:port/name.',
  );
}

import { existsSync, mkdirSync, mkdtempSync, realpathSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { DatabaseError } from '../database-error.js';
import { isPostgresUrl, readPostgresUrl, type PostgresUrl } from '../../base/postgres/url.js';

/** Where the paper database is. `shown` may go into logs: it has no password. */
export type Location =
  | { kind: 'sqlite'; path: string; shown: string; temporary: string | null }
  | ({ kind: 'postgres' } & PostgresUrl);

/**
 * A PostgreSQL URL, or a path (also as `file:` or `sqlite:` URL). `:memory:` is a file that goes when the database is
 * closed: other processes read along, which memory would not let them.
 * @throws DatabaseError without the password
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
    mkdirSync(dirname(path), { recursive: true });
    // One name for one file: connections are shared by it.
    path = join(realpathSync(dirname(path)), basename(path));
  } catch (thrown) {
    throw new DatabaseError(`The folder of the paper database, ${dirname(path)}, cannot be made.`, { cause: thrown });
  }
  return { kind: 'sqlite', path, shown: path, temporary: null };
}

/** The file of a database that is not there; undefined where it is, or is no file. */
export function missingFile(pathOrUrl: string): string | undefined {
  if (isPostgresUrl(pathOrUrl) || pathOrUrl.trim() === '' || pathOrUrl === ':memory:') return undefined;
  const path = resolve(filePath(pathOrUrl));
  return existsSync(path) ? undefined : path;
}

function filePath(given: string): string {
  const scheme = /^([a-z][a-z0-9+.-]+):/i.exec(given)?.[1]?.toLowerCase();
  if (scheme === 'file') return given.startsWith('file:///') ? fileURLToPath(given) : given.slice('file:'.length);
  if (scheme === 'sqlite') return given.replace(/^sqlite:(\/\/\/(?=\/)|\/\/(?=\/)|\/\/\/|\/\/)?/i, '');
  // libsql would take such a name for a server of its own and talk to it.
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
  // Without a cause: that one would repeat the URL, password and all.
  throw new DatabaseError(
    'The URL of the paper database cannot be read: expected postgresql://user:password@host:port/name.',
  );
}

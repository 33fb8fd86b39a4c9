import { say } from '../../base/language/sentence.js';
import { rmSync, statSync } from 'node:fs';
import { Kysely, type Dialect } from 'kysely';
import { SharedByKey } from '../../base/async/shared-by-key.js';
import { DatabaseError, emptyFile, isDamage } from '../database-error.js';
import { messageOf, systemCodeOf } from '../../base/errors.js';
import { reasonOf, withoutSecrets } from '../postgres/url.js';
import { identifierKeys } from './identity/fill-keys.js';
import { composedPapers } from './queries/composed-papers.js';
import { isAbsent, type Location } from './location.js';
import { fill, type Filled } from './fill.js';
import { sqliteFilters } from './filters/sqlite-filters.js';
import type { Tables } from './tables.js';
import { finishRescue } from './rescue/swap.js';
import { isCurrent, NewerTables } from './version.js';
import { wordIndexes } from './words/indexes.js';
import { refoldedTexts } from './words/plain-texts.js';

const unopened = 'Cannot open the paper database';

/** The connection that all parts of the paper database use. */
export interface Connection {
  db: Kysely<Tables>;
  location: Location;
  /** Resolves when all papers are indexed or the connection is closed. Never rejects. */
  filled: Promise<void>;
}

interface Opened extends Connection {
  ending: AbortController;
}

/**
 * All users of one database in this process share a connection. Two connections to one file would block each other with
 * its lock, and each would need its own thread and page cache.
 */
const shared = new SharedByKey<Opened>(end);

const nameOf = (location: Location): string => (location.kind === 'sqlite' ? location.path : location.url);

/**
 * Connects and migrates the tables to this version. Each `open` needs a `close`.
 * @throws DatabaseError if that fails
 */
export async function open(location: Location): Promise<Connection> {
  try {
    const { db, filled } = await shared.open(nameOf(location), () => connect(location));
    return { db, location, filled };
  } catch (thrown) {
    throw databaseError(unopened, thrown, location);
  }
}

export const close = ({ location }: Connection): Promise<void> => shared.release(nameOf(location));

async function end({ db, location, filled, ending }: Opened): Promise<void> {
  ending.abort();
  await filled;
  await db.destroy();
  if (location.kind === 'sqlite' && location.temporary !== null)
    rmSync(location.temporary, { recursive: true, force: true });
}

async function connect(location: Location): Promise<Opened> {
  if (location.kind === 'sqlite') await checkFile(location.path);
  const newFile = location.kind === 'sqlite' && isAbsent(location.path) ? location.path : undefined;
  const dialect =
    location.kind === 'sqlite'
      ? // The cleaner of the temporary folder spares open files.
        (await import('./sqlite/sqlite.js')).sqliteDialect(location.path, {
          idleMs: location.temporary === null ? undefined : Infinity,
        })
      : await postgres(location.url, 'query');
  const db = new Kysely<Tables>({ dialect });
  await migrateOrClose(db, location).catch((thrown: unknown) => {
    // A full disk leaves an empty file.
    if (newFile !== undefined && sizeOf(newFile) === 0) rmSync(newFile);
    throw thrown;
  });
  const ending = new AbortController();
  // A search reports if the index is incomplete. After a failure the next `open` continues.
  const filled = fillAll(db, location.kind, ending.signal).catch(() => undefined);
  return { db, location, filled, ending };
}

async function postgres(url: string, what: 'query' | 'migration'): Promise<Dialect> {
  const { patience, postgresDialect } = await import('./postgres.js');
  return postgresDialect(url, patience[what]);
}

const sizeOf = (path: string): number | undefined => statSync(path, { throwIfNoEntry: false })?.size;

/** @throws Error */
async function checkFile(path: string): Promise<void> {
  await finishRescue(path);
  if (sizeOf(path) === 0 && !isAbsent(path)) throw emptyFile();
}

async function fillAll(db: Kysely<Tables>, kind: Location['kind'], signal: AbortSignal): Promise<void> {
  const indexes: Filled[] = kind === 'sqlite' ? [sqliteFilters] : [];
  // The identifiers are last: an import that needs them waits for them, but a search does not wait for an import.
  for (const index of [composedPapers[kind], wordIndexes[kind], ...indexes, refoldedTexts, identifierKeys])
    await fill(db, index, signal);
}

async function migrateOrClose(db: Kysely<Tables>, location: Location): Promise<void> {
  // If two processes create the tables of one file at the same time, one of them finds them half-created once.
  for (let tries = 3; ; tries--) {
    try {
      if (await isCurrent(db)) return;
      const { migrate } = await import('./migrations.js');
      if (location.kind === 'sqlite') return await migrate(db, 'sqlite');
      const patient = new Kysely<Tables>({ dialect: await postgres(location.url, 'migration') });
      return await migrate(patient, 'postgres').finally(() => patient.destroy());
    } catch (thrown) {
      if (tries > 1 && location.kind === 'sqlite' && /already exists|UNIQUE|locked/i.test(messageOf(thrown))) continue;
      await db.destroy().catch(() => undefined);
      throw thrown;
    }
  }
}

/**
 * Builds the sentence with reason and place. The cause is a copy without passwords, because the original may contain
 * the URL.
 */
export function databaseError(what: string, thrown: unknown, location: Location): DatabaseError {
  if (thrown instanceof DatabaseError) return thrown;
  if (thrown instanceof NewerTables) {
    const words = say('papers.database_newer', { place: location.shown });
    return new DatabaseError(String(words), { words, isNewer: true });
  }
  const reason = location.kind === 'sqlite' ? reasonOf(thrown) : withoutSecrets(reasonOf(thrown), location);
  const cause = Object.assign(new Error(reason), { code: systemCodeOf(thrown) });
  const facts = { place: location.shown, why: reason.replace(/\.?$/, '.') };
  const isDamaged = location.kind === 'sqlite' && isDamage(thrown);
  const key = what === unopened ? 'papers.database_unopened' : 'papers.database';
  const words = say(isDamaged ? 'papers.database_damaged' : key, facts);
  return new DatabaseError(`${what} (${facts.place}): ${facts.why}`, { cause, words, isDamaged });
}

import { say } from '../../base/language/sentence.js';
import { rmSync } from 'node:fs';
import { Kysely } from 'kysely';
import { DatabaseError } from '../database-error.js';
import { messageOf, systemCodeOf } from '../../base/errors.js';
import { reasonOf, withoutSecrets } from '../../base/postgres/url.js';
import { composedPapers } from './composed-papers.js';
import type { Location } from './location.js';
import { fill, type Filled } from './fill.js';
import { sqliteFilters } from './filters/sqlite-filters.js';
import type { Tables } from './tables.js';
import { isCurrent } from './version.js';
import { wordIndexes } from './words/indexes.js';

const unopened = 'The paper database cannot be opened';

/** What all parts of the paper database work on. */
export interface Connection {
  db: Kysely<Tables>;
  location: Location;
  /** Resolves when all papers are in the indexes, or the connection is closed. Never rejects. */
  filled: Promise<void>;
}

interface Shared {
  opening: Promise<Opened>;
  users: number;
}

interface Opened extends Pick<Connection, 'db' | 'filled'> {
  ending: AbortController;
}

/**
 * One connection for all of this process that name the same database: two to one file would keep each other waiting
 * for its lock, each with a thread and a memory of pages of its own.
 */
const shared = new Map<string, Shared>();

const nameOf = (location: Location): string => (location.kind === 'sqlite' ? location.path : location.url);

/**
 * Connects and brings the tables to this version. Whoever opens closes.
 * @throws DatabaseError where that cannot be
 */
export async function open(location: Location): Promise<Connection> {
  const name = nameOf(location);
  const one = shared.get(name) ?? { opening: connect(location), users: 0 };
  shared.set(name, one);
  one.users++;
  try {
    const { db, filled } = await one.opening;
    return { db, location, filled };
  } catch (thrown) {
    if (shared.get(name) === one) shared.delete(name);
    throw databaseError(unopened, thrown, location);
  }
}

export async function close({ location }: Connection): Promise<void> {
  const name = nameOf(location);
  const one = shared.get(name);
  if (one === undefined || --one.users > 0) return;
  shared.delete(name);
  const { db, filled, ending } = await one.opening;
  ending.abort();
  await filled;
  await db.destroy();
  if (location.kind === 'sqlite' && location.temporary !== null)
    rmSync(location.temporary, { recursive: true, force: true });
}

async function connect(location: Location): Promise<Opened> {
  const dialect =
    location.kind === 'sqlite'
      ? // Who cleans the folder of temporary files spares what is open.
        (await import('./sqlite.js')).sqliteDialect(location.path, {
          idleMs: location.temporary === null ? undefined : Infinity,
        })
      : (await import('./postgres.js')).postgresDialect(location.url);
  const db = new Kysely<Tables>({ dialect });
  await migrateOrClose(db, location.kind);
  const ending = new AbortController();
  // A search says when it has not all words; where this fails, the next who opens the database goes on with it.
  const filled = fillAll(db, location.kind, ending.signal).catch(() => undefined);
  return { db, filled, ending };
}

async function fillAll(db: Kysely<Tables>, kind: Location['kind'], signal: AbortSignal): Promise<void> {
  const indexes: Filled[] = kind === 'sqlite' ? [sqliteFilters] : [];
  for (const index of [composedPapers[kind], wordIndexes[kind], ...indexes]) await fill(db, index, signal);
}

async function migrateOrClose(db: Kysely<Tables>, kind: Location['kind']): Promise<void> {
  // Two processes that make the tables of one file at the same moment: the second finds them half there, once.
  for (let tries = 3; ; tries--) {
    try {
      if (await isCurrent(db)) return;
      const { migrate } = await import('./migrations.js');
      return await migrate(db, kind);
    } catch (thrown) {
      if (tries > 1 && kind === 'sqlite' && /already exists|UNIQUE|locked/i.test(messageOf(thrown))) continue;
      await db.destroy().catch(() => undefined);
      throw thrown;
    }
  }
}

/** The sentence with its reason and place. The cause is a copy without passwords, for the original may hold the URL. */
export function databaseError(what: string, thrown: unknown, location: Location): DatabaseError {
  if (thrown instanceof DatabaseError) return thrown;
  const reason = location.kind === 'sqlite' ? reasonOf(thrown) : withoutSecrets(reasonOf(thrown), location);
  const cause = Object.assign(new Error(reason), { code: systemCodeOf(thrown) });
  const facts = { place: location.shown, why: reason.replace(/\.?$/, '.') };
  const words = say(what === unopened ? 'papers.database_unopened' : 'papers.database', facts);
  return new DatabaseError(`${what} (${facts.place}): ${facts.why}`, { cause, words });
}

/** Compares the papers with their indexes, and reads what no search reads. */
import { statSync } from 'node:fs';
import { sql, type Kysely, type RawBuilder } from 'kysely';
import { messageOf } from '../../base/errors.js';
import { jsonIn } from '../../base/input/json.js';
import { isRecord } from '../../base/input/record.js';
import { readSqlite } from '../../base/sqlite/read-sqlite.js';
import { emptyFile, isDamage } from '../database-error.js';
import { composedPapers } from './queries/composed-papers.js';
import { isWhole, noteWhatIsMissing } from './fill.js';
import { identifierKeys } from './identity/fill-keys.js';
import { sqliteFilters } from './filters/sqlite-filters.js';
import { locate } from './location.js';
import { databaseError, type Connection } from './open.js';
import { rowsReady, writeRows, rowsByUid } from './store-papers.js';
import { paperOf } from './rows.js';
import type { Kind, Tables } from './tables.js';
import type { DatabaseCheck } from './results.js';
import { wordIndexes } from './words/indexes.js';

/** Milliseconds. SQLite reads the whole file: several gigabytes on a slow disk. */
const longest = 3_600_000;
const mostReasons = 10;
const rowsAtOnce = 500;

/** @throws the database's error, the signal's reason */
export async function checkDatabase({ db, location }: Connection, signal?: AbortSignal): Promise<DatabaseCheck> {
  const { kind } = location;
  const damages = kind === 'sqlite' ? await damagesOf(location.path, signal) : [];
  const indexes = kind === 'sqlite' ? [composedPapers[kind], wordIndexes[kind], sqliteFilters] : [wordIndexes[kind]];
  const whole = await Promise.all(indexes.map((index) => isWhole(db, index)));
  const isIndexed = !whole.includes(false);
  const found = { damages, isIndexed, papers: 0, saved: 0, unindexed: 0, leftInIndex: 0, unreadable: [] as string[] };
  try {
    signal?.throwIfAborted();
    Object.assign(found, await countsOf(db));
    // Missing rows are indexed in the background.
    for (const { rows, index, column } of isIndexed ? pairs[kind] : pairs[kind].slice(0, 1)) {
      found.unindexed += await countMissing(db, rows, index, column);
      found.leftInIndex += await countMissing(db, index, rows, column);
    }
    found.unreadable = await unreadableSaved(db);
  } catch (thrown) {
    signal?.throwIfAborted();
    // The damage is the reason.
    if (damages.length === 0) throw thrown;
  }
  return found;
}

/**
 * @returns SQLite's sentences about the file; none if it is whole
 * @throws DatabaseError if the file cannot be read, for example because it is locked; the signal's reason
 */
export async function damagesOf(path: string, signal?: AbortSignal): Promise<string[]> {
  if (statSync(path).size === 0) return [emptyFile().message];
  const statement = `select integrity_check as said from pragma_integrity_check(${mostReasons})`;
  try {
    const rows = await readSqlite({ path, statement, timeoutMs: longest }, signal);
    const lines = rows.flatMap(({ said }) => String(said).split('\n'));
    return lines.filter((line) => line !== 'ok' && !line.startsWith('***')).slice(0, mostReasons);
  } catch (thrown) {
    signal?.throwIfAborted();
    if (!isDamage(thrown)) throw databaseError('Cannot check the papers', thrown, locate(path));
    return [messageOf(thrown)];
  }
}

async function countsOf(db: Kysely<Tables>): Promise<{ papers: number; saved: number }> {
  const { rows } = await sql<{ papers: number; saved: number }>`select (select count(*) from papers) as papers,
    (select count(*) from saved_papers where removed_at is null) as saved`.execute(db);
  const [{ papers, saved }] = rows as [{ papers: number; saved: number }];
  return { papers: Number(papers), saved: Number(saved) };
}

interface Pair {
  rows: string;
  index: string;
  /** It identifies a row in both. */
  column: 'uid' | 'id';
}

/** Each row has one in the index. The first pair is kept whole also while an index is filled. */
const pairs: Readonly<Record<Kind, readonly Pair[]>> = {
  sqlite: [
    { rows: 'papers', index: 'papers_folded', column: 'uid' },
    { rows: 'papers_folded', index: 'paper_ids', column: 'uid' },
    { rows: 'papers_folded', index: 'paper_filters', column: 'uid' },
    { rows: 'paper_ids', index: 'paper_words_docsize', column: 'id' },
    { rows: 'paper_filters', index: 'paper_trigrams_docsize', column: 'id' },
  ],
  postgres: [
    { rows: 'papers', index: 'papers_folded', column: 'uid' },
    { rows: 'papers_folded', index: 'paper_words', column: 'uid' },
  ],
};

async function countMissing(db: Kysely<Tables>, of: string, inThis: string, column: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from ${sql.table(of)}
    where ${missingFrom(of, inThis, column)}`.execute(db);
  return Number(rows[0]?.count ?? 0);
}

const missingFrom = (of: string, inThis: string, column: string): RawBuilder<unknown> =>
  sql`not exists (select 1 from ${sql.table(inThis)}
    where ${sql.ref(`${inThis}.${column}`)} = ${sql.ref(`${of}.${column}`)})`;

/** Returns the uids of saved papers whose copy cannot be parsed. It is shown once the paper is deleted. */
async function unreadableSaved(db: Kysely<Tables>): Promise<string[]> {
  const unreadable: string[] = [];
  for (let after = ''; ;) {
    const rows = await db
      .selectFrom('saved_papers')
      .select(['uid', 'record'])
      .where('uid', '>', after)
      .orderBy('uid')
      .limit(rowsAtOnce)
      .execute();
    unreadable.push(...rows.filter(({ record }) => !isPaper(record)).map(({ uid }) => uid));
    const last = rows.at(-1);
    if (last === undefined) return unreadable;
    after = last.uid;
  }
}

function isPaper(record: string): boolean {
  const paper = jsonIn(record);
  return isRecord(paper) && typeof paper['title'] === 'string' && Array.isArray(paper['authors']);
}

/**
 * Adds what is missing in the indexes of PostgreSQL, and deletes what is left over. The identifiers of all papers are
 * filled in again: a daemon of a former version, which ran during an upgrade, has stored papers without them.
 * The file of SQLite is written again as a whole instead (`rescue/rescue.ts`).
 */
export async function mendPostgresIndexes(db: Kysely<Tables>): Promise<void> {
  await sql`delete from papers_folded where ${missingFrom('papers_folded', 'papers', 'uid')}`.execute(db);
  await sql`delete from paper_words where ${missingFrom('paper_words', 'papers_folded', 'uid')}`.execute(db);
  await inBatches(db, 'papers', 'papers_folded', async (uids) => {
    const papers = [...(await rowsByUid(db, uids)).values()].map(paperOf);
    const ready = await rowsReady(papers, 'postgres');
    await db.transaction().execute((transaction) => writeRows(transaction, 'postgres', ready));
  });
  await inBatches(db, 'papers_folded', 'paper_words', (uids) => wordIndexes.postgres.add(db, uids));
  await noteWhatIsMissing(db, identifierKeys);
}

/** Each call must add what is missing. */
async function inBatches(
  db: Kysely<Tables>,
  of: string,
  inThis: string,
  add: (uids: string[]) => Promise<void>,
): Promise<void> {
  for (let before: string | undefined; ;) {
    const { rows } = await sql<{ uid: string }>`select uid from ${sql.table(of)}
      where ${missingFrom(of, inThis, 'uid')} order by uid limit ${rowsAtOnce}`.execute(db);
    if (rows.length === 0 || rows[0]?.uid === before) return;
    before = rows[0]?.uid;
    await add(rows.map(({ uid }) => uid));
  }
}

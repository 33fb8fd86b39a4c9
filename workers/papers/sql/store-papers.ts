import { existsSync } from 'node:fs';
import { CompiledQuery, sql, type Kysely, type RawBuilder } from 'kysely';
import { turns } from '../../base/async/turns.js';
import { syncFile } from '../../base/files/durable.js';
import { keysOf } from '../identity/same-paper.js';
import type { Paper } from '../types.js';
import { tableColumns } from '../types.js';
import { foldedOf, paperOf, rowOf, sameRow } from './rows.js';
import { writeKeys } from './identity/keys.js';
import { type Kind, type PaperRow, plainColumns, type Tables } from './tables.js';
import type { Stored } from './results.js';

/** SQLite allows 32,766 parameters per statement. */
const rowsRead = 500;
/** For PostgreSQL. Longer inserts of many columns are slower (measured). */
const rowsWritten = 50;

/** A paper as a row; for SQLite also as the text that is sent to its thread. */
export interface ReadyRow {
  row: PaperRow;
  /** The keys by which the paper is recognized in other lists. */
  keys: readonly string[];
  paper: string;
  folded: string;
}

/** Prepares rows before the transaction begins, so that other writers wait for less time. */
export async function rowsReady(papers: readonly Paper[], kind: Kind): Promise<ReadyRow[]> {
  const rows: ReadyRow[] = [];
  const turn = turns();
  for (const paper of papers) {
    await turn();
    const row = rowOf(paper);
    const keys = keysOf(paperOf(row));
    rows.push(kind === 'sqlite' ? { row, keys, ...textsOf(row) } : { row, keys, paper: '', folded: '' });
  }
  return rows;
}

function textsOf(row: PaperRow): Omit<ReadyRow, 'row' | 'keys'> {
  const folded = foldedOf(row);
  return {
    paper: JSON.stringify(paperColumns.map((column) => row[column])),
    folded: JSON.stringify(foldedColumns.map((column) => folded[column])),
  };
}

/**
 * Stores papers by uid in one transaction. Does not write unchanged papers. If a uid occurs twice, both count and the
 * last one wins.
 * @param isDurable if false, SQLite's rows are durable only after `syncDatabase`; in both cases a transaction is stored
 *   completely or not at all
 */
export async function storeRows(
  db: Kysely<Tables>,
  kind: Kind,
  ready: readonly ReadyRow[],
  isDurable = true,
): Promise<Stored> {
  return isDurable ? storeIn(db, kind, ready) : withoutSync(db, kind, (own) => storeIn(own, kind, ready));
}

/** Runs transactions whose rows are durable only after `syncDatabase`, in SQLite. */
export async function withoutSync<Result>(
  db: Kysely<Tables>,
  kind: Kind,
  work: (own: Kysely<Tables>) => Promise<Result>,
): Promise<Result> {
  if (kind === 'postgres') return work(db);
  return db.connection().execute(async (own) => {
    await sql`pragma synchronous = normal`.execute(own);
    try {
      return await work(own);
    } finally {
      await sql`pragma synchronous = full`.execute(own);
    }
  });
}

/** Makes all rows stored in an SQLite file durable. */
export async function syncDatabase(path: string): Promise<void> {
  // A checkpoint has already synced pages that are no longer in the WAL (sqlite.org/wal.html).
  if (existsSync(`${path}-wal`)) await syncFile(`${path}-wal`);
  await syncFile(path);
}

async function storeIn(db: Kysely<Tables>, kind: Kind, ready: readonly ReadyRow[]): Promise<Stored> {
  const stored: Stored = { added: 0, updated: 0, unchanged: 0 };
  if (ready.length === 0) return stored;
  const rows = ready.map(({ row }) => row);
  await db.transaction().execute(async (transaction) => {
    const hashes = await hashesByUid(
      transaction,
      rows.map(({ uid }) => uid),
    );
    const others = rows.filter(({ uid, record_hash: hash }) => hashes.has(uid) && hashes.get(uid) !== hash);
    // An earlier version may have computed another hash of the same content.
    const known = await rowsByUid(
      transaction,
      others.map(({ uid }) => uid),
    );
    const changed = new Map<string, ReadyRow>();
    for (const one of ready) {
      const { row } = one;
      const hash = hashes.get(row.uid);
      const before = known.get(row.uid);
      if (hash === row.record_hash || (before !== undefined && sameRow(before, row))) {
        stored.unchanged++;
        continue;
      }
      stored[hash === undefined ? 'added' : 'updated']++;
      hashes.set(row.uid, row.record_hash);
      known.set(row.uid, row);
      changed.set(row.uid, one);
    }
    await writeRows(transaction, kind, [...changed.values()]);
  });
  return stored;
}

/** Runs in the caller's transaction. Replaces rows with the same uids. */
export async function writeRows(transaction: Kysely<Tables>, kind: Kind, ready: readonly ReadyRow[]): Promise<void> {
  // All writers use the same order. Otherwise two writers of the same papers could deadlock.
  const sorted = [...ready].sort((one, other) => (one.row.uid < other.row.uid ? -1 : 1));
  await (kind === 'sqlite'
    ? handOver(transaction, sorted)
    : write(
        transaction,
        sorted.map(({ row }) => row),
      ));
  await writeKeys(
    transaction,
    sorted.map(({ row: { uid }, keys }) => ({ uid, keys })),
  );
}

/** @returns how many were found */
export async function deletePapers(db: Kysely<Tables>, uids: readonly string[]): Promise<number> {
  let deleted = 0;
  await db.transaction().execute(async (transaction) => {
    for (let at = 0; at < uids.length; at += rowsRead) {
      const slice = uids.slice(at, at + rowsRead);
      const { numDeletedRows } = await transaction.deleteFrom('papers').where('uid', 'in', slice).executeTakeFirst();
      deleted += Number(numDeletedRows);
    }
  });
  return deleted;
}

export async function rowsByUid(db: Kysely<Tables>, uids: readonly string[]): Promise<Map<string, PaperRow>> {
  const rows = new Map<string, PaperRow>();
  const wanted = [...new Set(uids)];
  for (let at = 0; at < wanted.length; at += rowsRead) {
    for (const row of await db
      .selectFrom('papers')
      .selectAll()
      .where('uid', 'in', wanted.slice(at, at + rowsRead))
      .execute())
      rows.set(row.uid, row);
  }
  return rows;
}

/** Like `rowsByUid`, but no other writer changes the rows before the transaction ends. SQLite locks the whole file. */
export async function rowsToChange(
  transaction: Kysely<Tables>,
  kind: Kind,
  uids: readonly string[],
): Promise<Map<string, PaperRow>> {
  if (kind === 'postgres' && uids.length > 0)
    await sql`select 1 from papers where uid in (${sql.join(uids)}) order by uid for update`.execute(transaction);
  return rowsByUid(transaction, uids);
}

export async function hashesByUid(db: Kysely<Tables>, uids: readonly string[]): Promise<Map<string, string>> {
  const hashes = new Map<string, string>();
  for (let at = 0; at < uids.length; at += rowsRead) {
    const known = db.selectFrom('papers').select(['uid', 'record_hash']);
    for (const { uid, record_hash: hash } of await known.where('uid', 'in', uids.slice(at, at + rowsRead)).execute())
      hashes.set(uid, hash);
  }
  return hashes;
}

async function write(transaction: Kysely<Tables>, rows: readonly PaperRow[]): Promise<void> {
  for (let at = 0; at < rows.length; at += rowsWritten) {
    const slice = rows.slice(at, at + rowsWritten);
    await transaction
      .insertInto('papers')
      .values(slice)
      .onConflict((conflict) => conflict.column('uid').doUpdateSet(asGiven([...tableColumns, 'record_hash'])))
      .execute();
    await transaction
      .insertInto('papers_folded')
      .values(slice.map(foldedOf))
      .onConflict((conflict) =>
        conflict.column('uid').doUpdateSet(asGiven([...tableColumns, 'uid_folded', ...plainColumns])),
      )
      .execute();
  }
}

/**
 * One statement per table: FTS5 writes its buffer at the start of each statement, and small parts are merged repeatedly
 * (a quarter of an import's time, measured).
 */
async function handOver(transaction: Kysely<Tables>, rows: readonly ReadyRow[]): Promise<void> {
  if (rows.length === 0) return;
  const listOf = (texts: readonly string[]): string => `[${texts.join(',')}]`;
  const papers = listOf(rows.map(({ paper }) => paper));
  const folded = listOf(rows.map((row) => row.folded));
  await transaction.executeQuery(CompiledQuery.raw(intoPapers, [papers]));
  await transaction.executeQuery(CompiledQuery.raw(intoFolded, [folded]));
}

const paperColumns = ['uid', 'record_hash', ...tableColumns] as const;
const foldedColumns = ['uid', 'uid_folded', ...tableColumns, ...plainColumns] as const;

/** Inserts from JSON: a list of rows, each a list of its columns. */
const into = (table: string, columns: readonly string[]): string => `insert into ${table} (${columns.join(', ')})
  select ${columns.map((_, at) => `value ->> ${at}`).join(', ')} from json_each(?) where true
  on conflict (uid) do update set ${columns.map((column) => `${column} = excluded.${column}`).join(', ')}`;
const intoPapers = into('papers', paperColumns);
const intoFolded = into('papers_folded', foldedColumns);

/** Sets each column to the value of the inserted row. */
const asGiven = (columns: readonly string[]): Record<string, RawBuilder<never>> =>
  Object.fromEntries(columns.map((column) => [column, sql.ref<never>(`excluded.${column}`)]));

import { existsSync } from 'node:fs';
import { sql, type Kysely, type RawBuilder } from 'kysely';
import { turns } from '../../base/async/turns.js';
import { syncFile } from '../../base/files/durable.js';
import { keysOf } from '../identity/same-paper.js';
import type { Paper } from '../types.js';
import { tableColumns } from '../types.js';
import { jsonRows } from './json-rows.js';
import { foldedOf, paperOf, rowOf, sameRow } from './rows.js';
import { writeKeys } from './identity/keys.js';
import { type Kind, type PaperRow, plainColumns, type Tables } from './tables.js';
import type { Stored } from './results.js';

/** SQLite allows 32,766 parameters per statement. */
const rowsRead = 500;

/** A paper as a row, and the JSON of its rows in both tables, as they are written. */
export interface ReadyRow {
  row: PaperRow;
  /** The keys by which the paper is recognized in other lists. */
  keys: readonly string[];
  paper: string;
  folded: string;
}

/** Prepares rows before the transaction begins, so that other writers wait for less time. */
export async function rowsReady(papers: readonly Paper[]): Promise<ReadyRow[]> {
  const rows: ReadyRow[] = [];
  const turn = turns();
  for (const paper of papers) {
    await turn();
    const row = rowOf(paper);
    const folded = foldedOf(row);
    rows.push({
      row,
      keys: keysOf(paperOf(row)),
      paper: JSON.stringify(paperColumns.map((column) => row[column])),
      folded: JSON.stringify(foldedColumns.map((column) => folded[column])),
    });
  }
  return rows;
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

/**
 * Runs in the caller's transaction. Replaces rows with the same uids. One statement per table: FTS5 writes its buffer
 * at the start of each statement, and small parts are merged repeatedly (a quarter of an import's time, measured).
 */
export async function writeRows(transaction: Kysely<Tables>, kind: Kind, ready: readonly ReadyRow[]): Promise<void> {
  if (ready.length === 0) return;
  // All writers use the same order. Otherwise two writers of the same papers could deadlock.
  const sorted = [...ready].sort((one, other) => (one.row.uid < other.row.uid ? -1 : 1));
  const rowsOf = (texts: readonly string[]): RawBuilder<unknown> => jsonRows(kind, `[${texts.join(',')}]`);
  await put(transaction, 'papers', paperColumns, rowsOf(sorted.map(({ paper }) => paper)));
  await put(transaction, 'papers_folded', foldedColumns, rowsOf(sorted.map(({ folded }) => folded)));
  await writeKeys(
    transaction,
    kind,
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

const paperColumns = ['uid', 'record_hash', ...tableColumns] as const;
const foldedColumns = ['uid', 'uid_folded', ...tableColumns, ...plainColumns] as const;

/** Inserts JSON rows, or replaces those with their uids. */
async function put(
  transaction: Kysely<Tables>,
  table: 'papers' | 'papers_folded',
  columns: readonly string[],
  rows: RawBuilder<unknown>,
): Promise<void> {
  const values = columns.map((column, at) =>
    table === 'papers' && column === 'year' ? `cast(value ->> ${at} as integer)` : `value ->> ${at}`,
  );
  const changes = columns.map((column) => `${column} = excluded.${column}`);
  await sql`
    insert into ${sql.raw(`${table} (${columns.join(', ')}) select ${values.join(', ')}`)} from ${rows} where true
    on conflict (uid) do update set ${sql.raw(changes.join(', '))}`.execute(transaction);
}

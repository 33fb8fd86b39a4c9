import { sql, type Kysely, type RawBuilder, type Transaction } from 'kysely';
import type { Paper } from '../types.js';
import { tableColumns } from '../types.js';
import { foldedOf, rowOf, sameRow } from './rows.js';
import type { PaperRow, Tables } from './tables.js';

export interface Stored {
  added: number;
  updated: number;
  unchanged: number;
}

/**
 * SQLite takes 32,766 parameters in a statement.
 * Longer inserts of many columns than this become slower, not faster (measured).
 */
const rowsRead = 500;
const rowsWritten = 50;

/**
 * Puts papers in by uid, in one transaction; what is there already in just that form is not touched.
 * A uid that comes twice counts twice, the last rules.
 */
export async function storePapers(db: Kysely<Tables>, papers: readonly Paper[]): Promise<Stored> {
  const stored: Stored = { added: 0, updated: 0, unchanged: 0 };
  if (papers.length === 0) return stored;
  await db.transaction().execute(async (transaction) => {
    const known = await rowsByUid(
      transaction,
      papers.map(({ uid }) => uid),
    );
    const changed = new Map<string, PaperRow>();
    for (const paper of papers) {
      const row = rowOf(paper);
      const before = known.get(row.uid);
      if (before !== undefined && sameRow(before, row)) {
        stored.unchanged++;
        continue;
      }
      stored[before === undefined ? 'added' : 'updated']++;
      known.set(row.uid, row);
      changed.set(row.uid, row);
    }
    // In one order everywhere, so that two who write the same papers at once wait for each other
    // instead of locking each other out.
    await write(
      transaction,
      [...changed.values()].sort((one, other) => (one.uid < other.uid ? -1 : 1)),
    );
  });
  return stored;
}

/** @returns how many were there */
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

async function write(transaction: Transaction<Tables>, rows: readonly PaperRow[]): Promise<void> {
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
      .onConflict((conflict) => conflict.column('uid').doUpdateSet(asGiven([...tableColumns, 'uid_folded'])))
      .execute();
  }
}

/** Each column of the row that is there becomes that of the row that is put in. */
const asGiven = (columns: readonly string[]): Record<string, RawBuilder<never>> =>
  Object.fromEntries(columns.map((column) => [column, sql.ref<never>(`excluded.${column}`)]));

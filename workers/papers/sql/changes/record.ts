/** The record of an import: what it was, and each paper that it has changed. */
import { sql, type Kysely, type RawBuilder } from 'kysely';
import { say } from '../../../base/language/sentence.js';
import { ImportUndoneError } from '../../database-error.js';
import { paperOf } from '../rows.js';
import type { PaperImportRecord, Stored } from '../results.js';
import type { ChangeRow, ImportKind, Kind, PaperRow, Tables } from '../tables.js';

/** Milliseconds after which a record is forgotten. */
const recordLasts = 366 * 24 * 3_600_000;
/** The most records. */
const mostRecords = 1000;
/** Rows per statement: few enough parameters for SQLite. */
const rowsAtOnce = 500;

/** Names the lock of all changes with a record in one PostgreSQL database. */
const lockOfChanges = 7_866_783;

/**
 * Waits until no other import, merge, deletion or undo changes papers, and lets none begin before the transaction ends.
 * Otherwise two imports of one paper could each find none. SQLite locks the whole file.
 */
export async function lockChanges(transaction: Kysely<Tables>, kind: Kind): Promise<void> {
  if (kind === 'postgres') await sql`select pg_advisory_xact_lock(${sql.lit(lockOfChanges)})`.execute(transaction);
}

/** Begins a record and forgets the oldest ones. @returns its id */
export async function startRecord(
  db: Kysely<Tables>,
  { kind, name, now }: { kind: ImportKind; name: string; now: number },
): Promise<number> {
  const { id } = await db
    .insertInto('paper_imports')
    .values({ kind, name, started_at: now, ended_at: null, undone_at: null, ...noCounts })
    .returning('id')
    .executeTakeFirstOrThrow();
  await forgetOld(db, now);
  return id;
}

const noCounts = { added: 0, updated: 0, unchanged: 0, deleted: 0, rejected: 0 };

/** One record at a time, because each may have noted very many papers. Counts records: forgotten ids are not reused. */
async function forgetOld(db: Kysely<Tables>, now: number): Promise<void> {
  const surplus = db.selectFrom('paper_imports').select('id').orderBy('id', 'desc').limit(1).offset(mostRecords);
  const old = await db
    .selectFrom('paper_imports')
    .select('id')
    .where((is) => is.or([is('started_at', '<', now - recordLasts), is('id', '<=', surplus)]))
    .execute();
  for (const { id } of old) {
    await db.deleteFrom('paper_changes').where('import_id', '=', id).execute();
    await db.deleteFrom('paper_imports').where('id', '=', id).execute();
  }
}

export async function endRecord(
  db: Kysely<Tables>,
  { id, rejected, now }: { id: number; rejected: number; now: number },
): Promise<void> {
  await db.updateTable('paper_imports').set({ ended_at: now, rejected }).where('id', '=', id).execute();
}

/** Does nothing if the import has changed papers. */
export async function forgetRecord(db: Kysely<Tables>, id: number): Promise<void> {
  await db.deleteFrom('paper_imports').where('id', '=', id).where('added', '=', 0).where('updated', '=', 0).execute();
}

interface StoredChanges {
  importId: number;
  stored: Stored;
  /** `former`: undefined for a new paper. */
  changes: readonly { row: PaperRow; former: PaperRow | undefined }[];
}

/** Runs in the transaction that stores the papers, so that a crash leaves both or neither. */
export async function noteStored(
  transaction: Kysely<Tables>,
  { importId, stored, changes }: StoredChanges,
): Promise<void> {
  const { added, updated, unchanged } = stored;
  await noteChanges(
    transaction,
    changes.map(({ row, former }) => ({
      ...{ import_id: importId, uid: row.uid, after_hash: row.record_hash },
      former: former === undefined ? null : JSON.stringify(paperOf(former)),
    })),
  );
  await countIn(transaction, importId, { added, updated, unchanged });
}

/** If an import changes a paper twice, undoing it gives back the paper before the first change. */
export async function noteChanges(transaction: Kysely<Tables>, changes: readonly ChangeRow[]): Promise<void> {
  for (let at = 0; at < changes.length; at += rowsAtOnce)
    await transaction
      .insertInto('paper_changes')
      .values(changes.slice(at, at + rowsAtOnce))
      .onConflict((conflict) =>
        conflict
          .columns(['import_id', 'uid'])
          .doUpdateSet((excluded) => ({ after_hash: excluded.ref('excluded.after_hash') })),
      )
      .execute();
}

/**
 * @throws ImportUndoneError if the import was undone while it runs: then the transaction must not change more papers
 */
export async function countIn(
  transaction: Kysely<Tables>,
  id: number,
  counts: Partial<Record<'added' | 'updated' | 'unchanged' | 'deleted', number>>,
): Promise<void> {
  const more = Object.entries(counts).map(([name, count]) => [name, sql<number>`${sql.ref(name)} + ${sql.lit(count)}`]);
  const { numUpdatedRows } = await transaction
    .updateTable('paper_imports')
    .set(Object.fromEntries(more) as Record<string, RawBuilder<number>>)
    .where('id', '=', id)
    .where('undone_at', 'is', null)
    .executeTakeFirst();
  const words = say('error.import_undone');
  if (Number(numUpdatedRows) === 0) throw new ImportUndoneError(String(words), { words });
}

/** Newest first. @param id only this one */
export async function importRecords(
  db: Kysely<Tables>,
  { limit, id }: { limit: number; id?: number },
): Promise<PaperImportRecord[]> {
  let records = db
    .selectFrom('paper_imports')
    .selectAll()
    .select((select) =>
      select
        .exists(select.selectFrom('paper_changes').select('uid').whereRef('import_id', '=', 'paper_imports.id'))
        .as('can_undo'),
    )
    .orderBy('id', 'desc')
    .limit(limit);
  if (id !== undefined) records = records.where('id', '=', id);
  return (await records.execute()).map(
    ({ started_at: startedAt, ended_at: endedAt, undone_at: undoneAt, can_undo: canUndo, ...record }) => ({
      ...record,
      ...{ startedAt, endedAt, undoneAt, canUndo: Boolean(canUndo) },
    }),
  );
}

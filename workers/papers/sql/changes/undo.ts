/** Takes an import out again: deletes the papers that it added, and gives back those that it changed or deleted. */
import { sql, type Kysely } from 'kysely';
import type { Progress } from '../../../base/ports.js';
import type { Paper } from '../../types.js';
import type { UndoConcerns, UndonePapers } from '../results.js';
import { rowsReady, rowsToChange, writeRows } from '../store-papers.js';
import type { ChangeRow, Kind, PaperRow, Tables } from '../tables.js';
import { mostTitles, savedIn } from './delete.js';
import { lockChanges } from './record.js';

/** SQLite needs about 50 ms for a transaction of this size. Other writers wait that long. */
const papersAtOnce = 200;

export interface Undoing {
  now: number;
  signal?: AbortSignal | undefined;
  progress?: Progress | undefined;
}

/**
 * Each batch is a transaction that also forgets what it has undone, so that an interrupted undo can be repeated. Papers
 * that were changed since stay as they are, until that change is undone and this is repeated.
 * @throws the signal's reason
 */
export async function undoRecord(
  db: Kysely<Tables>,
  kind: Kind,
  id: number,
  { now, signal, progress }: Undoing,
): Promise<UndonePapers> {
  const undone: UndonePapers = { deleted: 0, restored: 0, kept: 0, keptTitles: [], saved: 0 };
  // First, so that the import ends at its next batch if it still runs.
  await db.updateTable('paper_imports').set({ undone_at: now }).where('id', '=', id).execute();
  const total = await countChanges(db, id);
  for (let after = '', done = 0; ;) {
    signal?.throwIfAborted();
    const changes = await db
      .selectFrom('paper_changes')
      .selectAll()
      .where('import_id', '=', id)
      .where('uid', '>', after)
      .orderBy('uid')
      .limit(papersAtOnce)
      .execute();
    const last = changes.at(-1);
    if (last === undefined) break;
    await db.transaction().execute((transaction) => undoChanges(transaction, kind, changes, undone));
    after = last.uid;
    progress?.((done += changes.length), total);
  }
  return undone;
}

async function countChanges(db: Kysely<Tables>, id: number): Promise<number> {
  const { count } = await db
    .selectFrom('paper_changes')
    .where('import_id', '=', id)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

async function undoChanges(
  transaction: Kysely<Tables>,
  kind: Kind,
  changes: readonly ChangeRow[],
  undone: UndonePapers,
): Promise<void> {
  await lockChanges(transaction, kind);
  const uids = changes.map(({ uid }) => uid);
  const there = await rowsToChange(transaction, kind, uids);
  const isSame = ({ uid, after_hash: hash }: ChangeRow): boolean => (there.get(uid)?.record_hash ?? null) === hash;
  const same = changes.filter(isSame);
  const added = same.filter(({ former }) => former === null).map(({ uid }) => uid);
  const former = same.flatMap(({ former: json }) => (json === null ? [] : [JSON.parse(json) as Paper]));
  const { saved } = await savedIn(transaction, added);
  if (added.length > 0) await transaction.deleteFrom('papers').where('uid', 'in', added).execute();
  await writeRows(transaction, kind, await rowsReady(former, kind));
  await saveAgain(transaction, changes[0]?.import_id ?? 0, former);
  if (same.length > 0)
    await transaction
      .deleteFrom('paper_changes')
      .where('import_id', '=', changes[0]?.import_id ?? 0)
      .where(
        'uid',
        'in',
        same.map(({ uid }) => uid),
      )
      .execute();
  undone.deleted += added.length;
  undone.restored += former.length;
  undone.saved += saved;
  keep(
    undone,
    changes.filter((change) => !isSame(change)),
    there,
  );
}

/** Saved papers that a merge has removed (`uniteSaved`). */
async function saveAgain(transaction: Kysely<Tables>, id: number, papers: readonly Paper[]): Promise<void> {
  if (papers.length === 0) return;
  await transaction
    .updateTable('saved_papers')
    .set({ removed_at: null })
    .where(
      'uid',
      'in',
      papers.map(({ uid }) => uid),
    )
    .where('removed_at', '=', (is) => is.selectFrom('paper_imports').select('started_at').where('id', '=', id))
    .execute();
}

/** A paper that another one has deleted since is not there, and needs no sentence. */
function keep(undone: UndonePapers, changed: readonly ChangeRow[], there: ReadonlyMap<string, PaperRow>): void {
  for (const { uid } of changed) {
    const row = there.get(uid);
    if (row === undefined) continue;
    undone.kept++;
    if (undone.keptTitles.length < mostTitles) undone.keptTitles.push(row.title);
  }
}

/** Counts what `undoRecord` would do now. */
export async function undoConcerns(db: Kysely<Tables>, id: number): Promise<UndoConcerns> {
  const isSame = sql`papers.record_hash is not distinct from changes.after_hash`;
  const from = sql`from paper_changes changes left join papers on papers.uid = changes.uid
    left join saved_papers saved on saved.uid = changes.uid and saved.removed_at is null
    where changes.import_id = ${sql.lit(id)}`;
  const { rows } = await sql<Record<'papers' | 'restored' | 'kept' | 'saved' | 'notes', number>>`select
    count(case when changes.former is null and ${isSame} then 1 end) as papers,
    count(case when changes.former is not null and ${isSame} then 1 end) as restored,
    count(case when papers.uid is not null and not (${isSame}) then 1 end) as kept,
    count(case when changes.former is null and ${isSame} and saved.uid is not null then 1 end) as saved,
    count(case when changes.former is null and ${isSame} and saved.note <> '' then 1 end) as notes
    ${from}`.execute(db);
  const { rows: first } = await sql<{ title: string }>`select papers.title ${from} and changes.former is null
    and ${isSame} order by changes.uid limit ${sql.lit(mostTitles)}`.execute(db);
  const counts = Object.entries(rows[0] ?? {}).map(([name, count]) => [name, Number(count)]);
  return { ...(Object.fromEntries(counts) as Omit<UndoConcerns, 'titles'>), titles: first.map(({ title }) => title) };
}

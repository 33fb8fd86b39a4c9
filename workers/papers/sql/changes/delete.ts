/** Deletes papers with a record, so that the deletion can be undone. */
import type { Kysely } from 'kysely';
import type { Progress } from '../../../base/ports.js';
import { paperOf } from '../rows.js';
import type { DeletedPapers, PapersConcerned, PapersToDelete } from '../results.js';
import { rowsByUid } from '../store-papers.js';
import type { Kind, Tables } from '../tables.js';
import { countIn, endRecord, lockChanges, noteChanges, startRecord } from './record.js';

/** SQLite needs about 50 ms for a transaction of this size. Other writers wait that long. */
const papersAtOnce = 200;
/** The most titles listed. */
export const mostTitles = 20;

export interface Deleting {
  /** A description of the deletion. */
  name: string;
  now: number;
  signal?: AbortSignal | undefined;
  progress?: Progress | undefined;
}

/**
 * One batch per transaction. After a crash the record has the papers that were deleted.
 * @throws the signal's reason
 */
export async function deleteWithRecord(
  db: Kysely<Tables>,
  kind: Kind,
  what: PapersToDelete,
  { name, now, signal, progress }: Deleting,
): Promise<DeletedPapers> {
  const uids = await uidsOf(db, what);
  if (uids.length === 0) return { id: null, deleted: 0, saved: 0 };
  const id = await startRecord(db, { kind: 'deletion', name, now });
  let [deleted, saved] = [0, 0];
  for (let at = 0; at < uids.length; at += papersAtOnce) {
    signal?.throwIfAborted();
    const slice = uids.slice(at, at + papersAtOnce);
    await db.transaction().execute(async (transaction) => {
      await lockChanges(transaction, kind);
      const rows = [...(await rowsByUid(transaction, slice)).values()];
      await noteChanges(
        transaction,
        rows.map((row) => ({
          ...{ import_id: id, uid: row.uid, after_hash: null },
          former: JSON.stringify(paperOf(row)),
        })),
      );
      saved += (await savedIn(transaction, slice)).saved;
      await transaction.deleteFrom('papers').where('uid', 'in', slice).execute();
      await countIn(transaction, id, { deleted: rows.length });
      deleted += rows.length;
    });
    progress?.(Math.min(uids.length, at + papersAtOnce), uids.length);
  }
  await endRecord(db, { id, rejected: 0, now });
  return { id, deleted, saved };
}

/** Returns the uids of existing papers, sorted. */
async function uidsOf(db: Kysely<Tables>, what: PapersToDelete): Promise<string[]> {
  const papers = db.selectFrom('papers').select('uid').orderBy('uid');
  if ('conference' in what) {
    const { conference, year } = what;
    const found = await papers.where('year', '=', year).where('conference', '=', conference).execute();
    return found.map(({ uid }) => uid);
  }
  const uids: string[] = [];
  const wanted = [...new Set(what.uids)].sort();
  for (let at = 0; at < wanted.length; at += papersAtOnce) {
    const found = await papers.where('uid', 'in', wanted.slice(at, at + papersAtOnce)).execute();
    uids.push(...found.map(({ uid }) => uid));
  }
  return uids;
}

/** Counts the papers that are saved, and those with a note. @param uids at most a few hundred */
export async function savedIn(
  db: Kysely<Tables>,
  uids: readonly string[],
): Promise<Pick<PapersConcerned, 'saved' | 'notes'>> {
  if (uids.length === 0) return { saved: 0, notes: 0 };
  const rows = await db
    .selectFrom('saved_papers')
    .select('note')
    .where('uid', 'in', uids)
    .where('removed_at', 'is', null)
    .execute();
  return { saved: rows.length, notes: rows.filter(({ note }) => note !== '').length };
}

/** Counts what `deleteWithRecord` would delete now. */
export async function deletionConcerns(db: Kysely<Tables>, what: PapersToDelete): Promise<PapersConcerned> {
  const uids = await uidsOf(db, what);
  const concerned: PapersConcerned = { papers: uids.length, saved: 0, notes: 0, titles: [] };
  for (let at = 0; at < uids.length; at += papersAtOnce) {
    const { saved, notes } = await savedIn(db, uids.slice(at, at + papersAtOnce));
    concerned.saved += saved;
    concerned.notes += notes;
  }
  const first = [...(await rowsByUid(db, uids.slice(0, mostTitles))).values()];
  return { ...concerned, titles: first.map(({ title }) => title) };
}

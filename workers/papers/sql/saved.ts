/**
 * The list of saved papers. What is taken off it is kept for a while, with its note, so that it can be put back; a
 * paper that is gone from the database stays on the list as it was when it was saved.
 */
import { sql, type Kysely, type Transaction } from 'kysely';
import type { Paper } from '../types.js';
import { paperOf } from './rows.js';
import { rowsByUid } from './store-papers.js';
import type { SavedRow, Tables } from './tables.js';
import type { Noted, SavedPaper, SavedPlace } from './results.js';

/** Milliseconds for which what was taken off the list can be put back. */
const removedLasts = 30 * 24 * 3_600_000;
/** Of SQLite's parameters in a statement. */
const uidsAtOnce = 500;

/** Newest first. */
export async function savedPapers(db: Kysely<Tables>, place: SavedPlace): Promise<SavedPaper[]> {
  let list = db
    .selectFrom('saved_papers')
    .selectAll()
    .where('removed_at', 'is', null)
    .orderBy('saved_at', 'desc')
    .orderBy('uid')
    .limit(place.limit);
  if ('from' in place) list = list.offset(place.from);
  else if (place.after !== null) {
    const { savedAt, uid } = place.after;
    list = list.where((is) =>
      is.or([is('saved_at', '<', savedAt), is.and([is('saved_at', '=', savedAt), is('uid', '>', uid)])]),
    );
  }
  return withPapers(db, await list.execute());
}

export async function countSaved(db: Kysely<Tables>): Promise<number> {
  const { saved } = await db
    .selectFrom('saved_papers')
    .where('removed_at', 'is', null)
    .select(({ fn }) => fn.countAll<number>().as('saved'))
    .executeTakeFirstOrThrow();
  return saved;
}

/** What can be put back; what was taken off last comes first. */
export async function removedPapers(db: Kysely<Tables>, now: number, limit: number): Promise<SavedPaper[]> {
  const rows = await db
    .selectFrom('saved_papers')
    .selectAll()
    .where('removed_at', '>', now - removedLasts)
    .orderBy('removed_at', 'desc')
    .orderBy('uid')
    .limit(limit)
    .execute();
  return withPapers(db, rows);
}

/** Of those of them that are on the list the notes. */
export async function savedAmong(
  db: Kysely<Tables>,
  uids: readonly string[],
): Promise<Pick<SavedRow, 'uid' | 'note'>[]> {
  const found: Pick<SavedRow, 'uid' | 'note'>[] = [];
  for (let at = 0; at < uids.length; at += uidsAtOnce) {
    const rows = await db
      .selectFrom('saved_papers')
      .select(['uid', 'note'])
      .where('uid', 'in', uids.slice(at, at + uidsAtOnce))
      .where('removed_at', 'is', null)
      .execute();
    found.push(...rows);
  }
  return found;
}

/**
 * Puts a paper on the list; one that is there stays as it is. The note of one that was taken off is there again.
 * @returns false where there is no such paper
 */
export async function savePaper(db: Kysely<Tables>, uid: string, now: number): Promise<boolean> {
  return db.transaction().execute((transaction) => put(transaction, uid, now));
}

/** Puts back what was taken off, in its place. @returns false where nothing of the kind is known */
export async function restoreSaved(db: Kysely<Tables>, uid: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('saved_papers')
    .set({ removed_at: null })
    .where('uid', '=', uid)
    .executeTakeFirst();
  return Number(numUpdatedRows) > 0;
}

/** @returns false where it is not on the list */
export async function removeSaved(db: Kysely<Tables>, uid: string, now: number): Promise<boolean> {
  return db.transaction().execute(async (transaction) => {
    await transaction
      .deleteFrom('saved_papers')
      .where('removed_at', '<=', now - removedLasts)
      .execute();
    const { numUpdatedRows } = await transaction
      .updateTable('saved_papers')
      .set({ removed_at: now })
      .where('uid', '=', uid)
      .where('removed_at', 'is', null)
      .executeTakeFirst();
    return Number(numUpdatedRows) > 0;
  });
}

/**
 * Keeps a note, and the paper on the list with it, also where it was not on it or was taken off meanwhile. A note that
 * is refused changes nothing.
 * @param seen the note that the writer has seen: where another one is there by now, it stays; undefined for whoever
 *   wants to write over anything
 */
/** Notes of before have their letters as they were typed. */
const isSame = (one: string, other: string): boolean => one.normalize('NFC') === other.normalize('NFC');

export async function noteSaved(
  db: Kysely<Tables>,
  { uid, note, seen, now }: { uid: string; note: string; seen: string | undefined; now: number },
): Promise<Noted> {
  return db.transaction().execute(async (transaction): Promise<Noted> => {
    const isOther = (stored: string): boolean => seen !== undefined && ![seen, note].some((one) => isSame(stored, one));
    // A write, so that two who do it at once wait for each other.
    const before = await transaction
      .updateTable('saved_papers')
      .set({ uid })
      .where('uid', '=', uid)
      .returning('note')
      .executeTakeFirst();
    if (before !== undefined && isOther(before.note)) return { is: 'changed', stored: before.note };
    if (!(await put(transaction, uid, now))) return { is: 'unknown' };
    // Another one may have put it on the list since.
    const { note: stored } = await transaction
      .selectFrom('saved_papers')
      .select('note')
      .where('uid', '=', uid)
      .executeTakeFirstOrThrow();
    if (isOther(stored)) return { is: 'changed', stored };
    await transaction.updateTable('saved_papers').set({ note }).where('uid', '=', uid).execute();
    return { is: 'kept' };
  });
}

/** Writes first, so that two who do it at once wait for each other. */
async function put(db: Transaction<Tables>, uid: string, now: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('saved_papers')
    .set({
      saved_at: sql<number>`case when removed_at is null then saved_at else ${sql.lit(now)} end`,
      removed_at: null,
    })
    .where('uid', '=', uid)
    .executeTakeFirst();
  if (Number(numUpdatedRows) > 0) return true;
  const row = (await rowsByUid(db, [uid])).get(uid);
  if (row === undefined) return false;
  await db
    .insertInto('saved_papers')
    .values({ uid, saved_at: now, removed_at: null, note: '', record: JSON.stringify(paperOf(row)) })
    .onConflict((conflict) => conflict.column('uid').doNothing())
    .execute();
  return true;
}

async function withPapers(db: Kysely<Tables>, rows: readonly SavedRow[]): Promise<SavedPaper[]> {
  const papers = await rowsByUid(
    db,
    rows.map(({ uid }) => uid),
  );
  return rows.map(({ uid, note, saved_at: savedAt, record }) => {
    const row = papers.get(uid);
    const paper = row === undefined ? (JSON.parse(record) as Paper) : paperOf(row);
    return { paper, note, savedAt, isGone: row === undefined };
  });
}

/**
 * The list of saved papers. A removed paper is kept for some time with its note, so that it can be restored. A paper
 * that is deleted from the database stays saved as a copy made when it was saved.
 */
import type { Kysely } from 'kysely';
import type { Paper } from '../../types.js';
import { paperOf } from '../rows.js';
import { rowsByUid } from '../store-papers.js';
import type { PaperRow, SavedRow, Tables } from '../tables.js';
import type { ListEntry, Noted, SavedCopy, SavedFilter, SavedPaper, SavedPlace } from '../results.js';
import { enterLists, listsOf, matchesSaved } from './lists.js';
import { putSaved } from './put-saved.js';

/** Milliseconds during which a removed paper can be restored. */
const removedLasts = 30 * 24 * 3_600_000;
/** Parameters per statement in SQLite. */
const uidsAtOnce = 500;

/** Newest first. */
export async function savedPapers(db: Kysely<Tables>, place: SavedPlace): Promise<SavedPaper[]> {
  let list = db
    .selectFrom('saved_papers')
    .selectAll()
    .where(matchesSaved(place.filter ?? {}))
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

export async function countSaved(db: Kysely<Tables>, filter: SavedFilter): Promise<number> {
  const { saved } = await db
    .selectFrom('saved_papers')
    .where(matchesSaved(filter))
    .select(({ fn }) => fn.countAll<number>().as('saved'))
    .executeTakeFirstOrThrow();
  return saved;
}

/** Returns papers that can be restored, last removed first. */
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

/** Returns the notes and lists of the given papers that are saved. */
export async function savedAmong(
  db: Kysely<Tables>,
  uids: readonly string[],
): Promise<{ uid: string; note: string; lists: string[] }[]> {
  const found: { uid: string; note: string; lists: string[] }[] = [];
  for (let at = 0; at < uids.length; at += uidsAtOnce) {
    const slice = uids.slice(at, at + uidsAtOnce);
    const rows = await db
      .selectFrom('saved_papers')
      .select(['uid', 'note'])
      .where('uid', 'in', slice)
      .where('removed_at', 'is', null)
      .execute();
    const lists = await listsOf(db, slice);
    found.push(...rows.map((row) => ({ ...row, lists: (lists.get(row.uid) ?? []).map(({ list }) => list) })));
  }
  return found;
}

/** Returns a saved paper; undefined if it is not saved. */
export async function savedPaper(db: Kysely<Tables>, uid: string): Promise<SavedPaper | undefined> {
  const rows = await db
    .selectFrom('saved_papers')
    .selectAll()
    .where('uid', '=', uid)
    .where('removed_at', 'is', null)
    .execute();
  return (await withPapers(db, rows))[0];
}

/**
 * Saves a paper. A saved paper does not change. A removed paper gets its note back.
 * @returns false if the paper does not exist
 */
export async function savePaper(db: Kysely<Tables>, uid: string, now: number): Promise<boolean> {
  return db.transaction().execute(async (transaction) => (await putSaved(transaction, [uid], now)).length > 0);
}

/** Restores a removed paper at its former position. @returns false if it is unknown */
export async function restoreSaved(db: Kysely<Tables>, uid: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('saved_papers')
    .set({ removed_at: null })
    .where('uid', '=', uid)
    .executeTakeFirst();
  return Number(numUpdatedRows) > 0;
}

/** @returns false if the paper is not saved */
export async function removeSaved(db: Kysely<Tables>, uid: string, now: number): Promise<boolean> {
  return db.transaction().execute(async (transaction) => {
    await transaction
      .deleteFrom('saved_papers')
      .where('removed_at', '<=', now - removedLasts)
      .execute();
    await transaction
      .deleteFrom('saved_lists')
      .where('uid', 'not in', transaction.selectFrom('saved_papers').select('uid'))
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

/** Notes of former versions are stored as typed, without composed letters. */
const isSame = (one: string, other: string): boolean => one.normalize('NFC') === other.normalize('NFC');

/**
 * Sets a note and saves the paper, even if it was not saved or was removed meanwhile. A rejected note changes nothing.
 * @param seen the note that the writer has seen: if the current note differs, it is kept; undefined overwrites any note
 */
export async function noteSaved(
  db: Kysely<Tables>,
  { uid, note, seen, now }: { uid: string; note: string; seen: string | undefined; now: number },
): Promise<Noted> {
  return db.transaction().execute(async (transaction): Promise<Noted> => {
    const isOther = (stored: string): boolean => seen !== undefined && ![seen, note].some((one) => isSame(stored, one));
    // Starts with a write, so that concurrent calls wait for each other.
    const before = await transaction
      .updateTable('saved_papers')
      .set({ uid })
      .where('uid', '=', uid)
      .returning('note')
      .executeTakeFirst();
    if (before !== undefined && isOther(before.note)) return { is: 'changed', stored: before.note };
    if ((await putSaved(transaction, [uid], now)).length === 0) return { is: 'unknown' };
    // Another program may have saved the paper meanwhile.
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

/**
 * Saves copies of papers. A removed paper is saved again, an empty note is filled, and lists are added. A note or a
 * decision that is here stays.
 * @returns how many were saved, and how many have another note
 */
export async function addSavedCopies(
  db: Kysely<Tables>,
  copies: readonly SavedCopy[],
): Promise<{ added: number; others: number }> {
  let [added, others] = [0, 0];
  await db.transaction().execute(async (transaction) => {
    for (const { paper, note, savedAt, readAt, lists } of copies) {
      const { uid } = paper;
      const inserted = await transaction
        .insertInto('saved_papers')
        .values({ uid, saved_at: savedAt, removed_at: null, note, record: JSON.stringify(paper), read_at: readAt })
        .onConflict((conflict) => conflict.column('uid').doNothing())
        .executeTakeFirst();
      await enterLists(
        transaction,
        lists.map((entry) => ({ ...entry, uid })),
      );
      if (Number(inserted.numInsertedOrUpdatedRows) > 0) {
        added++;
        continue;
      }
      const here = await transaction
        .selectFrom('saved_papers')
        .select(['note', 'removed_at', 'read_at'])
        .where('uid', '=', uid)
        .executeTakeFirstOrThrow();
      if (here.removed_at !== null) added++;
      if (note !== '' && here.note !== '' && !isSame(here.note, note)) others++;
      const kept = here.note === '' ? note : here.note;
      await transaction
        .updateTable('saved_papers')
        .set({ removed_at: null, note: kept, read_at: here.read_at ?? readAt })
        .where('uid', '=', uid)
        .execute();
    }
  });
  return { added, others };
}

async function withPapers(db: Kysely<Tables>, rows: readonly SavedRow[]): Promise<SavedPaper[]> {
  const papers = new Map<string, PaperRow>();
  const lists = new Map<string, ListEntry[]>();
  for (let at = 0; at < rows.length; at += uidsAtOnce) {
    const uids = rows.slice(at, at + uidsAtOnce).map(({ uid }) => uid);
    for (const [uid, row] of await rowsByUid(db, uids)) papers.set(uid, row);
    for (const [uid, entries] of await listsOf(db, uids)) lists.set(uid, entries);
  }
  return rows.map(({ uid, note, saved_at: savedAt, read_at: readAt, record }) => {
    const row = papers.get(uid);
    const paper = row === undefined ? (JSON.parse(record) as Paper) : paperOf(row);
    return { paper, note, savedAt, isGone: row === undefined, readAt, lists: lists.get(uid) ?? [] };
  });
}

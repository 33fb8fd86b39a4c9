/** The named lists of saved papers, and their screening. */
import { sql, type ExpressionBuilder, type Kysely, type Transaction } from 'kysely';
import type { Decision, ListEntry, SavedFilter, SavedList } from '../results.js';
import type { Tables } from '../tables.js';
import { putSaved } from './put-saved.js';

/** Papers per transaction. */
const papersAtOnce = 200;

/** The condition of the saved papers that match. */
export const matchesSaved =
  ({ list, isRead, decision }: SavedFilter) =>
  (is: ExpressionBuilder<Tables, 'saved_papers'>) => {
    let onList = is
      .selectFrom('saved_lists')
      .select('saved_lists.uid')
      .whereRef('saved_lists.uid', '=', 'saved_papers.uid');
    if (list !== undefined) onList = onList.where('list', '=', list);
    if (decision === 'none') onList = onList.where('decision', 'is', null);
    else if (decision !== undefined) onList = onList.where('decision', '=', decision);
    return is.and([
      is('removed_at', 'is', null),
      ...(isRead === undefined ? [] : [is('read_at', isRead ? 'is not' : 'is', null)]),
      ...(list === undefined && decision === undefined ? [] : [is.exists(onList)]),
    ]);
  };

/** Returns the lists with at least one paper, sorted by name. */
export async function savedLists(db: Kysely<Tables>): Promise<SavedList[]> {
  const { rows } = await sql<SavedList>`select saved_lists.list, count(*) as papers,
      count(case when read_at is null then 1 end) as unread,
      count(case when decision = 'yes' then 1 end) as yes,
      count(case when decision = 'no' then 1 end) as no,
      count(case when decision = 'maybe' then 1 end) as maybe
    from saved_lists join saved_papers on saved_papers.uid = saved_lists.uid
    where removed_at is null group by saved_lists.list order by saved_lists.list`.execute(db);
  return rows.map(({ list, papers, unread, yes, no, maybe }) => ({
    ...{ list, papers: Number(papers), unread: Number(unread) },
    ...{ yes: Number(yes), no: Number(no), maybe: Number(maybe) },
  }));
}

/** Returns the lists of each paper that is on one. @param uids at most a few hundred */
export async function listsOf(db: Kysely<Tables>, uids: readonly string[]): Promise<Map<string, ListEntry[]>> {
  const lists = new Map<string, ListEntry[]>();
  if (uids.length === 0) return lists;
  const rows = await db.selectFrom('saved_lists').selectAll().where('uid', 'in', uids).orderBy('list').execute();
  for (const { uid, list, decision, decided_at: decidedAt } of rows)
    lists.set(uid, [...(lists.get(uid) ?? []), { list, decision, decidedAt }]);
  return lists;
}

/** Saves papers and puts them on a list. Papers that do not exist are skipped. @returns how many are on it now */
export async function addToList(
  db: Kysely<Tables>,
  { uids, list, now }: { uids: readonly string[]; list: string; now: number },
): Promise<number> {
  let count = 0;
  // PostgreSQL rejects a statement that enters a paper twice.
  const wanted = [...new Set(uids)];
  for (let at = 0; at < wanted.length; at += papersAtOnce) {
    const slice = wanted.slice(at, at + papersAtOnce);
    await db.transaction().execute(async (transaction) => {
      const saved = await putSaved(transaction, slice, now - at);
      count += saved.length;
      await enterLists(
        transaction,
        saved.map((uid) => ({ uid, list, decision: null, decidedAt: null })),
      );
    });
  }
  return count;
}

/** A decision that is there stays. */
export async function enterLists(
  transaction: Transaction<Tables>,
  entries: readonly (ListEntry & { uid: string })[],
): Promise<void> {
  if (entries.length === 0) return;
  await transaction
    .insertInto('saved_lists')
    .values(entries.map(({ uid, list, decision, decidedAt }) => ({ uid, list, decision, decided_at: decidedAt })))
    .onConflict((conflict) =>
      conflict.columns(['list', 'uid']).doUpdateSet({
        decision: sql<Decision>`coalesce(saved_lists.decision, excluded.decision)`,
        decided_at: sql<number>`coalesce(saved_lists.decided_at, excluded.decided_at)`,
      }),
    )
    .execute();
}

/** @returns false if the paper is not on the list */
export async function removeFromList(db: Kysely<Tables>, uid: string, list: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('saved_lists')
    .where('list', '=', list)
    .where('uid', '=', uid)
    .executeTakeFirst();
  return Number(numDeletedRows) > 0;
}

/** If there is a list with the new name, both become one. @returns false if there is no such list */
export async function renameList(db: Kysely<Tables>, list: string, name: string): Promise<boolean> {
  return db.transaction().execute(async (transaction) => {
    // Starts with a write, so that concurrent calls wait for each other.
    const rows = await transaction.deleteFrom('saved_lists').where('list', '=', list).returningAll().execute();
    const entries = rows.map(({ uid, decision, decided_at: decidedAt }) => ({ uid, list: name, decision, decidedAt }));
    for (let at = 0; at < entries.length; at += papersAtOnce)
      await enterLists(transaction, entries.slice(at, at + papersAtOnce));
    return rows.length > 0;
  });
}

/** The papers stay saved. @returns false if there is no such list */
export async function deleteList(db: Kysely<Tables>, list: string): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom('saved_lists').where('list', '=', list).executeTakeFirst();
  return Number(numDeletedRows) > 0;
}

/** A paper that is read keeps its date. @returns false if the paper is not saved */
export async function markRead(
  db: Kysely<Tables>,
  { uid, isRead, now }: { uid: string; isRead: boolean; now: number },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('saved_papers')
    .set({ read_at: isRead ? sql<number>`coalesce(read_at, ${sql.lit(now)})` : null })
    .where('uid', '=', uid)
    .where('removed_at', 'is', null)
    .executeTakeFirst();
  return Number(numUpdatedRows) > 0;
}

/** @returns false if the paper is not on the list */
export async function decide(
  db: Kysely<Tables>,
  { list, uid, decision, now }: { list: string; uid: string; decision: Decision; now: number },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('saved_lists')
    .set({ decision, decided_at: now })
    .where('list', '=', list)
    .where('uid', '=', uid)
    .where('uid', 'in', (saved) => saved.selectFrom('saved_papers').select('uid').where('removed_at', 'is', null))
    .executeTakeFirst();
  return Number(numUpdatedRows) > 0;
}

/** Takes back the last decision on a list. @returns the paper; undefined if there is no decision */
export async function undoDecision(db: Kysely<Tables>, list: string): Promise<string | undefined> {
  const last = await db
    .selectFrom('saved_lists')
    .innerJoin('saved_papers', 'saved_papers.uid', 'saved_lists.uid')
    .select('saved_lists.uid')
    .where('list', '=', list)
    .where('decided_at', 'is not', null)
    .where('removed_at', 'is', null)
    .orderBy('decided_at', 'desc')
    .orderBy('saved_lists.uid')
    .limit(1)
    .executeTakeFirst();
  if (last === undefined) return undefined;
  await db
    .updateTable('saved_lists')
    .set({ decision: null, decided_at: null })
    .where('list', '=', list)
    .where('uid', '=', last.uid)
    .execute();
  return last.uid;
}

/**
 * For papers that become one: it gets the lists of the others, and is read if one of them is. Those without a note are
 * removed from the saved papers, because they would be listed twice. `undoRecord` restores them by `now`.
 */
export async function uniteSaved(
  transaction: Transaction<Tables>,
  { uid, others, now }: { uid: string; others: readonly string[]; now: number },
): Promise<void> {
  const saved = await transaction
    .selectFrom('saved_papers')
    .select(['uid', 'note', 'read_at'])
    .where('uid', 'in', others)
    .where('removed_at', 'is', null)
    .execute();
  if (saved.length === 0) return;
  const lists = await listsOf(
    transaction,
    saved.map((one) => one.uid),
  );
  for (const entries of lists.values())
    await enterLists(
      transaction,
      entries.map((entry) => ({ ...entry, uid })),
    );
  const read = saved.flatMap(({ read_at: at }) => at ?? []);
  if (read.length > 0) await markRead(transaction, { uid, isRead: true, now: Math.min(...read) });
  const bare = saved.filter(({ note }) => note === '').map((one) => one.uid);
  if (bare.length > 0)
    await transaction.updateTable('saved_papers').set({ removed_at: now }).where('uid', 'in', bare).execute();
}

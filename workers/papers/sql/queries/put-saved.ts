import { sql, type Transaction } from 'kysely';
import { paperOf } from '../rows.js';
import { rowsByUid } from '../store-papers.js';
import type { Tables } from '../tables.js';

/**
 * Saves papers. Starts with a write, so that concurrent calls wait for each other. Papers that are saved together keep
 * their order, because each is a millisecond older than the one before.
 * @param uids at most a few hundred
 * @returns the uids that exist
 */
export async function putSaved(db: Transaction<Tables>, uids: readonly string[], now: number): Promise<string[]> {
  const saved = await db
    .updateTable('saved_papers')
    .set({
      saved_at: sql<number>`case when removed_at is null then saved_at else ${sql.lit(now)} end`,
      removed_at: null,
    })
    .where('uid', 'in', uids)
    .returning('uid')
    .execute();
  const there = new Set(saved.map(({ uid }) => uid));
  const papers = await rowsByUid(
    db,
    uids.filter((uid) => !there.has(uid)),
  );
  const rows = uids.flatMap((uid, n) => {
    const row = papers.get(uid);
    const facts = { uid, saved_at: now - n, removed_at: null, note: '', read_at: null };
    return row === undefined ? [] : [{ ...facts, record: JSON.stringify(paperOf(row)) }];
  });
  if (rows.length > 0)
    await db
      .insertInto('saved_papers')
      .values(rows)
      .onConflict((conflict) => conflict.column('uid').doNothing())
      .execute();
  return uids.filter((uid) => there.has(uid) || papers.has(uid));
}

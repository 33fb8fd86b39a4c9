import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { Paper } from '../../types.js';
import { paperOf } from '../rows.js';
import { rowsByUid } from '../store-papers.js';
import type { Kind, Tables } from '../tables.js';
import type { Claim, Failure } from '../results.js';

/** Uids after `after`, and up to `upTo`. */
interface Reach {
  after: string;
  upTo?: string;
}

/** In milliseconds. */
interface Lease {
  now: number;
  leaseMs: number;
}

const rowsAtOnce = 1000;
const day = 24 * 3_600_000;
/** Milliseconds. A time further in the future was written while a clock was fast, and is ignored. */
const longestLease = day;
export const longestPause = 31 * day;

const leaseEnd = (now: number, leaseMs: number): number => now + Math.min(leaseMs, longestLease);

/** Returns true if a time has passed, or is too far in the future to be right. */
export const isDue = (column: string, now: number, longest: number): RawBuilder<boolean> =>
  sql`(${sql.ref(column)} <= ${now} or ${sql.ref(column)} > ${now + longest})`;

/**
 * Claims papers whose document was not embedded in the collection yet, sorted by uid. One statement, so that concurrent
 * claims get different papers.
 */
export async function claimUids(
  db: Kysely<Tables>,
  kind: Kind,
  { collection, owner, limit, leaseMs, now, after, upTo }: Claim & Lease & Reach & { limit: number },
): Promise<string[]> {
  const lock = kind === 'postgres' ? sql`for update of papers skip locked` : sql``;
  // The conditions are repeated, because PostgreSQL may have evaluated the first ones before another claim was
  // committed.
  const { rows } = await sql<{ uid: string }>`
    insert into embedding_state (collection, uid, claimed_by, claimed_until)
    select ${collection}, papers.uid, ${owner}, ${sql.lit(leaseEnd(now, leaseMs))}
    from papers left join embedding_state state on state.collection = ${collection} and state.uid = papers.uid
    where papers.uid > ${after} ${upTo === undefined ? sql`` : sql`and papers.uid <= ${upTo}`}
      and (state.uid is null
        or (state.hash is distinct from papers.record_hash
          and (state.claimed_by is null or state.claimed_by = ${owner}
            or ${isDue('state.claimed_until', now, longestLease)})
          and (state.failed_hash is distinct from papers.record_hash or ${isDue('state.retry_at', now, longestPause)})))
    order by papers.uid limit ${limit} ${lock}
    on conflict (collection, uid) do update set claimed_by = excluded.claimed_by, claimed_until = excluded.claimed_until
    where (embedding_state.claimed_by is null or embedding_state.claimed_by = excluded.claimed_by
        or ${isDue('embedding_state.claimed_until', now, longestLease)})
      and embedding_state.hash is distinct from (select record_hash from papers where papers.uid = excluded.uid)
    returning uid`.execute(db);
  return rows.map(({ uid }) => uid).sort();
}

export async function papersOf(db: Kysely<Tables>, uids: readonly string[]): Promise<Paper[]> {
  const rows = await rowsByUid(db, uids);
  return uids.flatMap((uid) => {
    const row = rows.get(uid);
    return row === undefined ? [] : [paperOf(row)];
  });
}

/** Notes which documents the collection holds now, and releases the claims. */
export async function noteEmbedded(
  db: Kysely<Tables>,
  { collection, owner, papers }: Claim & { papers: readonly { uid: string; hash: string }[] },
): Promise<void> {
  const last = new Map(papers.map((paper) => [paper.uid, paper]));
  await inSlices([...last.values()], (slice) =>
    db
      .insertInto('embedding_state')
      .values(
        slice.map(({ uid, hash }) => ({
          collection,
          uid,
          hash,
          claimed_by: null,
          claimed_until: null,
          failure: null,
          failed_hash: null,
          retry_at: null,
        })),
      )
      .onConflict((conflict) =>
        conflict.columns(['collection', 'uid']).doUpdateSet((excluded) => ({
          hash: excluded.ref('excluded.hash'),
          failure: null,
          failed_hash: null,
          retry_at: null,
          ...released(owner),
        })),
      )
      .execute(),
  );
}

/**
 * Releases the claim only if the owner still holds it. Another owner may have claimed the paper after the lease ended.
 */
const released = (owner: string) => {
  const unlessOwn = <Value>(column: string) =>
    sql<Value | null>`case when embedding_state.claimed_by = ${owner} then null
      else ${sql.ref(`embedding_state.${column}`)} end`;
  return { claimed_by: unlessOwn<string>('claimed_by'), claimed_until: unlessOwn<number>('claimed_until') };
};

/** Notes a failure and releases the owner's claim. */
export async function noteFailure(
  db: Kysely<Tables>,
  { collection, owner, uid, hash, reason, retryAt }: Claim & Failure,
): Promise<void> {
  const failure = { failure: reason, failed_hash: hash, retry_at: retryAt };
  await db
    .insertInto('embedding_state')
    .values({ collection, uid, hash: null, ...failure })
    .onConflict((conflict) => conflict.columns(['collection', 'uid']).doUpdateSet({ ...failure, ...released(owner) }))
    .execute();
}

/** Releases the owner's claims, or all of them without `uids`. */
export async function releaseClaims(db: Kysely<Tables>, claim: Claim & { uids?: readonly string[] }): Promise<void> {
  await changeClaims(db, claim, { claimed_by: null, claimed_until: null });
}

/** Extends the owner's claims. */
export async function extendClaims(
  db: Kysely<Tables>,
  { now, leaseMs, ...claim }: Claim & Lease & { uids?: readonly string[] },
): Promise<void> {
  await changeClaims(db, claim, { claimed_until: leaseEnd(now, leaseMs) });
}

async function changeClaims(
  db: Kysely<Tables>,
  { collection, owner, uids }: Claim & { uids?: readonly string[] },
  change: { claimed_by?: null; claimed_until: number | null },
): Promise<void> {
  const all = db
    .updateTable('embedding_state')
    .set(change)
    .where('collection', '=', collection)
    .where('claimed_by', '=', owner);
  if (uids === undefined) await all.execute();
  else await inSlices(uids, (slice) => all.where('uid', 'in', slice).execute());
}

/** Returns the name under which the content of a store's collection is noted (`DatabaseManager.embeddingNotes`). */
export async function notesOf(
  db: Kysely<Tables>,
  { collection, store, take }: { collection: string; store: string; take: boolean },
): Promise<string> {
  const name = `vector_store:${collection}`;
  if (take)
    await db
      .insertInto('paper_settings')
      .values({ name, value: store })
      .onConflict((conflict) => conflict.column('name').doNothing())
      .execute();
  const first = await db.selectFrom('paper_settings').select('value').where('name', '=', name).executeTakeFirst();
  return first === undefined || first.value === store ? collection : `${collection}@${store}`;
}

/** Returns the collection's name in a name of `notesOf`. */
export const nameIn = (notes: string): string => notes.replace(/@([0-9a-f]{16}|none)$/, '');

/** Marks these papers, or all, as never embedded in the collection. Keeps claims. */
export async function forgetEmbedded(
  db: Kysely<Tables>,
  { collection, uids }: { collection: string; uids?: readonly string[] },
): Promise<void> {
  const all = db
    .updateTable('embedding_state')
    .set({ hash: null, failure: null, failed_hash: null, retry_at: null })
    .where('collection', '=', collection);
  if (uids === undefined) await all.execute();
  else await inSlices(uids, (slice) => all.where('uid', 'in', slice).execute());
}

/** The setting with the number of papers whose vectors a collection has lost since it was complete. */
export const lostSetting = (collection: string): string => `vectors_lost:${collection}`;

/** Marks papers as never embedded, and adds them to the lost ones. */
export async function noteLost(
  db: Kysely<Tables>,
  { collection, uids }: { collection: string; uids: readonly string[] },
): Promise<void> {
  const [name, count] = [lostSetting(collection), String(uids.length)];
  await db.transaction().execute(async (transaction) => {
    await sql`insert into paper_settings (name, value) values (${name}, ${count}) on conflict (name) do update
      set value = cast(cast(paper_settings.value as integer) + ${sql.lit(uids.length)} as text)`.execute(transaction);
    await forgetEmbedded(transaction, { collection, uids });
  });
}

export async function forgetLost(db: Kysely<Tables>, collection: string): Promise<void> {
  await db.deleteFrom('paper_settings').where('name', '=', lostSetting(collection)).execute();
}

/** Deletes the state of deleted papers. */
export async function forgetGone(
  db: Kysely<Tables>,
  { collection, uids }: { collection: string; uids: readonly string[] },
): Promise<void> {
  await inSlices(uids, (slice) =>
    db
      .deleteFrom('embedding_state')
      .where('collection', '=', collection)
      .where('uid', 'in', slice)
      .where((where) =>
        where.not(
          where.exists(
            where.selectFrom('papers').select('papers.uid').whereRef('papers.uid', '=', 'embedding_state.uid'),
          ),
        ),
      )
      .execute(),
  );
}

async function inSlices<Item>(items: readonly Item[], work: (slice: Item[]) => Promise<unknown>): Promise<void> {
  for (let at = 0; at < items.length; at += rowsAtOnce) await work(items.slice(at, at + rowsAtOnce));
}

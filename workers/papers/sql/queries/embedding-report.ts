import { sql, type Kysely } from 'kysely';
import { isDue, longestPause } from './embedding-state.js';
import type { EmbeddingBacklog, EmbeddingFailure } from '../results.js';
import { lostSetting, nameIn } from './embedding-state.js';
import type { Tables } from '../tables.js';

const uidsAtOnce = 5000;

export async function backlogOf(db: Kysely<Tables>, collection: string, now: number): Promise<EmbeddingBacklog> {
  const counts = await countsOf(db, collection, now);
  if (counts.embedded === counts.total) return { ...counts, elsewhere: 0, lost: 0 };
  return { ...counts, elsewhere: await countElsewhere(db, collection), lost: await countLost(db, collection, counts) };
}

/** The noted number includes papers that were embedded again since. */
async function countLost(
  db: Kysely<Tables>,
  collection: string,
  { waiting, failed }: Pick<EmbeddingBacklog, 'waiting' | 'failed'>,
): Promise<number> {
  const settings = db.selectFrom('paper_settings').select('value').where('name', '=', lostSetting(collection));
  const noted = await settings.executeTakeFirst();
  return Math.min(Number(noted?.value ?? 0), waiting + failed);
}

/**
 * Counts papers that other stores with a collection of this name (`notesOf`) hold in their current form and this one
 * does not.
 */
async function countElsewhere(db: Kysely<Tables>, collection: string): Promise<number> {
  const name = nameIn(collection);
  const { rows } = await sql<{ count: number }>`
    select count(distinct state.uid) as count
    from embedding_state state
      join papers on papers.uid = state.uid and papers.record_hash = state.hash
      left join embedding_state own on own.collection = ${collection} and own.uid = state.uid
    where state.collection <> ${collection}
      and (state.collection = ${name} or (state.collection > ${`${name}@`} and state.collection < ${`${name}A`}))
      and own.hash is distinct from papers.record_hash`.execute(db);
  return Number(rows[0]?.count ?? 0);
}

async function countsOf(
  db: Kysely<Tables>,
  collection: string,
  now: number,
): Promise<Omit<EmbeddingBacklog, 'elsewhere' | 'lost'>> {
  const { rows } = await sql<{ total: number; embedded: number; failed: number }>`
    select count(*) as total,
      coalesce(sum(case when state.hash = papers.record_hash then 1 else 0 end), 0) as embedded,
      coalesce(sum(case when state.failed_hash = papers.record_hash
        and not ${isDue('state.retry_at', now, longestPause)}
        and state.hash is distinct from papers.record_hash then 1 else 0 end), 0) as failed
    from papers left join embedding_state state on state.collection = ${collection} and state.uid = papers.uid`.execute(
    db,
  );
  const { total, embedded, failed } = rows[0] ?? { total: 0, embedded: 0, failed: 0 };
  return { total, embedded, waiting: total - embedded - failed, failed };
}

/** Sorted by retry time; at most `limit`. */
export async function failuresOf(db: Kysely<Tables>, collection: string, limit = 1000): Promise<EmbeddingFailure[]> {
  const rows = await db
    .selectFrom('embedding_state')
    .innerJoin('papers', 'papers.uid', 'embedding_state.uid')
    .where('collection', '=', collection)
    .whereRef('failed_hash', '=', 'papers.record_hash')
    .select(['papers.uid', 'papers.title', 'failure', 'retry_at'])
    .orderBy('retry_at')
    .orderBy('papers.uid')
    .limit(limit)
    .execute();
  return rows.map(({ uid, title, failure, retry_at: retryAt }) => ({
    uid,
    title,
    reason: failure ?? '',
    retry_at: retryAt ?? 0,
  }));
}

/** Returns uids of deleted papers whose vectors the collection holds, at most `limit`. */
export async function goneUids(db: Kysely<Tables>, collection: string, limit: number): Promise<string[]> {
  const { rows } = await sql<{ uid: string }>`
    select state.uid from embedding_state state
    where state.collection = ${collection} and not exists (select 1 from papers where papers.uid = state.uid)
    order by state.uid limit ${limit}`.execute(db);
  return rows.map(({ uid }) => uid);
}

/** Yields the uids of all vectors in the collection, sorted, including papers deleted or changed since. */
export async function* embeddedUids(db: Kysely<Tables>, collection: string): AsyncGenerator<string> {
  for (let after = ''; ;) {
    const rows = await db
      .selectFrom('embedding_state')
      .select('uid')
      .where('collection', '=', collection)
      .where('hash', 'is not', null)
      .where('uid', '>', after)
      .orderBy('uid')
      .limit(uidsAtOnce)
      .execute();
    for (const { uid } of rows) yield uid;
    const last = rows.at(-1);
    if (last === undefined || rows.length < uidsAtOnce) return;
    after = last.uid;
  }
}

/** Returns the hash that each paper had when it was embedded in the collection. */
export async function embeddedHashes(
  db: Kysely<Tables>,
  { collection, uids }: { collection: string; uids: readonly string[] },
): Promise<Map<string, string>> {
  const hashes = new Map<string, string>();
  for (let at = 0; at < uids.length; at += uidsAtOnce) {
    const rows = await db
      .selectFrom('embedding_state')
      .select(['uid', 'hash'])
      .where('collection', '=', collection)
      .where('uid', 'in', uids.slice(at, at + uidsAtOnce))
      .execute();
    for (const { uid, hash } of rows) if (hash !== null) hashes.set(uid, hash);
  }
  return hashes;
}

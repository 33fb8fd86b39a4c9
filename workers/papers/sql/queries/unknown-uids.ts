import { setImmediate as nextTurn } from 'node:timers/promises';
import { sql, type Kysely } from 'kysely';
import type { Kind, Tables } from '../tables.js';
import { manyUids } from './many-uids.js';

/** Looking up this many takes about 5 ms. */
const atOnce = 5000;

/**
 * Returns the uids that no paper has, unordered. Transfers text instead of rows, which take much longer between
 * threads.
 */
export async function unknownUids(db: Kysely<Tables>, kind: Kind, uids: readonly string[]): Promise<string[]> {
  if (kind === 'sqlite' && uids.length > atOnce && (await isMuchOf(db, uids.length))) {
    const read = await manyUids(db, sql`select uid from papers`);
    // Each of these steps takes 20 ms for 100,000.
    await nextTurn();
    const all = new Set(read);
    await nextTurn();
    return uids.filter((uid) => !all.has(uid));
  }
  const unknown: string[] = [];
  for (let at = 0; at < uids.length; at += atOnce) {
    const some = uids.slice(at, at + atOnce);
    const given =
      kind === 'sqlite'
        ? sql`select value as uid from json_each(${JSON.stringify(some)})`
        : sql`select uid from unnest(${some}::text[]) as given (uid)`;
    const { rows } = await sql<{ uid: string }>`select uid from (${given}) as asked
      where not exists (select 1 from papers where papers.uid = asked.uid)`.execute(db);
    unknown.push(...rows.map(({ uid }) => uid));
  }
  return unknown;
}

/** From a tenth of all papers on, reading all uids is faster than looking up each. */
async function isMuchOf(db: Kysely<Tables>, number: number): Promise<boolean> {
  const { rows } = await sql<{ all: number }>`select count(*) as "all" from papers`.execute(db);
  return number * 10 > (rows[0] as { all: number }).all;
}

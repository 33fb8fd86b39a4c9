import { sql, type Kysely } from 'kysely';
import type { Tables } from './tables.js';

/** So many are looked up one by one in some 5 ms. */
const atOnce = 5000;
/** So many are read in order in some 2 ms. */
const inOrder = 20_000;

/** Those of which there is no paper, in no order. Hands texts over, not rows: those take the threads far longer. */
export async function unknownUids(
  db: Kysely<Tables>,
  kind: 'sqlite' | 'postgres',
  uids: readonly string[],
): Promise<string[]> {
  if (kind === 'sqlite' && uids.length > atOnce && (await isMuchOf(db, uids.length))) return besideAll(db, uids);
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

/** Of a tenth of all to read all is faster than to look each up. */
async function isMuchOf(db: Kysely<Tables>, number: number): Promise<boolean> {
  const { rows } = await sql<{ all: number }>`select count(*) as "all" from papers`.execute(db);
  return number * 10 > (rows[0] as { all: number }).all;
}

async function besideAll(db: Kysely<Tables>, uids: readonly string[]): Promise<string[]> {
  const unknown = new Set(uids);
  for (let last = ''; unknown.size > 0;) {
    const { rows } = await sql<{ uids: string }>`select json_group_array(uid) as uids
      from (select uid from papers where uid > ${last} order by uid limit ${inOrder})`.execute(db);
    const known = JSON.parse((rows[0] as { uids: string }).uids) as string[];
    for (const uid of known) unknown.delete(uid);
    if (known.length < inOrder) break;
    last = known.at(-1) as string;
  }
  return [...unknown];
}

import { sql, type Kysely } from 'kysely';
import type { Kind, Tables } from '../tables.js';

/** Looking up this many takes about 5 ms. */
const atOnce = 5000;

/**
 * Returns the uids that no paper has, unordered. Transfers text instead of rows, which take much longer between
 * threads.
 */
export async function unknownUids(db: Kysely<Tables>, kind: Kind, uids: readonly string[]): Promise<string[]> {
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

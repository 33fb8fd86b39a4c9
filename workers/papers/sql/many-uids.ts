/** Uids of very many papers, out of SQLite. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { Tables } from './tables.js';

/** No uid has it: control characters are dropped. */
const separator = '\u0001';
/** So many are taken out of the text in some 2 ms. */
const atOnce = 10_000;

/**
 * All that a query selects as `uid`, in its order. They come as one text: as many rows would take the threads four
 * times as long to hand over, and this one all the while; others get their turn while it is taken apart.
 */
export async function manyUids(db: Kysely<Tables>, query: RawBuilder<unknown>): Promise<string[]> {
  const { rows } = await sql<{ uids: string | null }>`select group_concat(uid, ${sql.lit(separator)}) as uids
    from (${query})`.execute(db);
  const text = rows[0]?.uids ?? null;
  return text === null ? [] : takenApart(text);
}

async function takenApart(text: string): Promise<string[]> {
  const uids: string[] = [];
  for (let at = 0; at <= text.length;) {
    const next = text.indexOf(separator, at);
    const end = next === -1 ? text.length : next;
    uids.push(text.slice(at, end));
    at = end + 1;
    if (uids.length % atOnce === 0) await nextTurn();
  }
  return uids;
}

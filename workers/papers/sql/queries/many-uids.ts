/** Reads very many uids from SQLite. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { Tables } from '../tables.js';

/** No uid contains it, because control characters are removed. */
const separator = '\u0001';
/** Splitting this many from the text takes about 2 ms. */
const atOnce = 10_000;

/**
 * Returns all values that a query selects as `uid`, in order. They are transferred as one text: as rows, the transfer
 * between threads would take four times as long and block this thread throughout. Other work gets its turn while the
 * text is split.
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

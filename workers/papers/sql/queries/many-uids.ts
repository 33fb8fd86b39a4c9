/** Reads very many uids from SQLite. */
import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { Tables } from '../tables.js';

/**
 * Returns all values that a query selects as `uid`, in order. They are transferred as one text: as rows, the transfer
 * between threads would take four times as long and block this thread throughout.
 */
export async function manyUids(db: Kysely<Tables>, query: RawBuilder<unknown>): Promise<string[]> {
  const { rows } = await sql<{ uids: string }>`select json_group_array(uid) as uids from (${query})`.execute(db);
  return JSON.parse(rows[0]?.uids ?? '[]') as string[];
}

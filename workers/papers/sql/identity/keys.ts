/** The table of the keys by which papers are recognized. Each write of a paper also writes its keys. */
import type { Kysely } from 'kysely';
import type { Tables } from '../tables.js';

/** A key of more papers is that of a volume or a series. */
export const mostOfKey = 50;
/** Rows per statement: few enough parameters for SQLite. */
const rowsAtOnce = 500;

export interface PaperKeys {
  uid: string;
  keys: readonly string[];
}

/** Replaces the keys of these papers. Runs in the caller's transaction. */
export async function writeKeys(transaction: Kysely<Tables>, papers: readonly PaperKeys[]): Promise<void> {
  const rows = papers.flatMap(({ uid, keys }) => keys.map((identifier) => ({ identifier, uid })));
  for (let at = 0; at < papers.length; at += rowsAtOnce) {
    const uids = papers.slice(at, at + rowsAtOnce).map(({ uid }) => uid);
    await transaction.deleteFrom('paper_identifiers').where('uid', 'in', uids).execute();
  }
  for (let at = 0; at < rows.length; at += rowsAtOnce)
    await transaction
      .insertInto('paper_identifiers')
      .values(rows.slice(at, at + rowsAtOnce))
      .onConflict((conflict) => conflict.doNothing())
      .execute();
}

/** Returns the uids of the papers that have each of the keys, without the keys of more than `mostOfKey` papers. */
export async function uidsByKey(db: Kysely<Tables>, keys: readonly string[]): Promise<Map<string, Set<string>>> {
  const found = new Map<string, Set<string>>();
  for (let at = 0; at < keys.length; at += rowsAtOnce) {
    const some = db
      .selectFrom('paper_identifiers')
      .select('identifier')
      .where('identifier', 'in', keys.slice(at, at + rowsAtOnce))
      .groupBy('identifier')
      .having(({ fn }) => fn.countAll(), '<=', mostOfKey);
    const rows = await db.selectFrom('paper_identifiers').selectAll().where('identifier', 'in', some).execute();
    for (const { identifier, uid } of rows) addTo(found, identifier, uid);
  }
  return found;
}

export function addTo(lists: Map<string, Set<string>>, key: string, uid: string): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, new Set([uid]));
  else list.add(uid);
}

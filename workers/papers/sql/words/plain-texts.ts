/** The texts of papers as the index of words has them, of papers that were stored before the index had them so. */
import type { Kysely } from 'kysely';
import { plainTextsOf } from '../rows.js';
import { plainColumns, wordColumns, type Tables } from '../tables.js';

/** Writes only what is not there yet. The triggers of the index take it in. */
export async function addPlainTexts(db: Kysely<Tables>, uids: readonly string[]): Promise<void> {
  const stored = await db
    .selectFrom('papers_folded')
    .select(['uid', ...wordColumns, ...plainColumns])
    .where('uid', 'in', uids)
    .orderBy('uid')
    .execute();
  for (const row of stored) {
    const plain = plainTextsOf(row);
    if (plainColumns.some((column) => plain[column] !== row[column]))
      await db.updateTable('papers_folded').set(plain).where('uid', '=', row.uid).execute();
  }
}

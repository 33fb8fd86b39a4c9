/** Adds the texts of the word index to papers that were stored before the index used them. */
import type { Kysely } from 'kysely';
import type { Filled } from '../fill.js';
import { plainTextsOf } from '../rows.js';
import { plainColumns, wordColumns, type Tables } from '../tables.js';

/** Writes only missing texts. The index's triggers then add them. */
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

/**
 * Folds the texts of a former version again: `C++` has become a word, and ø and ł plain letters. Few papers change, and
 * the index stays usable.
 */
export const refoldedTexts: Filled = { setting: 'words_folded_again', add: addPlainTexts };

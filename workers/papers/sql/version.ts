import { sql, type Kysely } from 'kysely';
import { messageOf, systemCodeOf } from '../../base/errors.js';
import type { Tables } from './tables.js';

/** https://www.postgresql.org/docs/current/errcodes-appendix.html */
const undefinedTable = '42P01';

/** The migrations, in this order (`migrations.ts`). */
export const migrationNames = [
  '0001-papers',
  '0002-further-texts',
  '0003-words',
  '0004-filters',
  '0005-gone',
  '0006-trigrams',
  '0007-saved',
  '0008-many-papers',
  '0009-words-of-every-script',
  '0010-composed-letters',
  '0011-imports',
  '0012-words-with-signs',
  '0013-identifiers',
  '0014-lists',
  '0015-words-of-formulas',
  '0016-suffixes-of-names',
] as const;

export const migrationTable = 'paper_migrations';

/** A newer version of the program has migrated the tables. */
export class NewerTables extends Error {}

/**
 * Returns true if the tables are current. Loading the migrations takes some time, so they are loaded only if needed.
 * @throws NewerTables
 */
export async function isCurrent(db: Kysely<Tables>): Promise<boolean> {
  try {
    const { rows } = await sql<{ name: string }>`select name from ${sql.table(migrationTable)} order by name`.execute(
      db,
    );
    const known: readonly string[] = migrationNames;
    if (rows.some(({ name }) => !known.includes(name))) throw new NewerTables();
    return rows.length === migrationNames.length && rows.every(({ name }, i) => name === migrationNames[i]);
  } catch (thrown) {
    // The table does not exist yet.
    if (/no such table/i.test(messageOf(thrown)) || systemCodeOf(thrown) === undefinedTable) return false;
    throw thrown;
  }
}

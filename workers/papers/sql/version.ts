import { sql, type Kysely } from 'kysely';
import type { Tables } from './tables.js';

/** What has been done to the tables, in this order (`migrations.ts`). */
export const migrationNames = [
  '0001-papers',
  '0002-further-texts',
  '0003-words',
  '0004-filters',
  '0005-gone',
  '0006-trigrams',
  '0007-saved',
  '0008-many-papers',
] as const;

export const migrationTable = 'paper_migrations';

/** Whether the tables are of this version: what brings them there takes a while to load. */
export async function isCurrent(db: Kysely<Tables>): Promise<boolean> {
  try {
    const { rows } = await sql<{ name: string }>`select name from ${sql.table(migrationTable)} order by name`.execute(
      db,
    );
    return rows.length === migrationNames.length && rows.every(({ name }, i) => name === migrationNames[i]);
  } catch {
    // There is no such table yet, or nothing that can be read: then that will be said.
    return false;
  }
}

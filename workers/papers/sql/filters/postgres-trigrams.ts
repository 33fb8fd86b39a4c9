/**
 * Parts of texts in PostgreSQL: indexes of all three letters in a row, by its own module `pg_trgm`. `like` uses them by
 * itself, and finds the same where there are none.
 */
import { sql, type Kysely } from 'kysely';
import type { Tables } from '../tables.js';

/** Not the abstracts: their index would be larger than all the rest. */
const columns = ['title', 'authors', 'keywords'] as const;

/**
 * What is missing where a server has no such module (0A000, 58P01), lets this account make none (42501), or has it in a
 * schema that is not searched (42704). https://www.postgresql.org/docs/current/errcodes-appendix.html
 */
const withoutModule = new Set(['0A000', '58P01', '42501', '42704']);

/** In the transaction of a migration. Where there is no module, searches look through all papers. */
export async function createPostgresTrigrams(db: Kysely<Tables>): Promise<void> {
  await sql`savepoint trigrams`.execute(db);
  try {
    await sql`create extension if not exists pg_trgm`.execute(db);
    for (const column of columns)
      await sql`create index ${sql.ref(`papers_folded_parts_of_${column}`)} on papers_folded
        using gin (${sql.ref(column)} gin_trgm_ops)`.execute(db);
  } catch (error) {
    if (!withoutModule.has((error as { code?: string }).code ?? '')) throw error;
    await sql`rollback to savepoint trigrams`.execute(db);
  }
}

/** For `like`: texts with this part, none of whose characters is a wildcard. */
export const likePart = (part: string): string => `%${part.replace(/[\\%_]/g, '\\$&')}%`;

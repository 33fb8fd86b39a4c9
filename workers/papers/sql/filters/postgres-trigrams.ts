/**
 * Substring search in PostgreSQL: trigram indexes of its own module `pg_trgm`. `like` uses them automatically, and
 * gives the same result without them.
 */
import { sql, type Kysely } from 'kysely';
import type { Tables } from '../tables.js';

/** Abstracts are not indexed: their index would be larger than all the rest. */
const columns = ['title', 'authors', 'keywords'] as const;

/**
 * Errors if the server lacks the module (0A000, 58P01), the account may not create it (42501), or its schema is not in
 * the search path (42704). https://www.postgresql.org/docs/current/errcodes-appendix.html
 */
const withoutModule = new Set(['0A000', '58P01', '42501', '42704']);

/** Runs in the transaction of a migration. Without the module, searches scan all papers. */
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

/** Returns a pattern for `like` that matches texts with this part. Escapes wildcards. */
export const likePart = (part: string): string => `%${part.replace(/[\\%_]/g, '\\$&')}%`;

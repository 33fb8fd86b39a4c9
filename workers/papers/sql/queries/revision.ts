import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { PapersRevision } from '../results.js';
import type { Kind, Tables } from '../tables.js';

/** Hexadecimal digits of each hash. So one changed paper of 65,536 goes unnoticed. */
const digits = 4;

/** Reads only an index. */
export async function revisionOf(db: Kysely<Tables>, kind: Kind): Promise<PapersRevision> {
  const code = sql.raw(kind === 'sqlite' ? 'unicode' : 'ascii');
  const digit = (n: number): RawBuilder<number> =>
    sql`${sql.lit(128 ** n)} * ${code}(substr(record_hash, ${sql.lit(n + 1)}, 1))`;
  const sum = sql.join(
    Array.from({ length: digits }, (_, n) => digit(n)),
    sql` + `,
  );
  const { rows } = await sql<{ papers: number; hashes: number }>`
    select count(*) as papers, coalesce(sum(${sum}), 0) as hashes from papers`.execute(db);
  const { papers, hashes } = rows[0] as (typeof rows)[number];
  return { papers: Number(papers), revision: `${papers} ${hashes}` };
}

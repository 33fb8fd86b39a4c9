/** Lists the filter values of a search. */
import { sql, type Kysely } from 'kysely';
import { isWhole } from '../fill.js';
import { sqliteFilters } from '../filters/sqlite-filters.js';
import type { Kind, Tables } from '../tables.js';
import type { PaperChoices } from '../results.js';

export async function choicesOf(db: Kysely<Tables>, kind: Kind): Promise<PaperChoices> {
  const valuesOf = async <Value>(column: string, table = 'papers'): Promise<Value[]> => {
    const { rows } = await sql<{ value: Value }>`select distinct ${sql.ref(column)} as value from ${sql.table(table)}
      order by value`.execute(db);
    return rows.map(({ value }) => value);
  };
  // It has an index of the sessions. Otherwise SQLite would read past the abstracts.
  const isIndexed = kind === 'sqlite' && (await isWhole(db, sqliteFilters));
  return {
    conferences: await valuesOf('conference'),
    years: (await valuesOf<number>('year')).reverse(),
    sessions: await valuesOf('session', isIndexed ? 'paper_filters' : 'papers'),
  };
}

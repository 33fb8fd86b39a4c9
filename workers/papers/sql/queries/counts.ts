/** Counts papers by conference and year. */
import { sql } from 'kysely';
import { allOf, inOtherForms, isEmpty } from '../../words/words-query.js';
import { isWhole } from '../fill.js';
import type { Connection } from '../open.js';
import { conditionsOf } from '../search.js';
import { wordIndexes } from '../words/indexes.js';
import { readQuery, untilFilled } from '../words/search-words.js';
import type { CountSearch, YearCount, PaperCounts } from '../results.js';

export async function countPapers(connection: Connection, search: CountSearch): Promise<PaperCounts> {
  const { words = '', ...filters } = search;
  const { db, location } = connection;
  const index = wordIndexes[location.kind];
  const conditions = conditionsOf(location.kind, filters);
  let whole = true;
  if (words.trim() !== '') {
    const query = await readQuery(connection, words);
    if (isEmpty(query)) return { ...summed([]), isWhole: true };
    whole = await untilFilled(connection);
    conditions.push(index.has(allOf(inOtherForms(query, index.hasStems))));
  }
  // Skip the join if no condition needs it: counting all papers is then faster.
  const asksText = (filters.fieldFilters ?? []).length > 0 || (filters.keyword ?? '') !== '';
  const folded = asksText ? sql`join papers_folded on papers_folded.uid = papers.uid` : sql``;
  const { rows } = await sql<CountRow>`
    select papers.conference, papers.year, count(*) as papers from papers ${folded}
    where ${conditions.length === 0 ? sql`true` : sql.join(conditions, sql` and `)}
    group by papers.conference, papers.year`.execute(db);
  return { ...summed(rows), isWhole: whole || (await isWhole(db, index)) };
}

interface CountRow extends YearCount {
  conference: string;
}

/** Sorted here, because the two databases order text differently. */
function summed(rows: readonly CountRow[]): Omit<PaperCounts, 'isWhole'> {
  const names = [...new Set(rows.map(({ conference }) => conference))].sort();
  const conferences = names.map((conference) => {
    const own = rows.filter((row) => row.conference === conference);
    return { conference, papers: sumOf(own), years: yearsOf(own) };
  });
  return { papers: sumOf(rows), years: yearsOf(rows), conferences };
}

const sumOf = (rows: readonly YearCount[]): number => rows.reduce((sum, { papers }) => sum + papers, 0);

function yearsOf(rows: readonly YearCount[]): YearCount[] {
  const sums = new Map<number, number>();
  for (const { year, papers } of rows) sums.set(year, (sums.get(year) ?? 0) + papers);
  return [...sums].map(([year, papers]) => ({ year, papers })).sort((one, other) => one.year - other.year);
}

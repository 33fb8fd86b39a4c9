/** Counts papers by conference and year. */
import { groupBy } from '../../../base/group-by.js';
import type { Connection } from '../open.js';
import type { CountSearch, YearCount, PaperCounts } from '../results.js';
import { matchingPapers, type Group } from './matching.js';

export async function countPapers(connection: Connection, search: CountSearch): Promise<PaperCounts> {
  const { groups, isWhole } = await matchingPapers(connection, search);
  return { ...summed(groups), isWhole };
}

/** Sorted here, because the two databases order text differently. */
function summed(groups: readonly Group[]): Omit<PaperCounts, 'isWhole'> {
  const byName = groupBy(groups, ({ conference }) => conference);
  const conferences = [...byName.keys()].sort().map((conference) => {
    const own = byName.get(conference) ?? [];
    return { conference, papers: sumOf(own), years: yearsOf(own) };
  });
  return { papers: sumOf(groups), years: yearsOf(groups), conferences };
}

const sumOf = (rows: readonly YearCount[]): number => rows.reduce((sum, { papers }) => sum + papers, 0);

function yearsOf(rows: readonly YearCount[]): YearCount[] {
  const sums = new Map<number, number>();
  for (const { year, papers } of rows) sums.set(year, (sums.get(year) ?? 0) + papers);
  return [...sums].map(([year, papers]) => ({ year, papers })).sort((one, other) => one.year - other.year);
}

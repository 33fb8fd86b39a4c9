/** Groups conferences into series, for filters and counts. A paper keeps the name that its source has. */
import type { PaperCounts } from '../../../http/papers/papers/service.js';
import { seriesOf } from '../../../workers/papers/venues/series-of.js';

/** SQLite allows 32,766 parameters per statement. A series of preprints may have a name for each paper. */
const mostNames = 30_000;

/** Returns the series without duplicates, sorted. */
export const seriesIn = (conferences: readonly string[]): string[] => [...new Set(conferences.map(seriesOf))].sort();

/** Returns the given names, and all stored names of their series. */
export function namesOfSeries(asked: readonly string[], stored: readonly string[]): string[] {
  const wanted = new Set(asked.map(seriesOf));
  const names = stored.filter((one) => wanted.has(seriesOf(one))).slice(0, mostNames);
  return [...new Set([...asked, ...names])];
}

type Conferences = PaperCounts['conferences'];

/** Adds up the counts of each series. */
export function countsBySeries(conferences: Conferences): Conferences {
  const sums = new Map<string, { papers: number; years: Map<number, number> }>();
  for (const { conference, papers, years } of conferences) {
    const name = seriesOf(conference);
    const sum = sums.get(name) ?? { papers: 0, years: new Map<number, number>() };
    sums.set(name, sum);
    sum.papers += papers;
    for (const one of years) sum.years.set(one.year, (sum.years.get(one.year) ?? 0) + one.papers);
  }
  return seriesIn(conferences.map(({ conference }) => conference)).map((conference) => {
    const { papers, years } = sums.get(conference) ?? { papers: 0, years: new Map<number, number>() };
    const sorted = [...years].map(([year, own]) => ({ year, papers: own })).sort((one, other) => one.year - other.year);
    return { conference, papers, years: sorted };
  });
}

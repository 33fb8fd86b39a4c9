/** The counts for the filters of a search. */
import type { CountQuery, PaperCounts, PaperMatches } from '../../../http/papers/papers/service.js';
import { seriesOf } from '../../../workers/papers/venues/series-of.js';

/**
 * Returns the counts for the filters of a search.
 * @param counts of the same words and sessions, in all conferences and years
 */
export function matchesOf(
  { conferences: all, years: allYears }: Pick<PaperCounts, 'conferences' | 'years'>,
  { conferences, years }: Pick<CountQuery, 'conferences' | 'years'>,
): PaperMatches {
  const [series, chosenYears] = [new Set(conferences.map(seriesOf)), new Set(years)];
  const isIn = (conference: string): boolean => series.size === 0 || series.has(conference);
  const isOf = (year: number): boolean => chosenYears.size === 0 || chosenYears.has(year);
  const sum = (counts: PaperCounts['years']): number => counts.reduce((total, { papers }) => total + papers, 0);
  const inYears = new Map(all.map((one) => [one.conference, sum(one.years.filter(({ year }) => isOf(year)))]));
  const inSeries = all.filter(({ conference }) => isIn(conference)).flatMap((one) => one.years);
  const byYear = new Map<number, number>();
  for (const { year, papers } of inSeries) byYear.set(year, (byYear.get(year) ?? 0) + papers);
  const names = [...new Set([...series, ...all.map(({ conference }) => conference)])];
  const found = names.map((conference) => ({
    ...{ conference, papers: inYears.get(conference) ?? 0, is_chosen: series.has(conference) },
  }));
  const ofYears = [...new Set([...chosenYears, ...allYears.map(({ year }) => year)])].map((year) => ({
    ...{ year, papers: byYear.get(year) ?? 0, is_chosen: chosenYears.has(year) },
  }));
  return {
    papers: sum(inSeries.filter(({ year }) => isOf(year))),
    conferences: found
      .filter(({ papers, is_chosen: isChosen }) => papers > 0 || isChosen)
      .sort((one, other) => other.papers - one.papers || (one.conference < other.conference ? -1 : 1)),
    years: ofYears
      .filter(({ papers, is_chosen: isChosen }) => papers > 0 || isChosen)
      .sort((one, other) => other.year - one.year),
  };
}

/** The counts for the filters of a search, cached: who filters or sorts a search repeats its words. */
import type { CountQuery, PaperCounts, PaperMatches } from '../../../http/papers/papers/service.js';
import type { MonotonicClock } from '../../../workers/base/ports.js';
import { seriesOf } from '../../../workers/papers/venues/series-of.js';

/** Searches. */
const mostKept = 20;
/** Milliseconds. Other machines may have added papers. */
const lasts = 60_000;

type Counts = Pick<PaperCounts, 'conferences' | 'years' | 'is_whole'>;

export class KeptMatches {
  private readonly kept = new Map<string, { at: number; counts: Counts }>();

  constructor(private readonly clock: Pick<MonotonicClock, 'monotonic'>) {}

  /** Call it after papers were changed. */
  forget(): void {
    this.kept.clear();
  }

  async of(
    { query, sessions, ...chosen }: CountQuery,
    count: (query: CountQuery) => Promise<Counts>,
  ): Promise<PaperMatches> {
    const key = JSON.stringify([query, sessions]);
    const now = this.clock.monotonic();
    const known = this.kept.get(key);
    if (known !== undefined && now - known.at < lasts) return matchesOf(known.counts, chosen);
    const counts = await count({ query, sessions, conferences: [], years: [] });
    this.kept.delete(key);
    if (counts.is_whole) this.kept.set(key, { at: now, counts });
    for (const oldest of [...this.kept.keys()].slice(0, -mostKept)) this.kept.delete(oldest);
    return matchesOf(counts, chosen);
  }
}

/**
 * Returns the counts for the filters of a search.
 * @param counts of the same words and sessions, in all conferences and years
 */
export function matchesOf(
  { conferences: all, years: allYears }: Omit<Counts, 'is_whole'>,
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

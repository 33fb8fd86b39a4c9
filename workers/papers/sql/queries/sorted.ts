/**
 * Lists papers by year or venue. The groups of conference and year are counted and sorted first, so that only the
 * papers of the first groups are read.
 */
import { seriesOf } from '../../venues/series-of.js';
import type { Connection } from '../open.js';
import type { SortedSearch, WordsFound } from '../results.js';
import { matchingPapers, type Group } from './matching.js';

export async function sortedPapers(
  connection: Connection,
  { sort, limit = 10, ...search }: SortedSearch,
): Promise<WordsFound> {
  const { groups, uidsOf, isWhole } = await matchingPapers(connection, search);
  const sorted = [...groups].sort(orders[sort]);
  const sums = sorted.map(() => 0);
  sorted.forEach(({ papers }, at) => (sums[at] = (sums[at - 1] ?? 0) + papers));
  const ends = sums.findIndex((sum) => sum >= limit);
  const whole = ends === -1 ? sorted : sorted.slice(0, ends);
  const last = ends === -1 ? [] : sorted.slice(ends, ends + 1);
  const rankOf = new Map(sorted.map((group, at) => [keyOf(group), at]));
  const first = await uidsOf(whole, limit);
  const rank = (group: Omit<Group, 'papers'>): number => rankOf.get(keyOf(group)) ?? 0;
  first.sort((one, other) => rank(one) - rank(other));
  const rest = await uidsOf(last, limit - first.length);
  return { uids: [...first, ...rest].map(({ uid }) => uid), isWhole };
}

const keyOf = ({ conference, year }: Omit<Group, 'papers'>): string => `${year} ${conference}`;

type Order = (one: Group, other: Group) => number;

const byVenue: Order = (one, other) => {
  const [own, others] = [seriesOf(one.conference), seriesOf(other.conference)];
  return own.localeCompare(others, 'en') || compare(own, others) || compare(one.conference, other.conference);
};
const compare = (one: string, other: string): number => (one === other ? 0 : one < other ? -1 : 1);

const orders: Readonly<Record<SortedSearch['sort'], Order>> = {
  newest: (one, other) => other.year - one.year || byVenue(one, other),
  oldest: (one, other) => one.year - other.year || byVenue(one, other),
  venue: (one, other) =>
    seriesOf(one.conference) === seriesOf(other.conference)
      ? other.year - one.year || byVenue(one, other)
      : byVenue(one, other),
};

/** Decides whether tags or names sort the tracks of a folder whose tags name several albums. */
import { groupBy } from '../../base/group-by.js';
import { majorityTag } from './album-tag.js';
import type { DiscHints } from './discs.js';

export interface TrackHints extends DiscHints {
  /** Key of the album tag; null without one. */
  album: string | null;
}

/**
 * Track numbers in tags are valid within one album only. The tracks of a mix have the numbers of other albums, and two
 * books in one folder both begin with 1.
 *
 * tags    one album, or one numbering of all tracks, or albums that the tags call discs
 * names   a mix: the numbers in the names, else natural order
 * albums  several albums, one after the other
 */
export function sortedByWhat(tracks: readonly TrackHints[]): 'tags' | 'names' | 'albums' {
  const albums = [...groupBy(tracks, ({ album }) => album)];
  if (albums.filter(([album]) => album !== null).length <= 1) return 'tags';
  const isCounted = isGapless(numbersOf(tracks));
  const most = majorityOf(tracks);
  const discs = [...groupBy(tracks, ({ tagDisc }) => tagDisc).values()];
  // The album tag of one track may be misspelt, but not that of a whole disc.
  const isOne = most !== null && discs.every((disc) => majorityOf(disc) === most);
  if (isCounted && most !== null) return 'tags';
  if (isOne && discs.every((disc) => isFromZeroOrOne(numbersOf(disc)))) return 'tags';
  if (isNumbered(tracks)) return 'names';
  // A few tracks may have the numbers 1, 2, 3 by chance.
  if (isCounted && tracks.length >= 5) return 'tags';
  if (isOne && tracks.length >= 5 && discs.every((disc) => hasFewGaps(numbersOf(disc)))) return 'tags';
  if (albums.length * 2 > tracks.length) return 'names';
  return areDiscs(albums.map(([, some]) => some)) ? 'tags' : 'albums';
}

/** Reports whether all numbers are known and different. */
export const isComplete = (values: readonly (number | string | null)[]): boolean =>
  !values.includes(null) && new Set(values).size === values.length;

/** Reports whether the numbers are 1, 2, 3 … in any order. */
const isGapless = (numbers: readonly (number | null)[]): boolean =>
  isComplete(numbers) && numbers.every((number) => number !== null && number >= 1 && number <= numbers.length);

const isFromZeroOrOne = (numbers: readonly (number | null)[]): boolean =>
  isGapless(numbers) || isGapless(numbers.map((number) => (number === null ? null : number + 1)));

/** Reports whether at least two thirds of the numbers up to the highest occur, such as 1, 2, 3, 4, 6, 7. */
const hasFewGaps = (numbers: readonly (number | null)[]): boolean =>
  isComplete(numbers) && Math.max(...numbers.map((number) => number ?? 0)) * 2 <= numbers.length * 3;

const numbersOf = (tracks: readonly TrackHints[]): (number | null)[] => tracks.map(({ tagNumber }) => tagNumber);

const majorityOf = (tracks: readonly TrackHints[]): string | null =>
  majorityTag(tracks.map(({ album }) => album ?? undefined));

const isNumbered = (tracks: readonly TrackHints[]): boolean =>
  isComplete(tracks.map(({ name: { disc, number } }) => (number === null ? null : `${disc}/${number}`)));

/** Reports whether each album is one disc: a box of discs with their own titles. */
const areDiscs = (albums: readonly (readonly TrackHints[])[]): boolean =>
  isGapless(
    albums.map((tracks) => {
      const [disc = null, other] = new Set(tracks.map(({ tagDisc }) => tagDisc));
      return other === undefined ? disc : null;
    }),
  );

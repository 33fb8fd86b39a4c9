/** Decides what sorts the tracks of a folder whose tags name several albums. */
import { majorityTag } from './album-tag.js';
import type { DiscHints } from './discs.js';

export interface TrackHints extends DiscHints {
  /** Key of the album tag; null without one. */
  album: string | null;
}

/**
 * Numbers of tags count within one album only: the numbers of a mix come from other albums, and two books in one folder
 * both count from 1.
 *
 * tags    one album, or one numbering of all tracks, or albums that the tags call discs
 * names   a mix: the numbers in the names, else natural order
 * albums  several albums, one after the other
 */
export function sortedByWhat(tracks: readonly TrackHints[]): 'tags' | 'names' | 'albums' {
  const albums = byAlbum(tracks);
  if (albums.filter(([album]) => album !== null).length <= 1) return 'tags';
  const isCounted = isGapless(tracks.map(({ tagNumber }) => tagNumber));
  // A track may have a misspelt album tag.
  if (isCounted && majorityTag(tracks.map(({ album }) => album ?? undefined)) !== null) return 'tags';
  if (isNumbered(tracks)) return 'names';
  // Few tracks may have the numbers 1, 2, 3 by chance.
  if (isCounted && tracks.length >= 5) return 'tags';
  if (albums.length * 2 > tracks.length) return 'names';
  return areDiscs(albums.map(([, some]) => some)) ? 'tags' : 'albums';
}

/** Returns the tracks of each album, in the order of their first tracks. */
export function byAlbum<Track extends Pick<TrackHints, 'album'>>(tracks: readonly Track[]): [string | null, Track[]][] {
  const albums = new Map<string | null, Track[]>();
  for (const track of tracks) {
    const some = albums.get(track.album) ?? [];
    some.push(track);
    albums.set(track.album, some);
  }
  return [...albums];
}

/** True if all are known and different. */
export const isComplete = (values: readonly (number | string | null)[]): boolean =>
  !values.includes(null) && new Set(values).size === values.length;

/** True for 1, 2, 3 … in any order. */
const isGapless = (numbers: readonly (number | null)[]): boolean =>
  isComplete(numbers) && numbers.every((number) => number !== null && number >= 1 && number <= numbers.length);

const isNumbered = (tracks: readonly TrackHints[]): boolean =>
  isComplete(tracks.map(({ name: { disc, number } }) => (number === null ? null : `${disc}/${number}`)));

/** True if each album is one disc: a box of discs with their own titles. */
const areDiscs = (albums: readonly (readonly TrackHints[])[]): boolean =>
  isGapless(
    albums.map((tracks) => {
      const [disc = null, other] = new Set(tracks.map(({ tagDisc }) => tagDisc));
      return other === undefined ? disc : null;
    }),
  );

/**
 * Finds the album whose tracks arrive again in other files, usually in another quality. It compares titles and lengths,
 * or lengths alone, but not the sound. Pure.
 */
import { tagKey } from '../../audio/album/album-tag.js';
import { orderAlbum } from '../../audio/album/order.js';
import type { AlbumRecord } from '../../library/types.js';
import { isTelling, tagOfTracks, titleKey } from './compare.js';
import type { OrderedTrack } from '../copy.js';
import type { InspectedTrack, Likeness } from '../types.js';

export interface SameTracks {
  by: Likeness;
  /** The arriving tracks, in the order of the album. */
  tracks: OrderedTrack[];
}

/**
 * Largest difference if the titles are the same: another edition may have other pauses, but a sound of three seconds
 * that is one second longer is another one.
 */
const withTitles = { ms: 2000, share: 0.01, most: 0.15 };
/** Largest difference if only the lengths are compared. Encoders add up to a tenth of a second of silence. */
const alone = { ms: 100, share: 0.001, most: 1 };
/** Lengths alone count only if at least this many of them differ from each other. */
const leastLengths = 3;

/** The facts of a part that are compared with each album. */
interface Arrived {
  /** In the order of an album. */
  tracks: OrderedTrack[];
  /** Key of the album in the tags of most tracks. */
  tag: string | null;
  /** Keys of the titles, one for each track. */
  titles: string[];
  byTitle: ReadonlyMap<string, OrderedTrack>;
  /** Number of different titles that are more than a number. */
  telling: number;
}

/**
 * Returns a function that compares tracks with an album. It returns null if the album has other tracks. Ordering tracks
 * is slow, so it is done once, and only if an album has tracks of the same lengths.
 */
export function sameTracks(tracks: readonly InspectedTrack[]): (album: AlbumRecord) => SameTracks | null {
  const lengths = inOrder(tracks.map(({ facts }) => facts.durationMs));
  let arrived: Arrived | undefined;
  return (album) => {
    if (tracks.length !== album.tracks.length || tracks.length === 0) return null;
    const others = album.tracks.map(({ duration }) => duration);
    if (!areAsLong(lengths, inOrder(others), withTitles)) return null;
    arrived ??= arrivedOf(tracks);
    const byTitles = pairedByTitles(arrived, album);
    if (byTitles !== null && areAsLong(lengthsOf(byTitles), others, withTitles))
      return { by: 'titles', tracks: byTitles };
    const ordered = arrived.tracks;
    const isVaried = distinctLengths(others) >= leastLengths;
    return isVaried && areAsLong(lengthsOf(ordered), others, alone) ? { by: 'lengths', tracks: ordered } : null;
  };
}

function arrivedOf(given: readonly InspectedTrack[]): Arrived {
  const { tracks } = orderAlbum(given);
  const titles = tracks.map((track) => titleKey(track.track_title));
  return {
    tracks,
    tag: tagOfTracks(tracks),
    titles,
    byTitle: new Map(titles.map((title, at) => [title, tracks[at] as OrderedTrack])),
    telling: new Set(titles.filter(isTelling)).size,
  };
}

/** Pairs tracks with the same titles. If their order differs, each title must be unique. */
function pairedByTitles(arrived: Arrived, album: AlbumRecord): OrderedTrack[] | null {
  const { tracks: ordered, tag, titles, byTitle, telling } = arrived;
  const own = album.origin.album_tag === null ? null : tagKey(album.origin.album_tag);
  if (tag !== null && own !== null && tag !== own) return null;
  // Another story may have the same title.
  if (telling < (tag !== null && tag === own ? 1 : 2)) return null;
  const paired: OrderedTrack[] = [];
  let isInOrder = true;
  for (const [at, { track_title }] of album.tracks.entries()) {
    const title = titleKey(track_title);
    const track = byTitle.get(title);
    if (track === undefined) return null;
    isInOrder &&= title === titles[at];
    paired.push(track);
  }
  if (isInOrder) return ordered;
  return telling === ordered.length && new Set(paired).size === ordered.length ? paired : null;
}

const inOrder = (lengths: readonly number[]): number[] => lengths.toSorted((a, b) => a - b);

const lengthsOf = (tracks: readonly OrderedTrack[]): number[] => tracks.map(({ facts }) => facts.durationMs);

const areAsLong = (lengths: readonly number[], others: readonly number[], { ms, share, most }: typeof alone): boolean =>
  others.every(
    (other, at) => Math.abs((lengths[at] ?? Infinity) - other) <= Math.min(ms + share * other, alone.ms + most * other),
  );

/** Counts lengths that differ by more than the tolerance. */
function distinctLengths(lengths: readonly number[]): number {
  let [count, last] = [0, -Infinity];
  for (const length of inOrder(lengths)) {
    if (length - last <= 2 * (alone.ms + alone.share * length)) continue;
    count++;
    last = length;
  }
  return count;
}

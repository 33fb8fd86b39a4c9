/**
 * Finds the album whose tracks arrive once more in other files: the same recording in another quality. Titles and
 * lengths decide, or lengths alone; the sound is not compared. Pure.
 */
import { tagKey } from '../../audio/album/album-tag.js';
import { orderAlbum } from '../../audio/album/order.js';
import type { AlbumRecord, TrackRecord } from '../../library/types.js';
import { isTelling, tagOfTracks, titleKey } from './compare.js';
import type { OrderedTrack } from '../copy.js';
import type { InspectedTrack, Likeness } from '../types.js';

export interface SameTracks {
  by: Likeness;
  /** In the order of the album: the track that arrives in the place of each. */
  tracks: OrderedTrack[];
}

/** Milliseconds, and a share of the track. With the same titles, another edition may have other pauses. */
const withTitles = { ms: 2000, share: 0.01 };
/** Encoders add up to a tenth of a second of silence. */
const alone = { ms: 100, share: 0.001 };
/** Lengths alone decide only if as many tracks differ in them. */
const leastLengths = 3;

/** Returns null if the tracks are not those of the album. */
export function sameTracks(tracks: readonly InspectedTrack[], album: AlbumRecord): SameTracks | null {
  if (tracks.length !== album.tracks.length || tracks.length === 0) return null;
  const ordered = orderAlbum(tracks).tracks;
  const byTitles = pairedByTitles(ordered, album);
  if (byTitles !== null && areAsLong(byTitles, album.tracks, withTitles)) return { by: 'titles', tracks: byTitles };
  const isVaried = distinctLengths(album.tracks) >= leastLengths;
  return isVaried && areAsLong(ordered, album.tracks, alone) ? { by: 'lengths', tracks: ordered } : null;
}

/** Tracks with the same titles; in another order only if each title tells its track from the others. */
function pairedByTitles(ordered: OrderedTrack[], { tracks, origin }: AlbumRecord): OrderedTrack[] | null {
  const [tag, own] = [tagOfTracks(ordered), origin.album_tag === null ? null : tagKey(origin.album_tag)];
  if (tag !== null && own !== null && tag !== own) return null;
  const titles = ordered.map((track) => titleKey(track.track_title));
  const wanted = tracks.map((track) => titleKey(track.track_title));
  const telling = new Set(titles.filter(isTelling)).size;
  // One title alone may be that of another story.
  if (telling < (tag !== null && tag === own ? 1 : 2)) return null;
  if (wanted.every((title, at) => title === titles[at])) return ordered;
  const named = new Map(titles.map((title, at) => [title, ordered[at] as OrderedTrack]));
  const paired = wanted.flatMap((title) => named.get(title) ?? []);
  return telling === ordered.length && new Set(paired).size === ordered.length ? paired : null;
}

const areAsLong = (
  tracks: readonly OrderedTrack[],
  others: readonly TrackRecord[],
  { ms, share }: typeof alone,
): boolean =>
  others.every(({ duration }, at) => {
    const length = tracks[at]?.facts.durationMs ?? Infinity;
    return Math.abs(length - duration) <= ms + share * duration;
  });

/** Counts lengths that cannot be taken for each other. */
function distinctLengths(tracks: readonly TrackRecord[]): number {
  const lengths = tracks.map(({ duration }) => duration).sort((a, b) => a - b);
  let [count, last] = [0, -Infinity];
  for (const length of lengths) {
    if (length - last <= 2 * (alone.ms + alone.share * length)) continue;
    count++;
    last = length;
  }
  return count;
}

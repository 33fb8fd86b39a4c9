/** Pictures in tracks that differ from track to track; they are printed next to the track's field. */
import { embeddedCover } from '../audio/probe.js';
import { TonstiftError } from '../base/errors.js';
import { withSeen } from '../base/files/seen-file.js';
import { makeCover, type PictureWanted } from '../library/pictures/cover.js';
import { trackPictureSide } from '../library/pictures/track-pictures.js';
import type { InspectedTrack } from './types.js';

/** Maximum milliseconds for all pictures of a batch, because they are optional. */
const longestWork = 60_000;

/**
 * Returns the digests of pictures that belong to a track and not to the album. A picture that all tracks with a picture
 * share is the cover, and so is one that half of the tracks have. A story in three parts may have the same picture
 * three times. Pure.
 */
export function ownPictures(tracks: readonly { facts: Pick<InspectedTrack['facts'], 'pictureSha256'> }[]): Set<string> {
  const counts = new Map<string, number>();
  for (const { facts } of tracks)
    if (facts.pictureSha256 !== null) counts.set(facts.pictureSha256, (counts.get(facts.pictureSha256) ?? 0) + 1);
  if (counts.size < 2) return new Set();
  const isOfAlbum = (count: number): boolean => count > 1 && 2 * count >= tracks.length;
  return new Set([...counts].flatMap(([digest, count]) => (isOfAlbum(count) ? [] : [digest])));
}

/** Returns the picture of a track as stored; null if it has no own or no readable one. */
export type TrackPictures = (track: InspectedTrack) => Promise<Uint8Array | null>;

/** @param tracks the tracks whose pictures are compared */
export function trackPictures(tracks: readonly InspectedTrack[], signal?: AbortSignal): TrackPictures {
  const own = ownPictures(tracks);
  let last: { digest: string; jpeg: Uint8Array } | undefined;
  let spent = 0;
  return async (track) => {
    const digest = track.facts.pictureSha256;
    if (digest === null || !own.has(digest)) return null;
    // Consecutive parts of a story have the same picture.
    if (last?.digest === digest) return last.jpeg;
    if (spent > longestWork) return null;
    const begun = performance.now();
    const jpeg = await embeddedPicture(track, { side: trackPictureSide, signal });
    spent += performance.now() - begun;
    if (jpeg === null) own.delete(digest);
    else last = { digest, jpeg };
    return jpeg;
  };
}

/** Returns the picture in a track; null if it has no readable one. A track with a broken picture is still imported. */
export async function embeddedPicture(track: InspectedTrack, wanted: PictureWanted): Promise<Uint8Array | null> {
  try {
    // A chapter has no picture in its own file.
    const picture = await withSeen(track.chapter?.whole ?? track, (path) =>
      embeddedCover(path, { signal: wanted.signal }),
    );
    return picture && (await makeCover(picture.data, track.relativePath, wanted));
  } catch (error) {
    if (!(error instanceof TonstiftError) || error.code !== 'bad_field') throw error;
    return null;
  }
}

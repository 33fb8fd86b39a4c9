/** Pictures inside tracks that tell one track from another: those are printed beside its field. */
import { embeddedCover } from '../audio/probe.js';
import { TonstiftError } from '../base/errors.js';
import { withSeen } from '../base/files/seen-file.js';
import { makeCover } from '../library/cover.js';
import { trackPictureSide } from '../library/track-pictures.js';
import type { TrackRecord } from '../library/types.js';
import type { Stage } from './stage.js';
import type { InspectedTrack } from './types.js';

/** Milliseconds that all pictures of a batch may take: they are not what an import is for. */
const longestWork = 60_000;

/**
 * Digests of the pictures that belong to a track rather than to the album. Where all tracks that have one have the
 * same, that is the cover; so is one that half of the tracks have. A story in three parts may have its picture thrice.
 * Pure.
 */
export function ownPictures(tracks: readonly { facts: Pick<InspectedTrack['facts'], 'pictureSha256'> }[]): Set<string> {
  const counts = new Map<string, number>();
  for (const { facts } of tracks)
    if (facts.pictureSha256 !== null) counts.set(facts.pictureSha256, (counts.get(facts.pictureSha256) ?? 0) + 1);
  if (counts.size < 2) return new Set();
  const isOfAlbum = (count: number): boolean => count > 1 && 2 * count >= tracks.length;
  return new Set([...counts].flatMap(([digest, count]) => (isOfAlbum(count) ? [] : [digest])));
}

/** The picture of a track as it is kept; null where it has none of its own, or none that can be read. */
export type TrackPictures = (track: InspectedTrack) => Promise<Uint8Array | null>;

/** @param tracks those that the picture of one is compared with */
export function trackPictures(tracks: readonly InspectedTrack[], signal?: AbortSignal): TrackPictures {
  const own = ownPictures(tracks);
  let last: { digest: string; jpeg: Uint8Array } | undefined;
  let spent = 0;
  return async (track) => {
    const digest = track.facts.pictureSha256;
    if (digest === null || !own.has(digest)) return null;
    // Parts of a story follow each other.
    if (last?.digest === digest) return last.jpeg;
    if (spent > longestWork) return null;
    const begun = performance.now();
    const jpeg = await pictureOf(track, signal);
    spent += performance.now() - begun;
    if (jpeg === null) own.delete(digest);
    else last = { digest, jpeg };
    return jpeg;
  };
}

/** A track with a broken picture is still a track. */
async function pictureOf(track: InspectedTrack, signal?: AbortSignal): Promise<Uint8Array | null> {
  try {
    const picture = await withSeen(track, (path) => embeddedCover(path, { signal }));
    return picture && (await makeCover(picture.data, track.relativePath, { side: trackPictureSide, signal }));
  } catch (error) {
    if (!(error instanceof TonstiftError) || error.code !== 'bad_field') throw error;
    return null;
  }
}

/** Takes a track with its picture, where it has one of its own. */
export async function staged(
  stage: Stage,
  track: InspectedTrack,
  pictures: TrackPictures,
): Promise<Pick<TrackRecord, 'filename' | 'size' | 'mtime_ms' | 'picture'>> {
  const file = await stage.addTrack(track);
  const jpeg = await pictures(track);
  return { ...file, picture: jpeg && (await stage.addPicture(jpeg)) };
}

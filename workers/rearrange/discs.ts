/** The discs of tracks that have come out of another album, or into one. Pure. */
import type { TrackRecord } from '../library/types.js';

const lowest = (tracks: readonly TrackRecord[]): number =>
  tracks.reduce((least, { disc }) => Math.min(least, disc), Number.MAX_SAFE_INTEGER);

/** The highest of them; 0 without tracks. */
export const discsIn = (tracks: readonly TrackRecord[]): number =>
  tracks.reduce((most, { disc }) => Math.max(most, disc), 0);

/** Counted from the one after `before` on, in the steps that they have. */
export function discsFrom(before: number, tracks: readonly TrackRecord[]): TrackRecord[] {
  const shift = before + 1 - lowest(tracks);
  return tracks.map((track) => (shift === 0 ? track : { ...track, disc: track.disc + shift }));
}

/** Numbers the discs of tracks that move between albums. Pure. */
import type { TrackRecord } from '../../library/types.js';

const lowest = (tracks: readonly TrackRecord[]): number =>
  tracks.reduce((least, { disc }) => Math.min(least, disc), Number.MAX_SAFE_INTEGER);

/** Returns the highest disc; 0 without tracks. */
export const discsIn = (tracks: readonly TrackRecord[]): number =>
  tracks.reduce((most, { disc }) => Math.max(most, disc), 0);

/** Shifts the discs to start after `before`; gaps between them are kept. */
export function discsFrom(before: number, tracks: readonly TrackRecord[]): TrackRecord[] {
  const shift = before + 1 - lowest(tracks);
  return tracks.map((track) => (shift === 0 ? track : { ...track, disc: track.disc + shift }));
}

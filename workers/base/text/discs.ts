/** Shows which disc the tracks of an album are on. Pure. */
import { say, type Words } from '../language/sentence.js';

export interface OnDisc {
  disc: number;
}

/** Returns true if an album has several discs, one after the other. Tracks that were mixed by hand have no headings. */
const hasDiscs = (tracks: readonly OnDisc[]): boolean =>
  tracks.some(({ disc }) => disc !== tracks[0]?.disc) &&
  tracks.every(({ disc }, n) => n === 0 || disc >= (tracks[n - 1]?.disc ?? 0));

/** Returns the number of the disc that begins with each track; null for all others. */
export const discHeadings = (tracks: readonly OnDisc[]): (number | null)[] => {
  const shown = hasDiscs(tracks);
  return tracks.map(({ disc }, n) => (shown && disc !== tracks[n - 1]?.disc ? disc : null));
};

/** Returns the titles of tracks. A title that is only a number says the disc, too: many sets have two tracks `01`. */
export const namesOnDiscs = (tracks: readonly (OnDisc & { track_title: string })[]): Words[] => {
  const several = tracks.some(({ disc }) => disc !== tracks[0]?.disc);
  return tracks.map(({ disc, track_title: title }) =>
    several && /^\d+$/.test(title.trim()) ? say('track.on_disc', { disc: String(disc), title }) : title,
  );
};

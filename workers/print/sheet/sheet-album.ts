/** What a sheet shows of an album. */
import { say, type Sentence } from '../../base/language/sentence.js';

export interface SheetTrack {
  track_title: string;
  /** Milliseconds. */
  duration: number;
  /** Name of a picture of its own in the album's folder; null without one. */
  picture: string | null;
}

export interface SheetAlbum {
  oid: number;
  album_title: string;
  album_artist: string;
  /** Name of the cover in the album's folder; null without one. */
  cover: string | null;
  /** In order; the code of a track is that of its place. */
  tracks: readonly SheetTrack[];
}

/** Above the tracks that stand on another page than their album. */
export const continuedTitle = ({ album_title: title }: SheetAlbum): Sentence => say('sheet.continued', { title });

/** `3:05`, `1:02:09`; as players show it. */
export function runningTime(ms: number): string {
  const seconds = Math.round(ms / 1000);
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  const two = (n: number): string => String(n).padStart(2, '0');
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}

/** `12 tracks · 43:10 · OID 920` */
export function albumFacts({ oid, tracks }: SheetAlbum): Sentence {
  const total = tracks.reduce((sum, { duration }) => sum + duration, 0);
  return say('sheet.facts', { tracks: tracks.length, time: runningTime(total), oid: String(oid) });
}

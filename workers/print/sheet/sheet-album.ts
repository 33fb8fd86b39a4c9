/** The data of an album that a sheet shows. */
import type { Language } from '../../base/language/languages.js';
import { say, textIn, type Sentence } from '../../base/language/sentence.js';
import { namesOnDiscs } from '../../base/text/discs.js';

export interface SheetTrack {
  track_title: string;
  disc: number;
  /** Milliseconds. */
  duration: number;
  /** Name of the track's picture in the album's folder; null if it has none. */
  picture: string | null;
}

export interface SheetAlbum {
  oid: number;
  album_title: string;
  album_artist: string;
  /** Name of the cover in the album's folder; null if it has none. */
  cover: string | null;
  /** In order; the position of a track determines its code. */
  tracks: readonly SheetTrack[];
}

/** Returns the album with the titles that a sheet shows. */
export function withNames(album: SheetAlbum, language: Language): SheetAlbum {
  const names = namesOnDiscs(album.tracks);
  const tracks = album.tracks.map((track, n) => ({ ...track, track_title: textIn(names[n] ?? '', language) }));
  return { ...album, tracks };
}

/** Characters of a beginning that is worth leaving out. */
const longBeginning = 12;

/**
 * Returns the album with titles that lack the beginning that all of them share, up to a dash or colon: with the name of
 * the series, a narrow sheet would have no room for what distinguishes them. The title of the album is above.
 */
export function withShortTitles(album: SheetAlbum): SheetAlbum {
  const titles = album.tracks.map((track) => track.track_title);
  const [first = '', ...others] = titles;
  let shared = others.length === 0 ? '' : first;
  for (const other of others) while (!other.startsWith(shared)) shared = shared.slice(0, -1);
  const length = /^.*(?:\s[-–—]\s|:\s)/su.exec(shared)?.[0].length ?? 0;
  if (length < longBeginning || titles.some((title) => title.trim().length <= length)) return album;
  return {
    ...album,
    tracks: album.tracks.map((track, n) => ({ ...track, track_title: (titles[n] ?? '').slice(length) })),
  };
}

/** Heading for tracks that continue on another page than their album. */
export const continuedTitle = ({ album_title: title }: SheetAlbum): Sentence => say('sheet.continued', { title });

/** Formats a duration as players show it: `3:05`, `1:02:09`. */
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

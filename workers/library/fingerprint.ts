/** Digest of everything that an album's GME is built from: the same text means the same bytes. Pure. */
import { createHash } from 'node:crypto';
import type { AlbumRecord, BuildFailure, BuiltFile } from './types.js';
import { targetLufs } from '../audio/ffmpeg/loudness.js';
import { penSound } from '../audio/ffmpeg/pen-sound.js';
import { spokenText } from './spoken-title.js';
import type { AudioFormat } from '../audio/ffmpeg/pen-formats.js';

/** Increase this when the writer makes different bytes of the same album: every GME is then built again. */
const writerVersion = 1;

/** Language and audio format of a pen, from the configuration. */
export interface GmeTarget {
  language: string;
  format: AudioFormat;
}

/** Returns a time in milliseconds as `YYYYMMDD`, UTC: the date in the GME's header. */
export function dateOf(time: number): string {
  return new Date(time).toISOString().slice(0, 10).replaceAll('-', '');
}

/** Cache: records are replaced, never changed, and their fingerprint is read often. */
const known = new WeakMap<AlbumRecord, Map<string, string>>();

export function fingerprintOf(album: AlbumRecord, target: GmeTarget): string {
  const ofAlbum = known.get(album) ?? new Map<string, string>();
  if (ofAlbum.size === 0) known.set(album, ofAlbum);
  const name = `${target.language} ${target.format}`;
  const found = ofAlbum.get(name) ?? digestOf(album, target);
  ofAlbum.set(name, found);
  return found;
}

function digestOf(album: AlbumRecord, target: GmeTarget): string {
  const parts = [
    writerVersion,
    target.language,
    target.format,
    album.oid,
    album.player_mode,
    album.album_title,
    album.album_artist,
    album.album_year,
    dateOf(album.changed_at),
    album.tracks.map((track) => {
      const { speech = null, isLevelled = false } = penSound(track, album, target.format) ?? {};
      const sound = [...(speech === null ? [] : [speech]), ...(isLevelled ? [`level${targetLufs}`] : [])];
      return [track.track_number, track.track_title, track.sha256, ...sound];
    }),
    ...(spokenText(album) === null ? [] : [album.spoken_title]),
  ];
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 32);
}

export const sameTarget = (a: GmeTarget, b: GmeTarget): boolean => a.language === b.language && a.format === b.format;

/** Returns the file that was built for a fingerprint. */
export const builtFile = ({ files }: Pick<AlbumRecord, 'files'>, fingerprint: string): BuiltFile | undefined =>
  files.find((file) => file.fingerprint === fingerprint);

export const failureOf = ({ failures }: Pick<AlbumRecord, 'failures'>, fingerprint: string): BuildFailure | undefined =>
  failures.find((failure) => failure.fingerprint === fingerprint);

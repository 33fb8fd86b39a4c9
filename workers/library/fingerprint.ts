/** What an album's GME is made of, as one short text: the same text, the same bytes. Pure. */
import { createHash } from 'node:crypto';
import type { AlbumRecord, BuildFailure, BuiltFile } from './types.js';
import type { AudioFormat } from '../audio/ffmpeg/pen-formats.js';

/** Counts up when the writer makes other bytes of the same album: every GME is then built anew. */
const writerVersion = 1;

/** What the pens want, from the configuration. */
export interface GmeTarget {
  language: string;
  format: AudioFormat;
}

/** `YYYYMMDD` of a time in milliseconds, UTC: the date in the GME's header. */
export function dateOf(time: number): string {
  return new Date(time).toISOString().slice(0, 10).replaceAll('-', '');
}

/** Records are replaced, never changed, and asked for often. */
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
    album.tracks.map((track) => [track.track_number, track.track_title, track.sha256]),
  ];
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 32);
}

export const sameTarget = (a: GmeTarget, b: GmeTarget): boolean => a.language === b.language && a.format === b.format;

/** The file that was built for a fingerprint. */
export const builtFile = ({ files }: Pick<AlbumRecord, 'files'>, fingerprint: string): BuiltFile | undefined =>
  files.find((file) => file.fingerprint === fingerprint);

export const failureOf = ({ failures }: Pick<AlbumRecord, 'failures'>, fingerprint: string): BuildFailure | undefined =>
  failures.find((failure) => failure.fingerprint === fingerprint);

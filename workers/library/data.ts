/** The library's file: its shape, its check, its migrations. Pure. */
import { TonstiftError } from '../base/errors.js';
import { checkPlainNames } from './plain-names.js';
import type { AlbumRecord } from './types.js';

const currentVersion = 3;

export interface LibraryData {
  /** Version of the shape; see `migrations`. */
  version: number;
  /** Of the mark in the library's folder (`place.ts`); empty until a library of an older version got one. */
  id: string;
  /** Id that the next track gets. */
  next_track_id: number;
  albums: AlbumRecord[];
  /** Names, below the library folder, of files and folders of albums that were removed but may still be there. */
  trash: string[];
}

export const emptyLibrary = (id: string): LibraryData => ({
  version: currentVersion,
  id,
  next_track_id: 1,
  albums: [],
  trash: [],
});

/** `migrations[n]` turns a file of version n into one of version n + 1. */
const migrations: Readonly<Record<number, (data: Record<string, unknown>) => Record<string, unknown>>> = {
  // Version 0 was a bare list of albums in early trials.
  0: (data) => ({ next_track_id: 1, albums: [], trash: [], ...data, version: 1 }),
  // Version 1 knew one file of an album; those for pens of another kind had notes of their own, see `old-variants.ts`.
  1: (data) => ({ ...data, version: 2, albums: Array.isArray(data['albums']) ? data['albums'].map(withFiles) : null }),
  // Version 2 did not know which library it was.
  2: (data) => ({ ...data, version: 3, id: '' }),
};

function withFiles(record: unknown): unknown {
  if (typeof record !== 'object' || record === null) return record;
  const { gme, gme_error, ...album } = record as Record<string, unknown>;
  return { ...album, files: [gme ?? []].flat(), failures: [gme_error ?? []].flat() };
}

/**
 * Reads a parsed library file of any known version.
 * Throws TonstiftError `library_unavailable` for a newer version, Error for anything that is no library.
 */
export function readLibraryData(parsed: unknown): LibraryData {
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) throw new Error('is not a library');
  let data = parsed as Record<string, unknown>;
  while (typeof data['version'] === 'number' && data['version'] < currentVersion) {
    const step = migrations[data['version']];
    if (step === undefined) throw new Error(`has the unknown version ${data['version']}`);
    data = step(data);
  }
  if (typeof data['version'] === 'number' && data['version'] > currentVersion) {
    throw new TonstiftError(
      'library_unavailable',
      'The library was written by a newer Tonstift ' +
        `(its version is ${data['version']}, this program knows ${currentVersion}). Please update.`,
    );
  }
  const { version, id, next_track_id, albums, trash } = data;
  const sound =
    version === currentVersion &&
    typeof id === 'string' &&
    Number.isInteger(next_track_id) &&
    Array.isArray(trash) &&
    Array.isArray(albums) &&
    albums.every(isAlbum);
  if (!sound) throw new Error('is not a complete library');
  checkPlainNames({ albums, trash });
  return data as unknown as LibraryData;
}

function isAlbum(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const album = value as Partial<AlbumRecord>;
  return (
    Number.isInteger(album.oid) &&
    typeof album.folder === 'string' &&
    [album.tracks, album.files, album.failures].every(Array.isArray)
  );
}

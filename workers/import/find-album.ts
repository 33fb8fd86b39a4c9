/** Finds the album of the library that the files of a batch belong to. Pure. */
import { nameKey } from '../base/files/names.js';
import type { AlbumRecord } from '../library/types.js';
import type { Batch } from './types.js';

type Arrival = Pick<Batch, 'origin' | 'continues'>;

const hour = 3_600_000;
/** A folder with the same name and tags within this time is the same copy, continued. */
const folderWindow = 24 * hour;
/** Loose files have only their tag in common. */
const looseWindow = hour;

/**
 * Returns the album that files of a batch belong to, or null if they are a new one. If several fit, returns the latest.
 * @param tag title in the tags of the files; null if they have none, undefined if there is no audio
 */
export function albumOf(
  batch: Arrival,
  tag: string | null | undefined,
  albums: readonly AlbumRecord[],
  now: number,
): AlbumRecord | null {
  return albums
    .filter((album) => fits(batch, tag, album, now))
    .reduce<AlbumRecord | null>(
      (latest, album) => (latest === null || album.origin.at > latest.origin.at ? album : latest),
      null,
    );
}

/** Returns the albums that a batch may belong to, before its files are read. */
export const candidatesOf = (batch: Arrival, albums: readonly AlbumRecord[], now: number): AlbumRecord[] =>
  albums.filter((album) => fits(batch, undefined, album, now));

function fits(
  { origin, continues }: Arrival,
  tag: string | null | undefined,
  album: AlbumRecord,
  now: number,
): boolean {
  if (continues?.kind === 'album') return album.folder === continues.folder;
  const { kind, source, folder_identity, album_tag, at } = album.origin;
  // If the clock was ahead when the album arrived, the difference counts the same.
  const age = Math.abs(now - at);
  if (continues === undefined || kind !== 'inbox' || age > folderWindow) return false;
  if (continues.kind === 'loose') return source === null && sameName(album_tag, continues.tag) && age <= looseWindow;
  if (continues.kind === 'picture') {
    const names = [album.album_title, album_tag ?? '', ...album.tracks.map((track) => stemOf(track.source_path))];
    return source === null && names.some((name) => sameName(name.trim(), continues.name.trim()));
  }
  if (!sameName(source, origin.source)) return false;
  if (tag === undefined) return true;
  const sameFolder = folder_identity !== null && folder_identity === origin.folder_identity;
  if (sameFolder && age <= hour) return true;
  return album_tag === tag || (sameFolder && (album_tag === null || tag === null));
}

const sameName = (a: string | null, b: string | null): boolean => a !== null && b !== null && nameKey(a) === nameKey(b);

/** Returns the name of a file without its folders and extension. */
export const stemOf = (name: string): string => name.slice(name.lastIndexOf('/') + 1).replace(/\.[^.]*$/, '');

/** Finds the album that a batch of the inbox continues. */
import { probe } from '../../workers/audio/probe.js';
import { orderAlbum } from '../../workers/audio/album/order.js';
import { isAudioName } from '../../workers/audio/album/names.js';
import { nameKey } from '../../workers/base/files/names.js';
import { withSeen } from '../../workers/base/files/seen-file.js';
import type { FoundFile } from '../../workers/base/files/walk.js';
import type { AlbumRecord } from '../../workers/library/types.js';

const hour = 3_600_000;
/** A folder with the same name and tags within this time is the same copy, continued. */
const folderWindow = 24 * hour;
/** Loose files have only their tag in common. */
const looseWindow = hour;

/** Returns the age of an album. If the clock was ahead when it arrived, the difference counts the same. */
const ageAt = (now: number, at: number): number => Math.abs(now - at);

export interface Arrival {
  kind: 'folder' | 'zip' | 'loose';
  /** Name without the extension of a ZIP; null for loose files. */
  source: string | null;
  identity: string | null;
  /** Title in the tags; null if they have none, undefined if there is no audio. */
  tag: string | null | undefined;
}

/**
 * Returns the album that an arrival joins: it came from the inbox folder of the same name. In addition, it is still the
 * same folder, or its tags have the same title and it is recent. Pure.
 */
export function albumToJoin(arrival: Arrival, albums: readonly AlbumRecord[], now: number): AlbumRecord | null {
  return albumsToJoin(arrival, albums, now).reduce<AlbumRecord | null>(
    (latest, album) => (latest === null || album.origin.at > latest.origin.at ? album : latest),
    null,
  );
}

/** Returns all albums that an arrival may join. Pure. */
export function albumsToJoin(arrival: Arrival, albums: readonly AlbumRecord[], now: number): AlbumRecord[] {
  if (arrival.kind === 'zip') return [];
  return albums.filter((album) => {
    const { kind, source, folder_identity, album_tag, at } = album.origin;
    const age = ageAt(now, at);
    if (kind !== 'inbox' || age > folderWindow) return false;
    if (arrival.source === null)
      return source === null && sameTag(album_tag, arrival.tag ?? null) && age <= looseWindow;
    if (source === null || nameKey(source) !== nameKey(arrival.source)) return false;
    const sameFolder = folder_identity !== null && folder_identity === arrival.identity;
    if (arrival.tag === undefined) return true;
    if (sameFolder && age <= hour) return true;
    return album_tag === arrival.tag || (sameFolder && (album_tag === null || arrival.tag === null));
  });
}

const sameTag = (a: string | null, b: string | null): boolean => a !== null && b !== null && nameKey(a) === nameKey(b);

/** Returns the loose album that a single picture belongs to, by its name. Pure. */
export function albumOfPicture(stem: string, albums: readonly AlbumRecord[], now: number): AlbumRecord | null {
  const key = nameKey(stem.trim());
  const isMeant = ({ origin, album_title, album_tag, tracks }: AlbumRecord & { album_tag: string | null }): boolean =>
    origin.kind === 'inbox' &&
    origin.source === null &&
    ageAt(now, origin.at) <= folderWindow &&
    [album_title, album_tag ?? '', ...tracks.map((track) => stemOf(track.source_path))].some(
      (name) => nameKey(name.trim()) === key,
    );
  return albums.find((album) => isMeant({ ...album, album_tag: album.origin.album_tag })) ?? null;
}

export const stemOf = (name: string): string => name.slice(name.lastIndexOf('/') + 1).replace(/\.[^.]*$/, '');

/**
 * Returns the title in the tags of the readable audio files; see `Arrival.tag`.
 * @throws the signal's reason only
 */
export async function tagOf(files: readonly FoundFile[], signal?: AbortSignal): Promise<string | null | undefined> {
  const readable = [];
  for (const file of files) {
    if (file.special || !isAudioName(file.relativePath)) continue;
    const facts = await withSeen(file, (path) => probe(path, { signal })).catch(() => {
      signal?.throwIfAborted();
      return null;
    });
    if (facts !== null) readable.push({ relativePath: file.relativePath, facts });
  }
  return readable.length === 0 ? undefined : (orderAlbum(readable).title ?? null);
}

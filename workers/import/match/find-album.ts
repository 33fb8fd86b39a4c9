/** Finds the album of the library that files belong to, and the reason. The inbox and the command use it. Pure. */
import { tagKey } from '../../audio/album/album-tag.js';
import { discName } from '../../audio/album/disc-names.js';
import { nameKey } from '../../base/files/names.js';
import type { AlbumRecord } from '../../library/types.js';
import { areIncomplete, areNumbered, contradict, fillGaps, tagOfTracks } from './compare.js';
import type { Batch, ComparedTrack, KnownAlbum, Reason } from '../types.js';

type Arrival = Pick<Batch, 'origin' | 'continues'>;

export interface Belonging {
  album: AlbumRecord;
  why: Reason;
}

const hour = 3_600_000;
/** Files that arrive in the folder of an album within this time are the same copy, continued. */
const folderWindow = hour;
/** A folder with the same name, and tags that continue the album, belongs to it within this time. */
const nameWindow = 24 * hour;
/** Loose files have only their tag in common. */
const looseWindow = hour;

/**
 * Returns the album that tracks belong to, or null if they are a new one. If several fit, returns the latest.
 * @param tracks of one part; none for pictures and texts
 * @param known the albums to compare with
 */
export function albumOf(
  batch: Arrival,
  tracks: readonly ComparedTrack[],
  known: readonly KnownAlbum[],
  now: number,
): Belonging | null {
  return known
    .flatMap(({ album, tracks: others }): Belonging[] => {
      const why = reasonFor(batch, tracks, { album, tracks: others }, now);
      return why === null ? [] : [{ album, why }];
    })
    .reduce<Belonging | null>(
      (latest, one) => (latest === null || one.album.origin.at > latest.album.origin.at ? one : latest),
      null,
    );
}

/** Returns the albums that a batch may belong to by its place, before its files are read. */
export const candidatesOf = (batch: Arrival, albums: readonly AlbumRecord[], now: number): AlbumRecord[] =>
  albums.filter((album) => placeOf(batch, album, now) !== null);

/** Returns the albums that tracks may belong to by their tags alone. The tags must say that tracks are missing. */
export function namedBy(tracks: readonly ComparedTrack[], albums: readonly AlbumRecord[]): AlbumRecord[] {
  const tag = tagOfTracks(tracks);
  if (tag === null || !areIncomplete(tracks)) return [];
  return albums.filter(({ origin }) => origin.album_tag !== null && tagKey(origin.album_tag) === tag);
}

/** The property of a batch and an album that is the same and needs no reading of files. */
type CommonPlace = 'asked' | 'picture' | 'loose' | 'folder' | 'name';

function placeOf({ origin, continues }: Arrival, album: AlbumRecord, now: number): CommonPlace | null {
  if (continues?.kind === 'album') return album.folder === continues.folder ? 'asked' : null;
  const { kind, source, folder_identity: identity, album_tag: tag, at } = album.origin;
  // If the clock was ahead when the album arrived, the difference counts the same.
  const age = Math.abs(now - at);
  if (continues === undefined || kind !== 'inbox' || age > nameWindow) return null;
  if (continues.kind === 'loose')
    return source === null && sameName(tag, continues.tag) && age <= looseWindow ? 'loose' : null;
  if (continues.kind === 'picture') {
    const names = [album.album_title, tag ?? '', ...album.tracks.map((track) => stemOf(track.source_path))];
    return source === null && names.some((name) => sameName(name.trim(), continues.name.trim())) ? 'picture' : null;
  }
  if (sharesFolder(identity, origin.folder_identity) && age <= folderWindow) return 'folder';
  return sameName(withoutDisc(source), withoutDisc(origin.source)) ? 'name' : null;
}

/**
 * Tracks from any place continue an album if their tags fill its gaps. Tracks in the album's folder continue it if
 * nothing contradicts. A name alone is not enough, and neither are missing tags.
 */
function reasonFor(
  batch: Arrival,
  tracks: readonly ComparedTrack[],
  { album, tracks: others }: KnownAlbum,
  now: number,
): Reason | null {
  const place = placeOf(batch, album, now);
  if (place === 'asked' || place === 'picture') return place;
  if (tracks.length === 0) return place === 'folder' || place === 'name' ? 'folder' : null;
  const held = new Set(others.map(({ sha256 }) => sha256));
  const fresh = tracks.filter(({ sha256 }) => !held.has(sha256));
  // The import sets aside tracks that the album already has.
  if (fresh.length === 0) return place === null ? null : 'folder';
  if (contradict(fresh, others)) return null;
  if (place === 'folder') return 'folder';
  const tag = tagOfTracks(tracks);
  if (tag === null || tag !== tagOfTracks(others)) return null;
  const isContinued = place === 'loose' || (place === 'name' && areNumbered(fresh) && areNumbered(others));
  return isContinued || fillGaps(fresh, others) ? 'tags' : null;
}

const sameName = (a: string | null, b: string | null): boolean => a !== null && b !== null && nameKey(a) === nameKey(b);

/** Returns `Album` for `Album CD 2`. */
function withoutDisc(name: string | null): string | null {
  const disc = name === null ? null : discName(name);
  return disc?.isSure === true && disc.stem !== '' ? disc.stem : name;
}

/** Reports whether two lists of folder identities have one in common; see `AlbumOrigin`. */
export function sharesFolder(identities: string | null, others: string | null): boolean {
  const known = new Set(identities?.split(' '));
  return others !== null && others.split(' ').some((identity) => known.has(identity));
}

/** Returns the name of a file without its folders and extension. */
export const stemOf = (name: string): string => name.slice(name.lastIndexOf('/') + 1).replace(/\.[^.]*$/, '');

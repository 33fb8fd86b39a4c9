/** Decides about each album of a backup: it is already here, or is restored under its number or another one. Pure. */
import type { Library } from '../../library/library.js';
import type { AlbumFacts } from '../../library/records/facts.js';
import type { AlbumRecord } from '../../library/types.js';
import type { ReadAlbum } from './restored.js';

type Known = Pick<AlbumRecord, 'oid' | 'folder' | 'album_title' | 'tracks'>;
type Tracks = Pick<AlbumRecord, 'tracks'>;

const digests = ({ tracks }: Tracks): string[] => tracks.map(({ sha256 }) => sha256);

/** Returns the facts as they are restored: without missing tracks, and with the bytes that are in the backup. */
export function asRestored({ album, facts }: Pick<ReadAlbum, 'album' | 'facts'>): AlbumFacts {
  const files = new Map(album.files.map((file) => [file.name, file]));
  const tracks = facts.tracks.flatMap((track) => {
    const file = files.get(track.filename);
    return file === undefined ? [] : [{ ...track, size: file.size, sha256: file.sha256 }];
  });
  return { ...facts, tracks };
}

const differ = (facts: AlbumFacts, here: Known): boolean =>
  here.album_title !== facts.album_title || digests(here).join() !== digests(facts).join();

/** Reports whether the tracks, their order or the title differ. */
export const isEdited = ({ facts, restored }: ReadAlbum, here: Known): boolean =>
  differ(facts, here) && differ(restored, here);

/** Reports whether the first has all tracks of the second. */
export function hasAll(one: Tracks, other: Tracks): boolean {
  const own = new Set(digests(one));
  return digests(other).every((sha256) => own.has(sha256));
}

/**
 * Finds albums that are already here. Each matches at most one album of the backup, because two albums may have the
 * same tracks and different sheets. An album matches if its folder, whose name is unique, is the same and no track is
 * missing, whatever was edited since. Otherwise it matches if tracks, order and title are the same. An album that was
 * incomplete in the backup may be here as it was, or as it was restored.
 */
export function matches<Album extends Known>(
  backedUp: readonly ReadAlbum[],
  albums: readonly Album[],
): Map<ReadAlbum, Album> {
  const found = new Map<ReadAlbum, Album>();
  const taken = new Set<Album>();
  const match = (is: (here: Album, one: ReadAlbum) => boolean): void => {
    for (const one of backedUp) {
      const here = found.has(one) ? undefined : albums.find((album) => !taken.has(album) && is(album, one));
      if (here === undefined) continue;
      found.set(one, here);
      taken.add(here);
    }
  };
  match((here, { facts, restored }) => here.folder === facts.folder && (hasAll(here, facts) || hasAll(here, restored)));
  match((here, one) => here.oid === one.facts.oid && !isEdited(one, here));
  match((here, one) => !isEdited(one, here));
  return found;
}

/**
 * Returns the number of a restored album: its own if no album uses it, reserved or not; otherwise one that no other
 * album of the backup needs. Runs in the same step as the change that records the album. Throws TonstiftError
 * `no_free_oid`.
 */
export const oidFor = (library: Library, oid: number, wanted: readonly number[]): number =>
  library.find(oid) === undefined ? oid : library.freeOid(wanted);

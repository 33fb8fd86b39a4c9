/** Decides about each album of a backup: it is already here, or is restored under its number or another one. Pure. */
import type { Library } from '../../library/library.js';
import type { AlbumFacts } from '../../library/records/facts.js';
import type { AlbumRecord } from '../../library/types.js';

type Known = Pick<AlbumRecord, 'oid' | 'folder' | 'album_title' | 'tracks'>;

const digests = ({ tracks }: Pick<AlbumRecord, 'tracks'>): string[] => tracks.map(({ sha256 }) => sha256);

/** Reports whether the tracks, their order or the title differ. */
export const isEdited = (facts: Omit<AlbumFacts, 'oid'>, here: Known): boolean =>
  here.album_title !== facts.album_title || digests(here).join() !== digests(facts).join();

/** Reports whether an album contains all tracks of the backup's album. */
function hasAll(here: Known, facts: AlbumFacts): boolean {
  const own = new Set(digests(here));
  return digests(facts).every((sha256) => own.has(sha256));
}

/**
 * Finds albums that are already here. Each matches at most one album of the backup, because two albums may have the
 * same tracks and different sheets. An album matches if its folder, whose name is unique, is the same and no track is
 * missing, whatever was edited since. Otherwise it matches if tracks, order and title are the same.
 */
export function matches<Album extends Known>(
  backedUp: readonly AlbumFacts[],
  albums: readonly Album[],
): Map<AlbumFacts, Album> {
  const found = new Map<AlbumFacts, Album>();
  const taken = new Set<Album>();
  const match = (is: (here: Album, facts: AlbumFacts) => boolean): void => {
    for (const facts of backedUp) {
      const here = found.has(facts) ? undefined : albums.find((album) => !taken.has(album) && is(album, facts));
      if (here === undefined) continue;
      found.set(facts, here);
      taken.add(here);
    }
  };
  match((here, facts) => here.folder === facts.folder && hasAll(here, facts));
  match((here, facts) => here.oid === facts.oid && !isEdited(facts, here));
  match((here, facts) => !isEdited(facts, here));
  return found;
}

/**
 * Returns the number of a restored album: its own if no album uses it, reserved or not; otherwise one that no other
 * album of the backup needs. Runs in the same step as the change that records the album. Throws TonstiftError
 * `no_free_oid`.
 */
export const oidFor = (library: Library, oid: number, wanted: readonly number[]): number =>
  library.find(oid) === undefined ? oid : library.freeOid(wanted);

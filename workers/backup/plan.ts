/** What becomes of each album of a backup: it is here already, or comes, under its number or another one. Pure. */
import type { Library } from '../library/library.js';
import type { AlbumFacts } from '../library/records/facts.js';
import type { AlbumRecord } from '../library/types.js';

type Known = Pick<AlbumRecord, 'oid' | 'folder' | 'album_title' | 'tracks'>;

const digests = ({ tracks }: Pick<AlbumRecord, 'tracks'>): string[] => tracks.map(({ sha256 }) => sha256);

/** Whether it has other sounds, another order or another title. */
export const isEdited = (facts: Omit<AlbumFacts, 'oid'>, here: Known): boolean =>
  here.album_title !== facts.album_title || digests(here).join() !== digests(facts).join();

/** Whether all sounds of the one are the other's, too. */
function hasAll(here: Known, facts: AlbumFacts): boolean {
  const own = new Set(digests(here));
  return digests(facts).every((sha256) => own.has(sha256));
}

/**
 * Which albums are here already. One here stands for one of the backup: two albums may well have the same sounds, each
 * with a sheet of its own. It is the same one where its folder is the same, whose name is given once, and no sound is
 * lacking, whatever was edited since; or else where it has the same sounds in the same order and the same title.
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
 * The number of an album that comes: its own where no album has it, resting or not; else one that no other album of
 * the backup wants. Runs in one go with the change that records the album. Throws TonstiftError `no_free_oid`.
 */
export const oidFor = (library: Library, oid: number, wanted: readonly number[]): number =>
  library.find(oid) === undefined ? oid : library.freeOid(wanted);

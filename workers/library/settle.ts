/**
 * Makes the folders of a library match its records, also after a crash. If the system refuses one step, it is logged
 * and retried at the next start; the other steps still run.
 */
import { readdir, rename } from 'node:fs/promises';
import { basename, dirname } from 'node:path/posix';
import { messageOf, TonstiftError } from '../base/errors.js';
import type { HeldFolder } from '../base/files/held-folder.js';
import { removeTree } from '../base/files/remove-tree.js';
import { unlessGone } from '../base/files/walk.js';
import type { Log } from '../base/ports.js';
import { coverFileName } from './pictures/cover.js';
import type { LibraryData } from './data.js';
import { withLeftCovers } from './pictures/left-covers.js';
import { moveOldVariants, removeOldVariants } from './old-variants.js';
import { removeOldUploads, uploadsFolder } from './old-uploads.js';
import { inPlace, type Place } from './place.js';
import type { Records } from './records.js';
import { placeFolders } from './records/trash.js';
import type { AlbumRecord } from './types.js';

/** Prefix of folders in `staging/` that this file never removes. */
export const keptPrefix = 'kept-';

export interface Settled {
  place: Place;
  records: Records;
  log: Log;
}

/**
 * Repairs what a crash left: see `PendingImport`, `LibraryData.leftovers`.
 * @throws TonstiftError `library_unavailable` if the library is unavailable or its records cannot be written
 */
export async function settle(library: Settled): Promise<void> {
  const { records } = library;
  await settleFolders(library);
  // Uploads may be in progress while the library is entered again.
  const wanted = new Set([uploadsFolder, ...records.data.albums.map((album) => album.pending?.staging ?? '')]);
  if (records.isMended) await attempt(library, 'staging', () => keepStaged(library, wanted));
  await removeFrom(library, 'staging', (name) => !wanted.has(name) && !name.startsWith(keptPrefix));
  await attempt(library, 'uploads', () =>
    inPlace(library.place, (root) => inside(root, 'staging', (staging) => removeOldUploads(staging))),
  );
  await removeFrom(library, 'gme', (name) => name.endsWith('.tmp') || name.endsWith('.partial'));
  await attempt(library, 'variants', () => takeOverOldVariants(library));
  await attempt(library, 'covers', () => takeLeftCovers(library));
}

/**
 * Moves folders and removes leftovers as the records require.
 * @throws as `settle`
 */
export async function settleFolders(library: Settled): Promise<void> {
  const { place, records } = library;
  const { leftovers } = records.data;
  const gone: string[] = [];
  await attempt(library, 'albums', () => inPlace(place, (folder) => placeFolders(folder, records.data, library.log)));
  for (const name of leftovers) {
    if (isReplaced(records.data, name)) continue;
    const [within, entry] = [dirname(name), basename(name)];
    await attempt(library, name, async () => {
      if (!isNamed(records.data, name))
        await inPlace(place, (folder) => inside(folder, within, (one) => removeTree(one, entry)));
      gone.push(name);
    });
  }
  if (gone.length === 0) return;
  await attempt(library, 'leftovers', () =>
    records.change((data) => ({ ...data, leftovers: data.leftovers.filter((name) => !gone.includes(name)) })),
  );
}

/** A leftover that could not be removed may belong to another album by the next attempt. */
const isNamed = ({ albums, trash }: LibraryData, leftover: string): boolean =>
  albums.some(({ files }) => files.some(({ filename }) => `gme/${filename}` === leftover)) ||
  albums.some(({ folder, tracks }) => tracks.some(({ filename }) => `albums/${folder}/${filename}` === leftover)) ||
  trash.some(({ album }) => `trash/${album.folder}` === leftover);

/** The files that replace it are not in their place yet: until then it may be the only copy. */
const isReplaced = ({ albums }: LibraryData, leftover: string): boolean =>
  albums.some(({ folder, pending }) => pending !== null && leftover.startsWith(`albums/${folder}/`));

async function attempt({ log, place }: Settled, what: string, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (error instanceof TonstiftError && error.code === 'library_unavailable') throw error;
    log.error(`Cannot repair ${what} in ${place.path}; retrying at the next start: ${messageOf(error)}`);
  }
}

/** Removes entries of one of the library's folders. If one fails, the others are still removed. */
function removeFrom(library: Settled, within: string, isUnwanted: (name: string) => boolean): Promise<void> {
  const remove = async (folder: HeldFolder): Promise<void> => {
    for (const name of await readdir(folder.at('')))
      if (isUnwanted(name)) await attempt(library, `${within}/${name}`, () => removeTree(folder, name));
  };
  return attempt(library, within, () => inPlace(library.place, (root) => inside(root, within, remove)));
}

/**
 * Repaired records may have lost an import. Its staged files are kept under another name, for a person: an album that
 * was made of them automatically might be incomplete. Unpacked ZIPs and cut chapters are removed, because their files
 * still exist.
 */
function keepStaged({ place, log }: Settled, wanted: ReadonlySet<string>): Promise<void> {
  const keep = async (staging: HeldFolder): Promise<void> => {
    for (const name of await readdir(staging.at(''))) {
      if (wanted.has(name) || name.startsWith(keptPrefix) || name.startsWith('zip-')) continue;
      await rename(staging.at(name), staging.at(keptPrefix + name));
      log.error(`An unfinished import is kept in ${staging.path}/${keptPrefix}${name}: the records do not list it.`);
    }
  };
  return inPlace(place, (root) => inside(root, 'staging', keep));
}

/** Runs `work` in one of the library's folders, if it exists. */
async function inside(root: HeldFolder, within: string, work: (folder: HeldFolder) => Promise<void>): Promise<void> {
  const folder = await root.below(within).catch(unlessGone(null));
  if (folder !== null) await work(folder).finally(() => folder.close());
}

async function takeOverOldVariants({ place, records }: Settled): Promise<void> {
  const found = await inPlace(place, (folder) => moveOldVariants(folder, records.data.albums));
  const withFound = (album: AlbumRecord): AlbumRecord => ({
    ...album,
    files: [...album.files, ...(found.get(album) ?? [])],
  });
  if (found.size > 0) await records.change((data) => ({ ...data, albums: data.albums.map(withFound) }));
  await inPlace(place, removeOldVariants);
}

async function takeLeftCovers({ place, records }: Settled): Promise<void> {
  const covered = new Set(await inPlace(place, (folder) => withLeftCovers(folder, records.data.albums)));
  const withCover = (album: AlbumRecord): AlbumRecord =>
    covered.has(album) ? { ...album, cover: coverFileName, cover_kind: 'chosen' } : album;
  if (covered.size > 0) await records.change((data) => ({ ...data, albums: data.albums.map(withCover) }));
}

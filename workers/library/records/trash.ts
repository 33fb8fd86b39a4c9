/**
 * Albums that were deleted: their folders lie in `trash/` for thirty days, and can be had back. Where a folder has to
 * be, the records say; a crash may have left it where it was before.
 */
import { rename } from 'node:fs/promises';
import { messageOf } from '../../base/errors.js';
import { syncFolder } from '../../base/files/durable.js';
import type { HeldFolder } from '../../base/files/held-folder.js';
import { unlessNoFolder } from '../../base/files/walk.js';
import type { Log } from '../../base/ports.js';
import type { LibraryData, TrashedAlbum } from '../data.js';
import { albumsFolder, folderNames, trashFolder } from './album-folders.js';

/** Days that an album stays. */
export const trashDays = 30;

/** Those whose time is over. Pure. @param now milliseconds since 1970 */
export const expired = (trash: readonly TrashedAlbum[], now: number): TrashedAlbum[] =>
  trash.filter(({ deleted_at }) => now - deleted_at >= trashDays * 86_400_000);

/**
 * Moves each folder that lies in the wrong one of the two; one that cannot be moved is said, and stays.
 * @throws the system's error
 */
export async function placeFolders(library: HeldFolder, { albums, trash }: LibraryData, log: Log): Promise<void> {
  const [inUse, thrown] = await Promise.all([folderNames(library, albumsFolder), folderNames(library, trashFolder)]);
  const [wanted, unwanted] = [
    new Set(albums.map(({ folder }) => folder)),
    new Set(trash.map(({ album }) => album.folder)),
  ];
  const back = thrown.filter((name) => wanted.has(name) && !inUse.includes(name));
  const out = inUse.filter((name) => unwanted.has(name) && !wanted.has(name) && !thrown.includes(name));
  const sayStays = (name: string, error: unknown): void =>
    log.error(`The folder ${JSON.stringify(name)} of the library stays where it is: ${messageOf(error)}`);
  await moveAll(library, { from: trashFolder, to: albumsFolder, names: back }, sayStays);
  await moveAll(library, { from: albumsFolder, to: trashFolder, names: out }, sayStays);
}

async function moveAll(
  library: HeldFolder,
  { from, to, names }: { from: string; to: string; names: readonly string[] },
  sayStays: (name: string, error: unknown) => void,
): Promise<void> {
  if (names.length === 0) return;
  const source = await library.below(from);
  try {
    const target = await library.below(to, { make: true });
    try {
      for (const name of names)
        await rename(source.at(name), target.at(name)).catch((error: unknown) => sayStays(name, error));
      await syncFolder(target.at(''));
      await syncFolder(source.at(''));
    } finally {
      await target.close();
    }
  } finally {
    await source.close();
  }
}

/** Whether the folder of a deleted album lies in one of the two. @throws the system's error */
export async function isKept(library: HeldFolder, name: string): Promise<boolean> {
  for (const within of [trashFolder, albumsFolder]) {
    const folder = await library.below(`${within}/${name}`).catch(unlessNoFolder(null));
    await folder?.close();
    if (folder !== null) return true;
  }
  return false;
}

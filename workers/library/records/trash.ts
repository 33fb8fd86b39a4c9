/**
 * Deleted albums: their folders stay in `trash/` for thirty days and can be restored. The records define where a
 * folder belongs; after a crash it may still be in its old place.
 */
import { rename } from 'node:fs/promises';
import { messageOf } from '../../base/errors.js';
import { syncFolder } from '../../base/files/durable.js';
import type { HeldFolder } from '../../base/files/held-folder.js';
import { unlessNoFolder } from '../../base/files/walk.js';
import type { Log } from '../../base/ports.js';
import type { LibraryData, TrashedAlbum } from '../data.js';
import { albumsFolder, folderNames, trashFolder } from './album-folders.js';

/** Days that an album stays in the trash. */
export const trashDays = 30;

const day = 86_400_000;

/**
 * Returns the albums whose time is over: thirty days by the clock, and seen on thirty days. A clock may be years
 * ahead (a machine without a battery, a wrong year in its firmware). That costs an album one day, not all of them.
 * Pure.
 * @param now milliseconds since 1970
 */
export const expired = (trash: readonly TrashedAlbum[], now: number): TrashedAlbum[] =>
  trash.filter(({ deleted_at, days }) => now - deleted_at >= trashDays * day && (days?.number ?? 0) >= trashDays);

/**
 * Records that the albums were seen today. Returns the same list if all were. Pure.
 * @param now milliseconds since 1970
 */
export function withDay(trash: readonly TrashedAlbum[], now: number): readonly TrashedAlbum[] {
  const last = Math.floor(now / day);
  if (trash.every(({ days }) => days?.last === last)) return trash;
  return trash.map((entry) =>
    entry.days?.last === last ? entry : { ...entry, days: { number: (entry.days?.number ?? 0) + 1, last } },
  );
}

/**
 * Moves each folder that is in the wrong one of the two. Logs and keeps a folder that cannot be moved.
 * @throws the system's error
 */
export async function placeFolders(library: HeldFolder, { albums, trash }: LibraryData, log: Log): Promise<void> {
  const [inUse, thrown] = await Promise.all([folderNames(library, albumsFolder), folderNames(library, trashFolder)]);
  const [wanted, unwanted, here, there] = [
    new Set(albums.map(({ folder }) => folder)),
    new Set(trash.map(({ album }) => album.folder)),
    new Set(inUse),
    new Set(thrown),
  ];
  const back = thrown.filter((name) => wanted.has(name) && !here.has(name));
  const out = inUse.filter((name) => unwanted.has(name) && !wanted.has(name) && !there.has(name));
  const sayStays = (name: string, error: unknown): void =>
    log.error(`Cannot move the folder ${JSON.stringify(name)} of the library: ${messageOf(error)}`);
  await moveAll(library, { from: trashFolder, to: albumsFolder, names: back }, sayStays);
  await moveAll(library, { from: albumsFolder, to: trashFolder, names: out }, sayStays);
  await compose(library, { within: albumsFolder, names: here, wanted }, sayStays);
  await compose(library, { within: trashFolder, names: there, wanted: unwanted }, sayStays);
}

/** On an HFS+ disk, and in a copy from one, names are in decomposed form (NFD). */
async function compose(
  library: HeldFolder,
  { within, names, wanted }: { within: string; names: ReadonlySet<string>; wanted: ReadonlySet<string> },
  sayStays: (name: string, error: unknown) => void,
): Promise<void> {
  const isMeant = (name: string, composed: string): boolean =>
    !wanted.has(name) && wanted.has(composed) && !names.has(composed);
  const decomposed = [...names].filter((name) => isMeant(name, name.normalize('NFC')));
  if (decomposed.length === 0) return;
  await using folders = await library.below(within);
  for (const name of decomposed)
    await rename(folders.at(name), folders.at(name.normalize('NFC'))).catch((error: unknown) => sayStays(name, error));
}

async function moveAll(
  library: HeldFolder,
  { from, to, names }: { from: string; to: string; names: readonly string[] },
  sayStays: (name: string, error: unknown) => void,
): Promise<void> {
  if (names.length === 0) return;
  await using source = await library.below(from);
  await using target = await library.below(to, { make: true });
  for (const name of names)
    await rename(source.at(name), target.at(name)).catch((error: unknown) => sayStays(name, error));
  await syncFolder(target.at(''));
  await syncFolder(source.at(''));
}

/** True if the folder of a deleted album is in one of the two. @throws the system's error */
export async function isKept(library: HeldFolder, name: string): Promise<boolean> {
  for (const within of [trashFolder, albumsFolder]) {
    const folder = await library.below(`${within}/${name}`).catch(unlessNoFolder(null));
    await folder?.close();
    if (folder !== null) return true;
  }
  return false;
}

import { lstat, readdir, rmdir } from 'node:fs/promises';
import { isTemporaryName } from '../../workers/base/files/durable.js';
import { inFolder, type HeldFolder } from '../../workers/base/files/held-folder.js';
import { removeTree } from '../../workers/base/files/remove-tree.js';
import { unlessGone } from '../../workers/base/files/walk.js';
import { removeOldUploads, uploadsFolder } from '../../workers/library/old-uploads.js';
import { libraryFileName, markFileName } from '../../workers/library/place.js';
import { libraryLockName } from '../library/library-lock.js';

const ownNames = new Set(['albums', 'gme', 'variants', 'transcoded', 'trash', 'backups', libraryLockName]);

/** The records, with their backup and broken files that were kept. */
const isOwn = (name: string): boolean =>
  ownNames.has(name) || name === libraryFileName || name.startsWith(`${libraryFileName}.`) || isTemporaryName(name);

/**
 * Deletes the files of a library, and the folder itself if it is then empty. Records and marker are deleted last:
 * after a crash, the rest can still be recognised as this library. Uploads in progress stay.
 * @returns false if a part of it is left
 */
export async function removeLibrary(from: string): Promise<boolean> {
  const isGone = await inFolder(from, '', async (old) => {
    await removeStaging(old);
    const names = (await readdir(old.at(''))).filter(isOwn);
    for (const name of names.filter((one) => one !== libraryFileName)) await removeTree(old, name);
    if ((await lstat(old.at('staging')).catch(unlessGone(null))) !== null) return false;
    for (const name of [libraryFileName, markFileName]) await removeTree(old, name);
    return true;
  });
  if (isGone) await rmdir(from).catch(() => undefined);
  return isGone;
}

async function removeStaging(old: HeldFolder): Promise<void> {
  const staging = await old.below('staging').catch(unlessGone(null));
  if (staging === null) return;
  try {
    for (const name of await readdir(staging.at(''))) if (name !== uploadsFolder) await removeTree(staging, name);
    await removeOldUploads(staging, { parcels: true });
    await rmdir(staging.at(uploadsFolder)).catch(() => undefined);
  } finally {
    await staging.close();
  }
  await rmdir(old.at('staging')).catch(() => undefined);
}

/** Uploads below `staging/`: those that an earlier run left, and files that are sent in parts over several runs. */
import { lstat, readdir, unlink } from 'node:fs/promises';
import type { HeldFolder } from '../base/files/held-folder.js';
import { removeTree } from '../base/files/remove-tree.js';
import { unlessGone, unlessNoFolder } from '../base/files/walk.js';

export const uploadsFolder = 'uploads';
/** Prefix of uploads that are kept for a while, until their client continues. */
export const parcelPrefix = 'parcel-';

/**
 * Removes uploads of an earlier run, whose senders have disconnected. Uploads of this run may still be in progress.
 * @param parcels also remove files that are sent in parts: their clients start again
 * @throws the system's error if an entry cannot be removed
 */
export async function removeOldUploads(staging: HeldFolder, { parcels = false } = {}): Promise<void> {
  await using uploads = await staging.below(uploadsFolder).catch(unlessNoFolder(null));
  // A link or a file with this name would block uploads.
  if (uploads === null) return unlink(staging.at(uploadsFolder)).catch(unlessGone(undefined));
  for (const name of await readdir(uploads.at(''))) {
    if (name.startsWith(parcelPrefix)) {
      if (parcels) await removeTree(uploads, name);
      continue;
    }
    const facts = await lstat(uploads.at(name)).catch(unlessGone(null));
    if (facts !== null && facts.mtimeMs < performance.timeOrigin) await removeTree(uploads, name);
  }
}

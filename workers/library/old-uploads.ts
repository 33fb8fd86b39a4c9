/** Uploads below `staging/`: those that an earlier run has left, and files that come in pieces over several runs. */
import { lstat, readdir, unlink } from 'node:fs/promises';
import type { HeldFolder } from '../base/files/held-folder.js';
import { removeTree } from '../base/files/remove-tree.js';
import { unlessGone, unlessNoFolder } from '../base/files/walk.js';

export const uploadsFolder = 'uploads';
/** Of what is kept until its client goes on: `daemon/uploads/parcels.ts` knows how long. */
export const parcelPrefix = 'parcel-';

/**
 * Removes uploads of an earlier run: who sent them is gone. Those of this one may be coming in.
 * @param parcels files that come in pieces, too: their clients begin anew
 * @throws the system's error where something may not be removed
 */
export async function removeOldUploads(staging: HeldFolder, { parcels = false } = {}): Promise<void> {
  const uploads = await staging.below(uploadsFolder).catch(unlessNoFolder(null));
  // A link or a file in its place would keep uploads out.
  if (uploads === null) return unlink(staging.at(uploadsFolder)).catch(unlessGone(undefined));
  try {
    for (const name of await readdir(uploads.at(''))) {
      if (name.startsWith(parcelPrefix)) {
        if (parcels) await removeTree(uploads, name);
        continue;
      }
      const facts = await lstat(uploads.at(name)).catch(unlessGone(null));
      if (facts !== null && facts.mtimeMs < performance.timeOrigin) await removeTree(uploads, name);
    }
  } finally {
    await uploads.close();
  }
}

/** The folder for uploads: on the library's disk, so that an import does not copy to another disk. */
import { holdFolder, type HeldFolder } from '../workers/base/files/held-folder.js';
import type { Library } from '../workers/library/library.js';
import { uploadsFolder } from '../workers/library/old-uploads.js';

/**
 * Holds the folder for uploads.
 * @param make create it if it is missing
 * @throws TonstiftError `library_unavailable` if the library is unavailable, `conflict` if a link has the name of a
 * folder on the way; the system's error
 */
export async function holdUploadFolder(library: Library, make = true): Promise<HeldFolder> {
  // Before the folder is opened: if the library is unavailable, its path may be any folder.
  await library.verify();
  await using root = await holdFolder(library.path);
  await library.verify();
  // The verified folder must be the held one.
  await root.check();
  return await root.below(`staging/${uploadsFolder}`, { make });
}

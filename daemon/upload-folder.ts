/** Where uploads lie until they are in the library: beside it, so that nothing has to be copied to another disk. */
import { holdFolder, type HeldFolder } from '../workers/base/files/held-folder.js';
import type { Library } from '../workers/library/library.js';
import { uploadsFolder } from '../workers/library/old-uploads.js';

/**
 * A hold on the folder for uploads.
 * @param make where it is not there
 * @throws TonstiftError `library_unavailable` where the library is away, `conflict` where a link stands in the place of
 * a folder on the way; the system's error
 */
export async function holdUploadFolder(library: Library, make = true): Promise<HeldFolder> {
  // Before the folder is looked for: where the library is not, its path may be anything.
  await library.verify();
  const root = await holdFolder(library.path);
  try {
    await library.verify();
    // What was found there must be what is held.
    await root.check();
    return await root.below(`staging/${uploadsFolder}`, { make });
  } finally {
    await root.close();
  }
}

/** Where uploads lie until they are in the library: beside it, so that nothing has to be copied to another disk. */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { systemCodeOf } from '../workers/base/errors.js';
import type { Library } from '../workers/library/library.js';
import { away } from '../workers/library/place.js';

/** Throws TonstiftError `library_unavailable` where the library is away. */
export function uploadFolder(library: Library): string {
  if (library.away !== null) throw away(library.away);
  return join(library.stagingFolder, 'uploads');
}

/** The library may be another one now. */
export async function makeUploadFolder(library: Library): Promise<void> {
  await mkdir(uploadFolder(library)).catch((error: unknown) => {
    if (systemCodeOf(error) !== 'EEXIST') throw error;
  });
}

/** The folder for the files of one body; it is held, so that a link in its place, or above it, is not followed. */
import { randomUUID } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { isDiskFull, TonstiftError } from '../../workers/base/errors.js';
import type { HeldFolder } from '../../workers/base/files/held-folder.js';
import { removeTree } from '../../workers/base/files/remove-tree.js';
import type { Services } from '../services.js';
import { say } from '../../workers/base/language/sentence.js';

/**
 * Hands on the path of a new folder, which goes when `use` ends, however it ends.
 * @throws TonstiftError `library_unavailable` and `no_space` where there can be none; what `use` throws
 */
export async function withBodyFolder<T>(
  services: Pick<Services, 'uploadFolder'>,
  use: (path: string) => Promise<T>,
): Promise<T> {
  const name = `http-${randomUUID()}`;
  const uploads = await services.uploadFolder().catch(refuse);
  try {
    const folder = await made(uploads, name).catch(refuse);
    try {
      return await use(folder.at(''));
    } finally {
      await folder.close();
      await removeTree(uploads, name);
    }
  } finally {
    await uploads.close();
  }
}

async function made(uploads: HeldFolder, name: string): Promise<HeldFolder> {
  await mkdir(uploads.at(name), 0o700);
  return uploads.below(name);
}

function refuse(error: unknown): never {
  if (error instanceof TonstiftError && error.code !== 'conflict') throw error;
  const full = isDiskFull(error);
  throw new TonstiftError(
    full ? 'no_space' : 'library_unavailable',
    full ? say('error.library_full') : say('error.upload_folder'),
    {},
    { cause: error },
  );
}

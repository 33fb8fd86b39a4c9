/**
 * A temporary folder for the files of one body. It is held open, so symbolic links that replace it or a parent are not
 * followed.
 */
import { randomUUID } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { isDiskFull, messageOf, TonstiftError } from '../../workers/base/errors.js';
import type { HeldFolder } from '../../workers/base/files/held-folder.js';
import { removeTree } from '../../workers/base/files/remove-tree.js';
import type { Services } from '../services.js';
import { say } from '../../workers/base/language/sentence.js';

/**
 * Calls `use` with the path of a new folder. The folder is removed when `use` ends, even if it throws.
 * @throws TonstiftError `library_unavailable` or `no_space` if the folder cannot be made; and what `use` throws
 */
export async function withBodyFolder<T>(
  services: Pick<Services, 'uploadFolder'>,
  use: (path: string) => Promise<T>,
): Promise<T> {
  const name = `http-${randomUUID()}`;
  await using uploads = await services.uploadFolder().catch(refuse);
  const folder = await made(uploads, name).catch(refuse);
  try {
    return await use(folder.at(''));
  } finally {
    await folder.close();
    await removeTree(uploads, name);
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
    full ? say('error.library_full') : say('error.upload_folder', { why: messageOf(error) }),
    {},
    { cause: error },
  );
}

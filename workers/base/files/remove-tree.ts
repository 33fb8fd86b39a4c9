/** Removing what others may write into, too: no link is followed, whenever it comes. */
import { readdir, rmdir, unlink } from 'node:fs/promises';
import { systemCodeOf } from '../errors.js';
import type { HeldFolder } from './held-folder.js';

/**
 * Removes a file, a link, or a folder with all that is in it. Silent where nothing is there.
 * @param name of an entry of the parent
 * @throws the system's error where something may not be removed; the rest is gone then
 */
export async function removeTree(parent: HeldFolder, name: string): Promise<void> {
  const code = await codeOf(unlink(parent.at(name)));
  if (code === undefined || code === 'ENOENT') return;
  // Linux says EISDIR of a folder, others EPERM.
  const folder = await parent.below(name);
  try {
    for (const child of await readdir(folder.at(''))) await removeTree(folder, child);
  } finally {
    await folder.close();
  }
  await rmdir(parent.at(name));
}

const codeOf = (work: Promise<void>): Promise<string | undefined> =>
  work.then(
    () => undefined,
    (error: unknown) => systemCodeOf(error) ?? 'EIO',
  );

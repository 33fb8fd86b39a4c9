/** Deletes a folder with its content. Links in it are deleted, not followed. */
import { readdir, rmdir, unlink } from 'node:fs/promises';
import { systemCodeOf } from '../errors.js';
import type { HeldFolder } from './held-folder.js';
import { unlessGone, unlessNoFolder } from './walk.js';

/** Attempts to empty a folder if new entries appear meanwhile. */
const tries = 3;

/**
 * Deletes the entry with that name in a folder, whatever its type; does nothing if it does not exist.
 * @throws the system's error if an entry cannot be deleted
 */
export async function removeTree(parent: HeldFolder, name: string): Promise<void> {
  for (let left = tries; ; left--) {
    // A link or a file is unlinked, and never followed.
    const folder = await parent.below(name).catch(unlessNoFolder(null));
    if (folder === null) return unlink(parent.at(name)).catch(unlessGone(undefined));
    try {
      for (const entry of await readdir(folder.at(''), { withFileTypes: true })) {
        if (entry.isDirectory()) await removeTree(folder, entry.name);
        else await unlink(folder.at(entry.name)).catch(unlessGone(undefined));
      }
    } finally {
      await folder.close();
    }
    try {
      return await rmdir(parent.at(name)).catch(unlessGone(undefined));
    } catch (error) {
      if (left <= 1 || systemCodeOf(error) !== 'ENOTEMPTY') throw error;
    }
  }
}

/** A library as it lies on the disk, brought to another folder. */
import { readdir, rename, rmdir } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { linkOrCopy, syncFolder } from '../../workers/base/files/durable.js';
import { inFolder, type HeldFolder } from '../../workers/base/files/held-folder.js';
import { makeFolder } from '../../workers/base/files/make-folder.js';
import { removeTree } from '../../workers/base/files/remove-tree.js';
import { unlessGone } from '../../workers/base/files/walk.js';
import { libraryLockName } from '../library-lock.js';

/** What is not moved: it can be made again, or is this process's own. */
const left = new Set(['staging', libraryLockName]);

/**
 * By second names where the disk can. All goes through a hold on the folder above: where a disk is pulled out, nothing
 * lands beside it.
 * @param to empty or missing
 * @param coming filled first, beside it
 */
export async function copyLibrary(from: string, to: string, coming: string): Promise<void> {
  makeFolder(dirname(to));
  await inFolder(dirname(to), '', async (above) => {
    let copy = basename(coming);
    try {
      await inFolder(from, '', (source) => copyFolder(source, above, copy, left));
      await rmdir(above.at(basename(to))).catch(unlessGone(undefined));
      await rename(above.at(copy), above.at(basename(to)));
      copy = basename(to);
      await syncFolder(above.at(''));
      await above.check();
    } catch (error) {
      await removeTree(above, copy).catch(() => undefined);
      throw error;
    }
  });
}

async function copyFolder(
  source: HeldFolder,
  parent: HeldFolder,
  name: string,
  leave: ReadonlySet<string>,
): Promise<void> {
  const target = await parent.below(name, { make: true });
  try {
    for (const entry of await readdir(source.at(''), { withFileTypes: true })) {
      if (leave.has(entry.name)) continue;
      if (entry.isFile()) await linkOrCopy(source.at(entry.name), target.at(entry.name));
      if (!entry.isDirectory()) continue;
      const inner = await source.below(entry.name);
      await copyFolder(inner, target, entry.name, new Set()).finally(() => inner.close());
    }
    await syncFolder(target.at(''));
  } finally {
    await target.close();
  }
}

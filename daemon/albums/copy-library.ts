import { readdir, rename, rmdir } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { linkOrCopy, syncFolder } from '../../workers/base/files/durable.js';
import { inFolder, type HeldFolder } from '../../workers/base/files/held-folder.js';
import { makeFolder } from '../../workers/base/files/make-folder.js';
import { removeTree } from '../../workers/base/files/remove-tree.js';
import { unlessGone } from '../../workers/base/files/walk.js';
import { libraryLockName } from '../library/library-lock.js';

/** Entries that are not copied: they can be made again, or belong to this process. */
const left = new Set(['staging', libraryLockName]);

/**
 * Uses hard links if the disk has them. All paths go through a hold on the parent folder: if its disk is pulled out,
 * no file is written to another place.
 * @param to empty or missing
 * @param coming temporary folder next to it, which is filled first
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
  await using target = await parent.below(name, { make: true });
  for (const entry of await readdir(source.at(''), { withFileTypes: true })) {
    if (leave.has(entry.name)) continue;
    if (entry.isFile()) await linkOrCopy(source.at(entry.name), target.at(entry.name));
    if (!entry.isDirectory()) continue;
    const inner = await source.below(entry.name);
    await copyFolder(inner, target, entry.name, new Set()).finally(() => inner.close());
  }
  await syncFolder(target.at(''));
}

/** Where a path leads, also when its end is not there yet. */
import { readlinkSync, realpathSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';

/** More links than this in one path is a circle, as in the kernel. */
const mostLinks = 40;

/**
 * The real path of the deepest part that exists, with the rest appended. A link that points
 * to nothing is followed, so that two names of one future folder compare equal.
 */
export function realpathOfExisting(path: string, links = 0): string {
  try {
    return realpathSync.native(path);
  } catch {
    const target = links < mostLinks ? linkTarget(path) : undefined;
    if (target !== undefined) return realpathOfExisting(resolve(dirname(path), target), links + 1);
    const parent = dirname(path);
    return parent === path ? path : join(realpathOfExisting(parent, links), basename(path));
  }
}

function linkTarget(path: string): string | undefined {
  try {
    return readlinkSync(path);
  } catch {
    return undefined;
  }
}

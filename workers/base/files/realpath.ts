/** Resolves a path whose last parts may not exist yet. */
import { readlinkSync, realpathSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';

/** A path with more links than this is a loop, as in the kernel. */
const mostLinks = 40;

/**
 * Returns the real path of the deepest part that exists, with the rest appended. Follows a link to a missing target,
 * so that two names of one future folder compare equal.
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

/** What lies in a folder, as the inbox and the import see it. */
import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { systemCodeOf } from '../errors.js';
import { mendNames } from './mend-names.js';
import { isIgnored } from './names.js';
import { fileIdentity, type SeenFile } from './seen-file.js';

export interface FoundFile extends SeenFile {
  mtime_ms: number;
  /** A symbolic link, a socket, a device: nothing to read. */
  special: boolean;
}

export interface WalkOptions {
  /** Entries whose names are no UTF-8 are renamed, since nothing could be done with them; see `mendNames`. */
  mend?: boolean;
  below?: string;
  depth?: number;
}

/** Milliseconds of quiet before a folder gets another name. */
export const mendAfter = 5000;

/** Deeper than any album; a loop of bind mounts ends here. */
const deepest = 64;

/**
 * All files below a folder that are worth a look (see `isIgnored`), in no order. Links are not followed.
 * What disappears meanwhile is left out; a folder that is gone gives an empty list.
 */
export async function walk(
  folder: string,
  { mend = false, below = '', depth = 0 }: WalkOptions = {},
): Promise<FoundFile[]> {
  if (depth > deepest) return [];
  const current = join(folder, below);
  let entries = await readdir(current, { withFileTypes: true }).catch(unlessGone([]));
  if (
    mend &&
    entries.some(({ name }) => name.includes('\ufffd')) &&
    (await mendNames(current, mendAfter).catch(unlessGone(false)))
  ) {
    entries = await readdir(current, { withFileTypes: true }).catch(unlessGone([]));
  }
  const found: FoundFile[] = [];
  for (const entry of entries) {
    if (isIgnored(entry.name)) continue;
    const relativePath = below === '' ? entry.name : `${below}/${entry.name}`;
    if (entry.isDirectory()) {
      // Not as arguments: of a hundred thousand there are too many.
      for (const file of await walk(folder, { mend, below: relativePath, depth: depth + 1 })) found.push(file);
      continue;
    }
    const path = join(folder, relativePath);
    const facts = await lstat(path).catch(unlessGone(null));
    if (facts === null) continue;
    const identity = fileIdentity(facts);
    found.push({ path, relativePath, size: facts.size, mtime_ms: facts.mtimeMs, special: !facts.isFile(), identity });
  }
  return found;
}

/** For `catch`: a file or folder that went away in between counts as the fallback; other errors go on. */
export function unlessGone<T>(fallback: T): (error: unknown) => T {
  return (error) => {
    if (['ENOENT', 'ENOTDIR'].includes(systemCodeOf(error) ?? '')) return fallback;
    throw error;
  };
}

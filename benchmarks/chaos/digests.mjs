/** Caches the digests of files while they do not change. */
import { createHash } from 'node:crypto';
import { lstatSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export class Digests {
  /** @type {Map<string, string>} */
  known = new Map();

  /** Returns the digest of a file; null if it does not exist. @param {string} path */
  of(path) {
    try {
      const { dev, ino, size, mtimeNs, ctimeNs } = lstatSync(path, { bigint: true });
      const key = `${dev}:${ino}:${size}:${mtimeNs}:${ctimeNs}`;
      const known = this.known.get(key);
      if (known !== undefined) return known;
      const digest = createHash('sha256').update(readFileSync(path)).digest('hex');
      this.known.set(key, digest);
      return digest;
    } catch (error) {
      if (isGone(error)) return null;
      throw error;
    }
  }

  /** Returns the digests of all files below some folders. @param {readonly string[]} folders */
  below(folders) {
    return new Set(folders.flatMap((folder) => filesIn(folder).map((path) => this.of(join(folder, path)))));
  }
}

/** Returns the paths of all files below a folder, including hidden ones; none if it does not exist. */
export function filesIn(folder) {
  return entriesOf(folder).flatMap((entry) =>
    entry.isDirectory() ? filesIn(join(folder, entry.name)).map((path) => `${entry.name}/${path}`) : [entry.name],
  );
}

export function entriesOf(folder) {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch (error) {
    if (isGone(error)) return [];
    throw error;
  }
}

export const namesIn = (folder) => entriesOf(folder).map(({ name }) => name);

const isGone = (/** @type {any} */ error) => ['ENOENT', 'ENOTDIR'].includes(error.code);

/**
 * Lists the files in a folder, for the inbox and the import. Each folder on the way is held: a link that replaces one
 * meanwhile is not followed.
 */
import type { Stats } from 'node:fs';
import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { systemCodeOf, TonstiftError, unlessCode } from '../errors.js';
import { inFolder, type HeldFolder } from './held-folder.js';
import { say } from '../language/sentence.js';
import { mendNames } from './mend-names.js';
import { isIgnored } from './names.js';
import { fileIdentity, type SeenFile } from './seen-file.js';

export interface FoundFile extends SeenFile {
  mtime_ms: number;
  /** When the system last recorded a change of it, milliseconds since 1970. Copying does not preserve this time. */
  changed_ms?: number;
  /** A symbolic link, a socket, a device: not readable as a file. */
  special: boolean;
  /** It was made for the import, and no other program writes to it: a hard link to it is as good as a copy. */
  own?: boolean;
}

/** @param facts from `lstat` */
export const foundAt = (place: Pick<FoundFile, 'root' | 'path' | 'relativePath'>, facts: Stats): FoundFile => ({
  ...place,
  size: facts.size,
  mtime_ms: facts.mtimeMs,
  changed_ms: facts.ctimeMs,
  special: !facts.isFile(),
  identity: fileIdentity(facts),
});

export interface WalkOptions {
  /** Rename entries whose names are not UTF-8, because they cannot be opened; see `mendNames`. */
  mend?: boolean;
  /** A folder below the given one, `/` between the parts: only that is walked, and paths are relative to it. */
  within?: string;
  /**
   * Called for each folder that the system refuses to read, or that is too deep and not empty, with its path relative
   * to the walked folder; also for the first entry of each folder that `mend` may not rename. Without it, an error ends
   * the walk, and the others are skipped.
   */
  closed?: (relativePath: string, error: unknown) => void;
}

/** Milliseconds without changes before a folder is renamed. */
export const mendAfter = 5000;

/** Maximum depth of folders. Deeper than any album; a loop of bind mounts ends here. */
export const deepest = 64;

interface Walk extends WalkOptions {
  root: string;
  /** Absolute path of the walked folder. */
  top: string;
  found: FoundFile[];
}

/**
 * Returns all files below a folder that are not ignored (see `isIgnored`), in no order. Follows links only on the way
 * to `root`. Skips files that disappear meanwhile; returns an empty list if the folder does not exist.
 * @throws the system's error if the folder itself cannot be read
 */
export async function walk(root: string, options: WalkOptions = {}): Promise<FoundFile[]> {
  const { within = '' } = options;
  const found: FoundFile[] = [];
  const state = { ...options, root, top: join(root, within), found };
  await inFolder(root, within, (folder) => walkIn(folder, '', state)).catch(unlessNoFolder(undefined));
  return found;
}

async function walkIn(folder: HeldFolder, below: string, state: Walk): Promise<void> {
  const { root, top, found } = state;
  const entries = await entriesOf(folder, below, state);
  if (below.split('/').length > deepest) {
    if (entries.some(({ name }) => !isIgnored(name)))
      state.closed?.(below, new TonstiftError('too_large', say('inbox.too_deep', { most: deepest })));
    return;
  }
  for (const entry of entries) {
    if (isIgnored(entry.name)) continue;
    const relativePath = pathOf(below, entry.name);
    if (entry.isDirectory()) {
      await walkBelow(folder, relativePath, state);
      continue;
    }
    const facts = await lstat(folder.at(entry.name)).catch(unlessGone(null));
    if (facts === null) continue;
    found.push(foundAt({ root, path: join(top, relativePath), relativePath }, facts));
  }
}

async function walkBelow(parent: HeldFolder, relativePath: string, state: Walk): Promise<void> {
  try {
    const folder = await parent.below(relativePath.slice(relativePath.lastIndexOf('/') + 1));
    await walkIn(folder, relativePath, state).finally(() => folder.close());
  } catch (error) {
    if (moved.includes(systemCodeOf(error) ?? '')) return;
    if (state.closed === undefined || systemCodeOf(error) === undefined) throw error;
    state.closed(relativePath, error);
  }
}

const pathOf = (below: string, name: string): string => (below === '' ? name : `${below}/${name}`);

async function entriesOf(folder: HeldFolder, below: string, { mend = false, closed }: Walk) {
  const read = () => readdir(folder.at(''), { withFileTypes: true }).catch(unlessGone([]));
  const entries = await read();
  const isToMend = mend && entries.some(({ name }) => name.includes('\ufffd'));
  const refused = (name: string): void =>
    closed?.(pathOf(below, name), new TonstiftError('conflict', say('inbox.not_utf8')));
  return isToMend && (await mendNames(folder.at(''), mendAfter, refused).catch(unlessGone(false))) ? read() : entries;
}

/** Deleted, or replaced by something else: the next walk finds out. */
const moved = ['ENOENT', 'ENOTDIR', 'conflict'];

/** For `catch`: returns the fallback if a folder does not exist, or is a link or another type of entry. */
export const unlessNoFolder = <T>(fallback: T): ((error: unknown) => T) => unlessCode(moved, fallback);

/** For `catch`: returns the fallback if a file or folder was deleted meanwhile; rethrows other errors. */
export const unlessGone = <T>(fallback: T): ((error: unknown) => T) => unlessCode(['ENOENT', 'ENOTDIR'], fallback);

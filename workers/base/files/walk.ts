/**
 * What lies in a folder, as the inbox and the import see it. The way goes through held folders: a link that somebody
 * puts in the place of a folder meanwhile is not followed.
 */
import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { systemCodeOf, TonstiftError } from '../errors.js';
import { inFolder, type HeldFolder } from './held-folder.js';
import { say } from '../language/sentence.js';
import { mendNames } from './mend-names.js';
import { isIgnored } from './names.js';
import { fileIdentity, type SeenFile } from './seen-file.js';

export interface FoundFile extends SeenFile {
  mtime_ms: number;
  /** A symbolic link, a socket, a device: nothing to read. */
  special: boolean;
  /** It was made for the import, and nobody else writes to it: a second name of it is as good as a copy. */
  own?: boolean;
}

export interface WalkOptions {
  /** Entries whose names are no UTF-8 are renamed, since nothing could be done with them; see `mendNames`. */
  mend?: boolean;
  /** A folder below the one that is given, `/` between the parts: only that is walked, and paths are relative to it. */
  within?: string;
  /**
   * Called for each folder below that the system does not let be read, or that is too deep and not empty, with its path
   * relative to the folder that is walked. Without it, an error ends the walk, and what is too deep is left out.
   */
  closed?: (relativePath: string, error: unknown) => void;
}

/** Milliseconds of quiet before a folder gets another name. */
export const mendAfter = 5000;

/** Levels of folders below one that are looked at. Deeper than any album; a loop of bind mounts ends here. */
export const deepest = 64;

interface Walk extends WalkOptions {
  root: string;
  /** Absolute path of the folder that is walked. */
  top: string;
  found: FoundFile[];
}

/**
 * All files below a folder that are worth a look (see `isIgnored`), in no order. Links are not followed, but on the way
 * to `root`. What disappears meanwhile is left out; a folder that is gone gives an empty list.
 * @throws the system's error where the folder itself cannot be read
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
  const entries = await entriesOf(folder, state.mend === true);
  if (below.split('/').length > deepest) {
    if (entries.some(({ name }) => !isIgnored(name)))
      state.closed?.(below, new TonstiftError('too_large', say('inbox.too_deep', { most: deepest })));
    return;
  }
  for (const entry of entries) {
    if (isIgnored(entry.name)) continue;
    const relativePath = below === '' ? entry.name : `${below}/${entry.name}`;
    if (entry.isDirectory()) {
      await walkBelow(folder, relativePath, state);
      continue;
    }
    const facts = await lstat(folder.at(entry.name)).catch(unlessGone(null));
    if (facts === null) continue;
    const { size, mtimeMs: mtime_ms } = facts;
    const identity = fileIdentity(facts);
    found.push({
      root,
      path: join(top, relativePath),
      relativePath,
      size,
      mtime_ms,
      special: !facts.isFile(),
      identity,
    });
  }
}

async function walkBelow(parent: HeldFolder, relativePath: string, state: Walk): Promise<void> {
  try {
    const folder = await parent.below(relativePath.slice(relativePath.lastIndexOf('/') + 1));
    await walkIn(folder, relativePath, state).finally(() => folder.close());
  } catch (error) {
    if (isMoved(error)) return;
    if (state.closed === undefined || systemCodeOf(error) === undefined) throw error;
    state.closed(relativePath, error);
  }
}

async function entriesOf(folder: HeldFolder, mend: boolean) {
  const read = () => readdir(folder.at(''), { withFileTypes: true }).catch(unlessGone([]));
  const entries = await read();
  const isToMend = mend && entries.some(({ name }) => name.includes('\ufffd'));
  return isToMend && (await mendNames(folder.at(''), mendAfter).catch(unlessGone(false))) ? read() : entries;
}

/** Gone, or another thing stands in its place by now: the next look shows what. */
const isMoved = (error: unknown): boolean =>
  ['ENOENT', 'ENOTDIR'].includes(systemCodeOf(error) ?? '') ||
  (error instanceof TonstiftError && error.code === 'conflict');

/** For `catch`: a folder that is gone, or a link or another thing in its place, counts as the fallback. */
export function unlessNoFolder<T>(fallback: T): (error: unknown) => T {
  return (error) => {
    if (isMoved(error)) return fallback;
    throw error;
  };
}

/** For `catch`: a file or folder that went away in between counts as the fallback; other errors go on. */
export function unlessGone<T>(fallback: T): (error: unknown) => T {
  return (error) => {
    if (['ENOENT', 'ENOTDIR'].includes(systemCodeOf(error) ?? '')) return fallback;
    throw error;
  };
}

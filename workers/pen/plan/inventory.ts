/** Reads the content of a pen. */
import type { Dirent } from 'node:fs';
import { lstat, readdir } from 'node:fs/promises';
import { systemCodeOf } from '../../base/errors.js';
import { isGmeName, isTemporaryName } from './names.js';
import { readProductId } from './product-id.js';
import type { PenFile } from '../types.js';
import { messageOn, throwIfStopped, volumeError } from '../volume-errors.js';
import type { VolumeRoot } from '../volume-root.js';

export interface PenContents {
  /** All `*.gme` files, in any folder and including the pen's own: the pen searches all of them. */
  files: PenFile[];
  /** Temporary files in the root, left by interrupted copies. */
  leftovers: string[];
  /** Paths that could not be read or exceeded a limit, with the reason. */
  skipped: { path: string; reason: string }[];
}

export interface ReadOptions {
  signal?: AbortSignal;
  /** Maximum depth of folders; a path on the pen has at most 260 characters. */
  deepest?: number;
  /** Maximum number of files and folders; a corrupt FAT can seem endless. */
  most?: number;
}

/**
 * Reads the root first, then level by level. Does not follow links or enter other mounts.
 * @throws TonstiftError `no_pen`, `aborted`, `not_now` if the root cannot be read
 */
export async function readPen(
  root: VolumeRoot,
  { signal, deepest = 32, most = 50_000 }: ReadOptions = {},
): Promise<PenContents> {
  const contents: PenContents = { files: [], leftovers: [], skipped: [] };
  let left = most;
  let level = [''];
  for (let depth = 0; level.length > 0; depth++) {
    const below: string[] = [];
    for (const folder of level) {
      throwIfStopped(signal);
      if (left <= 0 || depth > deepest) {
        contents.skipped.push({
          path: folder,
          reason: left <= 0 ? `More than ${most} files are on the pen.` : `More than ${deepest} folders are nested.`,
        });
        continue;
      }
      const entries = await entriesOf(root, folder, contents);
      left -= entries.length;
      for (const entry of entries) {
        const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
        // It may block the name of an album, because it cannot be replaced.
        if (folder === '' && !entry.isFile() && isGmeName(entry.name))
          contents.skipped.push({ path, reason: 'It is not a file.' });
        if (entry.isDirectory()) below.push(path);
        else if (folder === '' && entry.isFile() && isTemporaryName(entry.name)) contents.leftovers.push(path);
        else if (entry.isFile() && isGmeName(entry.name)) await look(root, path, contents);
      }
    }
    level = below;
  }
  await root.check();
  return contents;
}

async function entriesOf(root: VolumeRoot, folder: string, { skipped }: PenContents): Promise<Dirent[]> {
  try {
    if ((await lstat(root.at(folder))).dev !== root.device && folder !== '') return [];
    const entries = await readdir(root.at(folder), { withFileTypes: true });
    return entries.sort((a, b) => (a.name < b.name ? -1 : 1));
  } catch (thrown) {
    if (folder === '') throw await volumeError(thrown, root, 'The pen cannot be read');
    if (systemCodeOf(thrown) !== 'ENOENT' || garbled(folder))
      skipped.push({ path: folder, reason: reasonOf(root, folder, thrown) });
    return [];
  }
}

async function look(root: VolumeRoot, path: string, { files, skipped }: PenContents): Promise<void> {
  try {
    const { size, mtimeMs } = await lstat(root.at(path));
    files.push({ path, size, mtimeMs: Math.round(mtimeMs), productId: await readProductId(root.at(path)) });
  } catch (thrown) {
    if (systemCodeOf(thrown) !== 'ENOENT' || garbled(path))
      skipped.push({ path, reason: reasonOf(root, path, thrown) });
  }
}

/** Node marks invalid UTF-8 in names with this character, and cannot open such files. */
const garbled = (path: string): boolean => path.includes('\ufffd');

const reasonOf = (root: VolumeRoot, path: string, thrown: unknown): string =>
  garbled(path) ? 'Its name is not UTF-8.' : messageOn(root, thrown);

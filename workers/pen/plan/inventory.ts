/** What lies on a pen. */
import type { Dirent } from 'node:fs';
import { lstat, readdir } from 'node:fs/promises';
import { systemCodeOf } from '../../base/errors.js';
import { isGmeName, isTemporaryName } from './names.js';
import { readProductId } from './product-id.js';
import type { PenFile } from '../types.js';
import { messageOn, throwIfStopped, volumeError } from '../volume-errors.js';
import type { VolumeRoot } from '../volume-root.js';

export interface PenContents {
  /** All `*.gme`, in any folder, the pen's own too: the pen searches them all. */
  files: PenFile[];
  /** Names in the root that copies of ours have left when they were cut off. */
  leftovers: string[];
  /** Paths of files and folders that could not be read, or were too many, and why. */
  skipped: { path: string; reason: string }[];
}

export interface ReadOptions {
  signal?: AbortSignal;
  /** Folders in folders; a path on the pen has at most 260 characters. */
  deepest?: number;
  /** Files and folders that are looked at; a broken FAT can seem to have no end. */
  most?: number;
}

/**
 * The main folder comes first, then level by level. Links are not followed, nor what else is mounted below.
 * @throws TonstiftError `no_pen`, `aborted`, `not_now` where the main folder cannot be read
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
          reason:
            left <= 0 ? `More than ${most} files are on the pen.` : `More than ${deepest} folders lie in each other.`,
        });
        continue;
      }
      const entries = await entriesOf(root, folder, contents);
      left -= entries.length;
      for (const entry of entries) {
        const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
        // It may have the name of an album, and cannot be replaced.
        if (folder === '' && !entry.isFile() && isGmeName(entry.name))
          contents.skipped.push({ path, reason: 'It is no file.' });
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

/** Node reads names that are no UTF-8 with this sign in them, and then cannot open them. */
const garbled = (path: string): boolean => path.includes('\ufffd');

const reasonOf = (root: VolumeRoot, path: string, thrown: unknown): string =>
  garbled(path) ? 'Its name is no UTF-8.' : messageOn(root, thrown);

/** Removes our files and the leftovers of interrupted copies from a pen. */
import { lstat, rm } from 'node:fs/promises';
import { dirname } from 'node:path/posix';
import { systemCodeOf, TonstiftError } from '../../base/errors.js';
import { syncFolder } from '../../base/files/durable.js';
import { isGmeName, isPenOwn, isTemporaryName } from '../plan/names.js';
import type { RememberedFile } from '../types.js';
import type { VolumeRoot } from '../volume-root.js';
import { say } from '../../base/language/sentence.js';

/**
 * Removes a file if it is unchanged since it was found. A missing file is no error.
 * @throws TonstiftError `no_pen`; `conflict` if another file has replaced it; `bad_field` unless it is a `*.gme`
 *   outside the pen's own folders; the system's error
 */
export async function removeFromPen(
  root: VolumeRoot,
  file: Pick<RememberedFile, 'path' | 'size' | 'mtimeMs'>,
): Promise<void> {
  if (!isGmeName(file.path) || isPenOwn(file.path)) {
    throw new TonstiftError(
      'bad_field',
      `${file.path} cannot be removed from a pen: only *.gme files outside the pen's own folders can.`,
    );
  }
  await root.check();
  if (!(await isStill(root, file))) return;
  await rm(root.at(file.path), { force: true });
  const folder = dirname(file.path);
  await syncFolder(root.at(folder === '.' ? '' : folder));
}

/** @param names in the pen's root; see `isTemporaryName` */
export async function removeLeftovers(root: VolumeRoot, names: readonly string[]): Promise<void> {
  await root.check();
  for (const name of names.filter(isTemporaryName)) await rm(root.at(name), { force: true });
  if (names.length > 0) await syncFolder(root.at(''));
}

/**
 * Reports whether a file is unchanged since it was found; false if it is missing.
 * @throws TonstiftError `conflict` if another file has replaced it
 */
export async function isStill(
  root: VolumeRoot,
  { path, size, mtimeMs }: Pick<RememberedFile, 'path' | 'size' | 'mtimeMs'>,
): Promise<boolean> {
  try {
    const facts = await lstat(root.at(path));
    if (facts.isFile() && facts.size === size && Math.round(facts.mtimeMs) === mtimeMs) return true;
  } catch (thrown) {
    if (['ENOENT', 'ENOTDIR'].includes(systemCodeOf(thrown) ?? '')) return false;
    throw thrown;
  }
  throw new TonstiftError('conflict', say('error.changed_on_pen', { path }));
}

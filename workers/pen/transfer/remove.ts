/** Takes files off a pen: ours, and what cut-off copies of ours have left. */
import { lstat, rm } from 'node:fs/promises';
import { dirname } from 'node:path/posix';
import { systemCodeOf, TonstiftError } from '../../base/errors.js';
import { syncFolder } from '../../base/files/durable.js';
import { isGmeName, isPenOwn, isTemporaryName } from '../plan/names.js';
import type { RememberedFile } from '../types.js';
import type { VolumeRoot } from '../volume-root.js';
import { say } from '../../base/language/sentence.js';

/**
 * Removes a file as it was found. One that is gone already is fine.
 * @throws TonstiftError `no_pen`; `conflict` where another file has come to its place; `bad_field` for what is no
 *   `*.gme` or the pen's own; the system's error
 */
export async function removeFromPen(
  root: VolumeRoot,
  file: Pick<RememberedFile, 'path' | 'size' | 'mtimeMs'>,
): Promise<void> {
  if (!isGmeName(file.path) || isPenOwn(file.path)) {
    throw new TonstiftError(
      'bad_field',
      `${file.path} is never removed from a pen: a *.gme file outside the pen's own folders was expected.`,
    );
  }
  await root.check();
  if (!(await isStill(root, file))) return;
  await rm(root.at(file.path), { force: true });
  const folder = dirname(file.path);
  await syncFolder(root.at(folder === '.' ? '' : folder));
}

/** Names in the main folder; see `isTemporaryName`. */
export async function removeLeftovers(root: VolumeRoot, names: readonly string[]): Promise<void> {
  await root.check();
  for (const name of names.filter(isTemporaryName)) await rm(root.at(name), { force: true });
  if (names.length > 0) await syncFolder(root.at(''));
}

/**
 * Whether a file is there as it was found; false where nothing is.
 * @throws TonstiftError `conflict` where it is another one by now
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

/**
 * Copies one file to a pen.
 * At every moment, a name that the pen opens leads to the old file, the complete new one, or nothing.
 */
import { say } from '../../base/language/sentence.js';
import { open, rename, stat } from 'node:fs/promises';
import { TonstiftError } from '../../base/errors.js';
import { syncFolder } from '../../base/files/durable.js';
import type { Log, Progress } from '../../base/ports.js';
import { silentLog } from '../../base/ports.js';
import { isStill } from './remove.js';
import { checkSpace, spaceOn } from '../plan/space.js';
import type { RememberedFile, WantedFile } from '../types.js';
import { verifyCopy } from './verify.js';
import { volumeError } from '../volume-errors.js';
import type { VolumeRoot } from '../volume-root.js';
import type { TemporaryFile } from './write-temporary.js';
import { dropTemporary, writeTemporary } from './write-temporary.js';

export interface CopyOptions {
  signal?: AbortSignal;
  /** In bytes; each byte counts once when written and once when read back. */
  progress?: Progress;
  log?: Log;
  /** Our file with this exact name, as found. Without it, the name must be free. */
  replaces?: RememberedFile;
  /** Called when everything but the name is on the pen, so that after a crash the file is recognized as ours. */
  beforeRename?: (file: RememberedFile) => Promise<void>;
}

/**
 * Copies under a temporary name, reads the copy back, and renames it. On return the file is verified and has its name.
 * On failure nothing is left, except after an unplug; `removeLeftovers` cleans that up.
 * @param name in the pen's root
 * @throws TonstiftError `no_space`, `too_large`, `no_pen`, `aborted`, `conflict`, or `not_now` if the source changed or
 *   the pen fails
 */
export async function copyToPen(
  root: VolumeRoot,
  wanted: WantedFile,
  name: string,
  options: CopyOptions = {},
): Promise<RememberedFile> {
  const { signal, progress, log = silentLog, replaces, beforeRename } = options;
  const album = `"${wanted.title}" (${wanted.oid})`;
  let done = 0;
  const count = (bytes: number): void => progress?.((done += bytes), 2 * wanted.size);
  try {
    checkSpace(wanted, await spaceOn(root));
    const temporary = await writeTemporary(root, wanted, { signal, wrote: count });
    try {
      const way = await verifyCopy(root.at(temporary.name), wanted, { signal, read: count });
      const from = way === 'direct' ? 'from the pen' : 'from the system, possibly from its cache';
      log.debug(`${name} was read back ${from} and is correct.`);
      const file: RememberedFile = {
        path: name,
        oid: wanted.oid,
        size: wanted.size,
        mtimeMs: temporary.mtimeMs,
        sha256: wanted.sha256,
      };
      await beforeRename?.(file);
      return { ...file, mtimeMs: await giveName(root, temporary, name, replaces) };
    } catch (thrown) {
      await dropTemporary(root, temporary.name);
      throw thrown;
    }
  } catch (thrown) {
    throw await volumeError(thrown, root, `${album} cannot be copied`);
  }
}

/**
 * Replaces the old file atomically.
 * @returns its time, milliseconds since 1970
 * @throws TonstiftError `conflict` if a foreign file has the name, `no_pen`; the system's error
 */
export async function giveName(
  root: VolumeRoot,
  temporary: TemporaryFile,
  name: string,
  replaces?: RememberedFile,
): Promise<number> {
  await root.check();
  if (replaces === undefined) await checkFree(root, name);
  else await isStill(root, replaces);
  await rename(root.at(temporary.name), root.at(name));
  // On FAT, syncing the renamed file writes the folder entry with size and first cluster; syncing the old handle does
  // not.
  const file = await open(root.at(name), 'r+');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
  await syncFolder(root.at(''));
  const { size, mtimeMs } = await stat(root.at(name));
  if (size !== temporary.size)
    throw new TonstiftError(
      'not_now',
      say('error.other_size', { name, size: String(size), written: String(temporary.size) }),
    );
  return Math.round(mtimeMs);
}

async function checkFree(root: VolumeRoot, name: string): Promise<void> {
  // Requires an impossible size and time, so any existing file is a conflict.
  await isStill(root, { path: name, size: -1, mtimeMs: -1 });
}

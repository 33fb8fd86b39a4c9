/** Files are replaced, never overwritten, and are on the disk before anyone is told that they are. */
import { randomUUID } from 'node:crypto';
import { copyFile, link, open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { systemCodeOf } from '../errors.js';

/** Puts a file's bytes on the disk. */
export async function syncFile(path: string): Promise<void> {
  const file = await open(path, 'r');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Puts a folder's entries on the disk; silent where the system cannot (Windows, some network folders). */
export async function syncFolder(path: string): Promise<void> {
  try {
    await syncFile(path);
  } catch (error) {
    if (!['EPERM', 'EISDIR', 'EINVAL', 'EACCES', 'ENOTSUP'].includes(systemCodeOf(error) ?? '')) throw error;
  }
}

/** Writes beside the target, syncs, renames, syncs the folder. A crash leaves the old file or the new one. */
export async function writeDurably(path: string, data: string | Uint8Array, mode = 0o644): Promise<void> {
  const temporary = `${path}.${randomUUID().slice(0, 8)}.tmp`;
  try {
    const file = await open(temporary, 'wx', mode);
    try {
      await file.writeFile(data);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
  await syncFolder(dirname(path));
}

const noLinksHere = new Set(['EXDEV', 'EPERM', 'EACCES', 'ENOTSUP', 'EOPNOTSUPP', 'EMLINK', 'ENOSYS', 'EINVAL']);

/**
 * Gives a file a second name, or a second copy where the file system has no links or is another one;
 * either way its bytes are on the disk when this returns. The target must not exist.
 */
export async function linkOrCopy(source: string, target: string): Promise<void> {
  try {
    await link(source, target);
  } catch (error) {
    if (!noLinksHere.has(systemCodeOf(error) ?? '')) throw error;
    await copyFile(source, target);
  }
  await syncFile(target);
}

/** Renames, or copies and removes where the target is on another file system. The target must not exist. */
export async function moveFile(source: string, target: string): Promise<void> {
  try {
    await rename(source, target);
  } catch (error) {
    if (systemCodeOf(error) !== 'EXDEV') throw error;
    await copyFile(source, target);
    await syncFile(target);
    await rm(source);
  }
}

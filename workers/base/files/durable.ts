/** Files are replaced, never overwritten, and are on the disk before anyone is told that they are. */
import { randomBytes } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { type FileHandle, link, lstat, open, readlink, rename, rm, symlink, utimes } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { systemCodeOf, TonstiftError } from '../errors.js';
import type { HeldFolder } from './held-folder.js';
import { uniqueName } from './names.js';
import { openItself } from './seen-file.js';

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

/** Of this process: six hexadecimal digits are enough for any. */
const owner = process.pid.toString(16).padStart(6, '0');

/** Hidden, and not made of the target's name, which may be as long as names can be. It says whose it is. */
export const temporaryName = (): string => `.tonstift-${owner}${randomBytes(3).toString('hex')}.tmp`;

/** One of another process, which is gone where this one has the lock; what it has started may still be writing. */
export const isForeignTemporary = (name: string): boolean =>
  isTemporaryName(name) && !name.startsWith(`.tonstift-${owner}`);

/** A temporary file of ours; one that is found when nothing is being made was left by a crash. */
export const isTemporaryName = (name: string): boolean => /^\.tonstift-[0-9a-f]{12}\.tmp$/.test(name);

/**
 * Writes under a temporary name beside the target, syncs, renames, syncs the folder. Whatever happens, the target is
 * the old file or the whole new one, and no temporary file stays. A link in its place is replaced, not followed.
 * @returns what `write` answers
 * @throws what `write` throws, or the system's error
 */
export async function replaceFile<T>(
  target: string,
  write: (file: FileHandle) => Promise<T>,
  mode = 0o666,
): Promise<T> {
  const temporary = join(dirname(target), temporaryName());
  let answer: T;
  try {
    const file = await open(temporary, 'wx', mode);
    try {
      answer = await write(file);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(temporary, target);
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => undefined);
    // Its name is random: the same failure is told in the same words each time.
    if (systemCodeOf(error) === undefined) throw error;
    const { message } = error as Error;
    throw Object.assign(error as Error, { message: message.replaceAll(temporary, target) });
  }
  await syncFolder(dirname(target));
  return answer;
}

/** `replaceFile` with content that is there. */
export async function writeDurably(path: string, data: string | Uint8Array, mode = 0o644): Promise<void> {
  await replaceFile(path, (file) => file.writeFile(data), mode);
}

const noLinkCodes = new Set(['EXDEV', 'EPERM', 'EACCES', 'ENOTSUP', 'EOPNOTSUPP', 'EMLINK', 'ENOSYS', 'EINVAL']);

/**
 * Gives a file a second name, or a second copy where the file system has no links or is another one;
 * either way its bytes are on the disk when this returns, under the source's time. The target must not exist. A link
 * is not followed.
 */
export async function linkOrCopy(source: string, target: string): Promise<void> {
  try {
    await link(source, target);
  } catch (error) {
    if (!noLinkCodes.has(systemCodeOf(error) ?? '')) throw error;
    await copyItself(source, target, (await lstat(source)).mode);
    return;
  }
  await syncFile(target);
}

/**
 * Moves a file or folder to the first free name in another folder: `01.mp3`, `01 (2).mp3` … It never replaces anything,
 * whoever else takes a name meanwhile. A link is moved as a link: its target is not copied.
 * @returns the name
 * @throws the system's error; ENOENT where the source is gone
 */
export async function moveToFree(source: string, target: Pick<HeldFolder, 'at'>, name: string): Promise<string> {
  const facts = await lstat(source);
  const taken = new Set<string>();
  for (;;) {
    const free = uniqueName(name, taken);
    try {
      await (facts.isDirectory() ? moveFolder : moveFile)(source, target.at(free));
      return free;
    } catch (error) {
      if (!['EEXIST', 'ENOTEMPTY'].includes(systemCodeOf(error) ?? '')) throw error;
    }
  }
}

/** rename(2) replaces an empty folder, and refuses a full one. */
async function moveFolder(source: string, target: string): Promise<void> {
  const isFree = await lstat(target).then(
    () => false,
    (error: unknown) => systemCodeOf(error) === 'ENOENT',
  );
  if (!isFree) throw Object.assign(new Error(`${target} exists`), { code: 'EEXIST' });
  await rename(source, target);
}

/** By a second name, because rename(2) would replace the target; a copy where the file system has no links. */
async function moveFile(source: string, target: string): Promise<void> {
  try {
    await link(source, target);
  } catch (error) {
    if (!noLinkCodes.has(systemCodeOf(error) ?? '')) throw error;
    const facts = await lstat(source);
    if (facts.isSymbolicLink()) await symlink(await readlink(source), target);
    else await copyItself(source, target, facts.mode);
  }
  await rm(source);
}

/** Nothing is left of a copy that fails. @throws TonstiftError `not_now` for a file that changes meanwhile */
async function copyItself(source: string, target: string, mode: number): Promise<void> {
  const file = await openItself(source);
  try {
    const before = await file.stat();
    await pipeline(file.createReadStream({ autoClose: false }), createWriteStream(target, { flags: 'wx', mode }));
    const after = await file.stat();
    if (before.size !== after.size || before.mtimeMs !== after.mtimeMs)
      throw new TonstiftError('not_now', `${source} was changed while it was copied.`);
    await utimes(target, after.atime, after.mtime);
    await syncFile(target);
  } catch (error) {
    if (systemCodeOf(error) !== 'EEXIST') await rm(target, { force: true });
    throw error;
  } finally {
    await file.close();
  }
}

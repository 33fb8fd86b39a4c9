/** Replaces files instead of overwriting them. Files are on the disk before a call resolves. */
import { randomBytes } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { type FileHandle, link, lstat, open, readlink, rename, rm, symlink, utimes } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { isOfSystem, systemCodeOf, TonstiftError, unlessCode } from '../errors.js';
import type { HeldFolder } from './held-folder.js';
import { uniqueName } from './names.js';
import { openItself } from './seen-file.js';

/** Flushes a file's bytes to the disk. */
export async function syncFile(path: string): Promise<void> {
  await using file = await open(path, 'r');
  await file.sync();
}

/** Flushes a folder's entries to the disk; does nothing if the system cannot (Windows, some network folders). */
export async function syncFolder(path: string): Promise<void> {
  try {
    await syncFile(path);
  } catch (error) {
    if (!['EPERM', 'EISDIR', 'EINVAL', 'EACCES', 'ENOTSUP'].includes(systemCodeOf(error) ?? '')) throw error;
  }
}

/** The process id in hexadecimal: six digits are enough for any. */
const owner = process.pid.toString(16).padStart(6, '0');

/**
 * The name is hidden and does not depend on the target's name, which may already have the maximum length. It contains
 * the process id, and enough random digits that hundreds of writes at once get different names.
 */
export const temporaryName = (): string => `.tonstift-${owner}${randomBytes(8).toString('hex')}.tmp`;

/**
 * True for a temporary file of another process. If this process has the lock, that one has ended; but a program that
 * it started may still be writing.
 */
export const isForeignTemporary = (name: string): boolean =>
  isTemporaryName(name) && !name.startsWith(`.tonstift-${owner}`);

/** True for a temporary file of ours. If no write is running, a crash left it. Former versions used 12 digits. */
export const isTemporaryName = (name: string): boolean => /^\.tonstift-(?:[0-9a-f]{12}|[0-9a-f]{22})\.tmp$/.test(name);

/**
 * Writes a temporary file next to the target, syncs it, renames it, and syncs the folder. In every case the target is
 * the old file or the complete new one, and no temporary file stays. If the target is a link, the link is replaced,
 * not followed.
 * @returns the result of `write`
 * @throws whatever `write` throws, or the system's error
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
    throw namingFile(error, target, temporary);
  }
  await syncFolder(dirname(target));
  return answer;
}

/**
 * Makes a system error name the file that was to be written. A failed write names none. A temporary name is random, but
 * the same failure must have the same message each time.
 */
export function namingFile(error: unknown, target: string, temporary: string): unknown {
  if (!isOfSystem(error)) return error;
  const failure = error as NodeJS.ErrnoException;
  if (failure.path === undefined && ['write', 'fsync', 'close'].includes(failure.syscall ?? ''))
    return Object.assign(failure, { message: `${failure.message} '${target}'`, path: target });
  const path = failure.path === temporary ? target : failure.path;
  return Object.assign(failure, { message: failure.message.replaceAll(temporary, target), path });
}

export interface Owner {
  uid: number;
  gid: number;
}

/**
 * `replaceFile` for content in memory.
 * @param owner the account that shall own the file, if this one may give it away
 */
export async function writeDurably(
  path: string,
  data: string | Uint8Array,
  mode = 0o644,
  owner?: Owner,
): Promise<void> {
  const write = async (file: FileHandle): Promise<void> => {
    if (owner !== undefined) await file.chown(owner.uid, owner.gid).catch(unlessCode(['EPERM'], undefined));
    await file.writeFile(data);
  };
  await replaceFile(path, write, mode);
}

const noLinkCodes = new Set(['EXDEV', 'EPERM', 'EACCES', 'ENOTSUP', 'EOPNOTSUPP', 'EMLINK', 'ENOSYS', 'EINVAL']);

/**
 * Gives a file a second name, or copies it if the file system has no links or is another one. Its bytes are then on
 * the disk, with the time of the source. The target must not exist. A link is not followed.
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
 * Moves a file or folder to the first free name in another folder: `01.mp3`, `01 (2).mp3` … It never replaces an
 * entry, even if another process takes a name meanwhile. A link is moved as a link: its target is not copied.
 * @returns the name
 * @throws the system's error; ENOENT if the source does not exist
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

/** rename(2) replaces an empty folder and refuses a full one, so an existing target is checked first. */
async function moveFolder(source: string, target: string): Promise<void> {
  const isFree = await lstat(target).then(
    () => false,
    (error: unknown) => systemCodeOf(error) === 'ENOENT',
  );
  if (!isFree) throw Object.assign(new Error(`${target} exists`), { code: 'EEXIST' });
  await rename(source, target);
}

/** Uses link(2), because rename(2) would replace the target; copies if the file system has no links. */
async function moveFile(source: string, target: string): Promise<void> {
  try {
    await link(source, target);
  } catch (error) {
    if (!noLinkCodes.has(systemCodeOf(error) ?? '')) throw error;
    const facts = await lstat(source);
    if (facts.isSymbolicLink()) await symlink(await readlink(source), target);
    else await copyItself(source, target, facts.mode);
    await syncFolder(dirname(target));
  }
  await rm(source);
}

/**
 * The copy gets its name once it is complete and on the disk. A failed copy leaves no file.
 * @throws TonstiftError `not_now` if the file changes meanwhile; EEXIST if the name is taken
 */
async function copyItself(source: string, target: string, mode: number): Promise<void> {
  const temporary = join(dirname(target), temporaryName());
  await using file = await openItself(source);
  try {
    const before = await file.stat();
    await pipeline(file.createReadStream({ autoClose: false }), createWriteStream(temporary, { flags: 'wx', mode }));
    const after = await file.stat();
    if (before.size !== after.size || before.mtimeMs !== after.mtimeMs)
      throw new TonstiftError('not_now', `${source} was changed while it was copied.`);
    await utimes(temporary, after.atime, after.mtime);
    await syncFile(temporary);
    await takeName(temporary, target);
  } catch (error) {
    throw namingFile(error, target, temporary);
  } finally {
    await rm(temporary, { force: true });
  }
}

/** Gives a file a name that must be free. The first name may stay. */
async function takeName(temporary: string, target: string): Promise<void> {
  try {
    await link(temporary, target);
  } catch (error) {
    if (!noLinkCodes.has(systemCodeOf(error) ?? '')) throw error;
    // Reserves the name: a rename alone would replace a file that has it.
    await (await open(target, 'wx')).close();
    await rename(temporary, target);
  }
}

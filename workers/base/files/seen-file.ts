/** Opens other programs' files, and checks that they are still the files that were seen before. */
import { say } from '../language/sentence.js';
import { constants, type Stats } from 'node:fs';
import { lstat, open, type FileHandle } from 'node:fs/promises';
import { basename, dirname, relative, sep } from 'node:path';
import { systemCodeOf, TonstiftError, unlessCode } from '../errors.js';
import { inFolder, type HeldFolder } from './held-folder.js';
import { openedFacts } from './open-file.js';

export interface SeenFile {
  /** A folder, absolute. Links on the way to it are followed; links below it are not. */
  root: string;
  /** Below the root, absolute. */
  path: string;
  /** Path below the folder that was walked, `/` between the parts; or its name in a ZIP or upload. For messages. */
  relativePath: string;
  /** Bytes. */
  size: number;
  /** Distinguishes it from a file that replaces it; undefined if it was not recorded. */
  identity?: string;
}

/** Opening a pipe would hang without O_NONBLOCK. Windows has neither flag. */
const itself: number = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

/**
 * Stays the same while a file exists, and differs between two files that exist at the same time. A system may reuse
 * it as soon as a file is deleted, so size, time or bytes must match too.
 */
export const fileIdentity = ({ dev, ino }: Pick<Stats, 'dev' | 'ino'>): string => `${dev}:${ino}`;

/** True if the file that was seen still has its name, or if its identity was not recorded. */
export async function isSeen({ path, identity }: SeenFile, at = path): Promise<boolean> {
  const facts = await lstat(at).catch(unlessCode(['ENOENT', 'ENOTDIR'], undefined));
  return facts !== undefined && (identity === undefined || identity === fileIdentity(facts));
}

/**
 * Opens a regular file for reading; does not follow a link.
 * @throws the system's error: ELOOP for a link, EINVAL for anything else that is not a file
 */
export async function openItself(path: string): Promise<FileHandle> {
  const file = await open(path, itself);
  if ((await openedFacts(file)).isFile()) return file;
  await file.close();
  throw Object.assign(new Error(`${path} is not a file`), { code: 'EINVAL' });
}

/**
 * Reads the text of a file that others may have written.
 * @param most bytes
 * @throws as `openItself`; EFBIG for a larger one
 */
export async function readText(path: string, most = Infinity): Promise<string> {
  await using file = await openItself(path);
  if ((await file.stat()).size > most)
    throw Object.assign(new Error(`${path} is larger than ${most} bytes`), { code: 'EFBIG' });
  return await file.readFile('utf8');
}

/**
 * Opens a file that `walk` found, if it is still the same file.
 *
 * A second name (link(2)) of another user's file cannot be distinguished from a file. Linux lets users link only
 * files that they may read and write (`fs.protected_hardlinks` in proc_sys_fs(5), 1 on all usual systems). If that is
 * off, a link exposes the file's content for reading, and no more: our writes replace names, not content.
 * @throws TonstiftError `not_now` if another file has its name now, its size has changed, or a link is on the way;
 * the system's error
 */
export async function openSeen(seen: SeenFile): Promise<FileHandle> {
  const changed = new TonstiftError('not_now', say('error.still_changing', { name: seen.relativePath }));
  const file = await inFolderOf(seen, (folder, name) => openItself(folder.at(name))).catch((error: unknown) => {
    throw moved.has(systemCodeOf(error) ?? '') ? changed : error;
  });
  const facts = await openedFacts(file);
  const isSame = seen.identity === undefined || seen.identity === fileIdentity(facts);
  if (isSame && facts.size === seen.size) return file;
  await file.close();
  throw changed;
}

/** Codes of the system, and `conflict` of a held folder. */
const moved = new Set(['ELOOP', 'EMLINK', 'EINVAL', 'ENOENT', 'ENOTDIR', 'conflict']);

/**
 * Runs a task with a path to the file that stays valid until the task ends, even if another file takes its name. On
 * Linux the path is valid in this process only.
 * @throws as `openSeen`; whatever the task throws
 */
export async function withSeen<Result>(seen: SeenFile, task: (path: string) => Promise<Result>): Promise<Result> {
  await using file = await openSeen(seen);
  if (process.platform === 'linux') {
    const path = `/proc/self/fd/${file.fd}`;
    return await task(path).catch((error: unknown) => {
      throw named(error, path, seen.path);
    });
  }
  const result = await task(seen.path);
  if (await isSeen({ ...seen, identity: fileIdentity(await file.stat()) })) return result;
  throw new TonstiftError('not_now', say('error.still_changing', { name: seen.relativePath }));
}

/** Puts the file's own path into the system's message. */
function named(error: unknown, path: string, own: string): unknown {
  if (systemCodeOf(error) === undefined) return error;
  const { message } = error as Error;
  return Object.assign(error as Error, { message: message.replaceAll(`'${path}'`, `'${own}'`) });
}

/** Holds the folder of a file during a task. No link is followed below the root. */
export async function inFolderOf<Result>(
  { root, path }: Pick<SeenFile, 'root' | 'path'>,
  task: (folder: HeldFolder, name: string) => Promise<Result>,
): Promise<Result> {
  const below = relative(root, dirname(path)).split(sep).join('/');
  return inFolder(root, below, (folder) => task(folder, basename(path)));
}

/**
 * Reads the bytes of a file below a root.
 * @throws the system's error; TonstiftError `conflict` for a link on the way
 */
export async function readItself(place: Pick<SeenFile, 'root' | 'path'>): Promise<Buffer> {
  const file = await inFolderOf(place, (folder, name) => openItself(folder.at(name)));
  return file.readFile().finally(() => file.close());
}

/** Files of others, opened as what they were when they were looked at. */
import { say } from '../language/sentence.js';
import { constants, type Stats } from 'node:fs';
import { lstat, open, type FileHandle } from 'node:fs/promises';
import { basename, dirname, relative, sep } from 'node:path';
import { systemCodeOf, TonstiftError } from '../errors.js';
import { inFolder, type HeldFolder } from './held-folder.js';

export interface SeenFile {
  /** A folder, absolute. Links on the way to it are followed; none is from there on. */
  root: string;
  /** Below the root, absolute. */
  path: string;
  /** Below the folder that was walked, `/` between the parts; or its name in a ZIP or upload. For messages. */
  relativePath: string;
  /** Bytes. */
  size: number;
  /** Tells it from another file that comes to its place; undefined where nobody has noted it. */
  identity?: string;
}

/** A pipe would hang without O_NONBLOCK. Windows knows neither flag. */
const itself: number = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

/**
 * The same as long as a file is there. It tells two files from each other that are there at once; a system may give it
 * to the next file as soon as one is gone, so size, time or bytes must speak for it too.
 */
export const fileIdentity = ({ dev, ino }: Pick<Stats, 'dev' | 'ino'>): string => `${dev}:${ino}`;

/** Whether the file that was seen still has its name; true where its identity was not noted. */
export async function isSeen({ path, identity }: SeenFile, at = path): Promise<boolean> {
  const facts = await lstat(at).catch((error: unknown) => {
    if (!['ENOENT', 'ENOTDIR'].includes(systemCodeOf(error) ?? '')) throw error;
  });
  return facts !== undefined && (identity === undefined || identity === fileIdentity(facts));
}

/**
 * Opens a regular file for reading; a link is not followed.
 * @throws the system's error: ELOOP for a link, EINVAL for what is neither
 */
export async function openItself(path: string): Promise<FileHandle> {
  const file = await open(path, itself);
  if ((await file.stat()).isFile()) return file;
  await file.close();
  throw Object.assign(new Error(`${path} is no file`), { code: 'EINVAL' });
}

/**
 * The text of a small file that others may have put there.
 * @param most bytes
 * @throws as `openItself`; EFBIG for a larger one
 */
export async function readText(path: string, most: number): Promise<string> {
  const file = await openItself(path);
  try {
    if ((await file.stat()).size > most)
      throw Object.assign(new Error(`${path} is larger than ${most} bytes`), { code: 'EFBIG' });
    return await file.readFile('utf8');
  } finally {
    await file.close();
  }
}

/**
 * Opens a file that was found by `walk`, provided that it is the one that was seen there.
 *
 * A second name (link(2)) of a file that belongs to someone else cannot be told from a file. Linux lets nobody make one
 * of a file that he may not write as well as read (`fs.protected_hardlinks` in proc_sys_fs(5), 1 on all usual systems).
 * Where that is off, its content may be read by it, and no more: what we write replaces names, not content.
 * @throws TonstiftError `not_now` where another file has its name by now, its size has changed, or a link stands on the
 *   way; the system's error
 */
export async function openSeen(seen: SeenFile): Promise<FileHandle> {
  const changed = new TonstiftError('not_now', say('error.still_changing', { name: seen.relativePath }));
  const file = await inFolderOf(seen, (folder, name) => openItself(folder.at(name))).catch((error: unknown) => {
    throw moved.has(systemCodeOf(error) ?? '') ? changed : error;
  });
  const facts = await file.stat();
  const isSame = seen.identity === undefined || seen.identity === fileIdentity(facts);
  if (isSame && facts.size === seen.size) return file;
  await file.close();
  throw changed;
}

/** Codes of the system and `conflict` of a held folder. */
const moved = new Set(['ELOOP', 'EMLINK', 'EINVAL', 'ENOENT', 'ENOTDIR', 'conflict']);

/**
 * Has a file read by a path that is good until the task ends and leads to that very file, whatever takes its name
 * meanwhile. On Linux it is one of this process: others cannot read it.
 * @throws as `openSeen`; what the task throws
 */
export async function withSeen<Result>(seen: SeenFile, task: (path: string) => Promise<Result>): Promise<Result> {
  const file = await openSeen(seen);
  try {
    if (process.platform === 'linux') return await task(`/proc/self/fd/${file.fd}`);
    const result = await task(seen.path);
    if (await isSeen({ ...seen, identity: fileIdentity(await file.stat()) })) return result;
    throw new TonstiftError('not_now', say('error.still_changing', { name: seen.relativePath }));
  } finally {
    await file.close();
  }
}

/** Has the folder of a file held while it is used, reached by no link from the root. */
export async function inFolderOf<Result>(
  { root, path }: Pick<SeenFile, 'root' | 'path'>,
  task: (folder: HeldFolder, name: string) => Promise<Result>,
): Promise<Result> {
  const below = relative(root, dirname(path)).split(sep).join('/');
  return inFolder(root, below, (folder) => task(folder, basename(path)));
}

/** The bytes of a file below a root. @throws the system's error; TonstiftError `conflict` for a link on the way */
export async function readItself(place: Pick<SeenFile, 'root' | 'path'>): Promise<Buffer> {
  const file = await inFolderOf(place, (folder, name) => openItself(folder.at(name)));
  return file.readFile().finally(() => file.close());
}

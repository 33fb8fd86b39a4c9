/** Brings a file into the library: as a hard link if that is enough, else as a copy. */
import { constants } from 'node:fs';
import { copyFile, link, lstat, stat, unlink } from 'node:fs/promises';
import { syncFile } from '../base/files/durable.js';
import { fileIdentity, inFolderOf, withSeen, type SeenFile } from '../base/files/seen-file.js';

export interface Brought {
  /** Bytes of the copy. */
  size: number;
  /** Time of the copy, milliseconds since 1970. */
  mtime_ms: number;
  /** Size and time of the source after it was copied completely. */
  source: { size: number; mtime_ms: number };
}

/**
 * Copies the file that was seen, even if another file has taken its name since. On return, the bytes of the copy are on
 * the disk.
 * @param target must not exist
 * @param share a hard link is enough
 * @throws errors of `openSeen`; the system's error
 */
export async function bring(seen: SeenFile, target: string, share: boolean): Promise<Brought> {
  return withSeen(seen, async (path) => {
    // A file with another hard link could be changed through that one.
    if (!(share && (await stat(path)).nlink === 1 && (await isLinked(seen, path, target))))
      await copyFile(path, target, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE);
    await syncFile(target);
    const [source, copy] = await Promise.all([stat(path), lstat(target)]);
    return { size: copy.size, mtime_ms: copy.mtimeMs, source: { size: source.size, mtime_ms: source.mtimeMs } };
  });
}

/**
 * Tries a hard link and reports whether the target is the same file. Some file systems do not support or allow links.
 */
async function isLinked(seen: SeenFile, path: string, target: string): Promise<boolean> {
  const made = await inFolderOf(seen, (folder, name) => link(folder.at(name), target)).then(
    () => true,
    () => false,
  );
  if (!made) return false;
  const [source, copy] = await Promise.all([stat(path), lstat(target)]);
  if (fileIdentity(source) === fileIdentity(copy)) return true;
  // Another file has taken the name since the source was opened.
  await unlink(target);
  return false;
}

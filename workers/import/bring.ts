/** A file that was seen comes into the library: as a second name where that is enough, else as a copy. */
import { constants } from 'node:fs';
import { copyFile, link, lstat, stat, unlink } from 'node:fs/promises';
import { syncFile } from '../base/files/durable.js';
import { fileIdentity, inFolderOf, withSeen, type SeenFile } from '../base/files/seen-file.js';

export interface Brought {
  /** Of the copy, bytes. */
  size: number;
  /** Of the copy, milliseconds since 1970. */
  mtime_ms: number;
  /** The source had this size and time when all of it was there. */
  source: { size: number; mtime_ms: number };
}

/**
 * The bytes of the copy are on the disk when this returns, and are those of the file that was seen, whatever has its
 * name by then.
 * @param target must not exist
 * @param share a second name is enough
 * @throws as `openSeen`; the system's error
 */
export async function bring(seen: SeenFile, target: string, share: boolean): Promise<Brought> {
  return withSeen(seen, async (path) => {
    // One that has another name elsewhere is someone's to change there.
    if (!(share && (await stat(path)).nlink === 1 && (await isLinked(seen, path, target))))
      await copyFile(path, target, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE);
    await syncFile(target);
    const [source, copy] = await Promise.all([stat(path), lstat(target)]);
    return { size: copy.size, mtime_ms: copy.mtimeMs, source: { size: source.size, mtime_ms: source.mtimeMs } };
  });
}

/** Whether the target is a name of the very file now. Some file systems know no second names, or allow none. */
async function isLinked(seen: SeenFile, path: string, target: string): Promise<boolean> {
  const made = await inFolderOf(seen, (folder, name) => link(folder.at(name), target)).then(
    () => true,
    () => false,
  );
  if (!made) return false;
  const [source, copy] = await Promise.all([stat(path), lstat(target)]);
  if (fileIdentity(source) === fileIdentity(copy)) return true;
  // Another file has taken the name since it was opened.
  await unlink(target);
  return false;
}

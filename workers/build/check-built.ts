/** Whether a file for the pen is still the one of its record; and files for pens that no record names. */
import { lstat } from 'node:fs/promises';
import { isForeignTemporary, isTemporaryName } from '../base/files/durable.js';
import { sha256OfFile } from '../base/files/hash.js';
import { sameTime } from '../base/files/same-time.js';
import { type HeldFolder, inFolder } from '../base/files/held-folder.js';
import { removeOld } from '../base/files/remove-old.js';
import { unlessGone, unlessNoFolder } from '../base/files/walk.js';
import type { Library } from '../library/library.js';
import type { BuiltFile } from '../library/types.js';

/**
 * A file takes its name before its record is written, so that after a crash the old record may name the new file, which
 * can have the same size. Its time tells; and where that differs, as it does after a copy, its content.
 * @returns the record as it should be; null where the file is gone or another
 */
export async function checkBuilt(folder: HeldFolder, file: BuiltFile): Promise<BuiltFile | null> {
  const path = folder.at(file.filename);
  const facts = await lstat(path).catch(unlessGone(null));
  if (facts === null || !facts.isFile() || facts.size !== file.size) return null;
  if (sameTime(file.mtime_ms, facts.mtimeMs)) return file;
  return (await sha256OfFile(path)) === file.sha256 ? { ...file, mtime_ms: facts.mtimeMs } : null;
}

/** `920_Title.gme`, with the kind of pen where it is another one, and a number; others may keep theirs beside ours. */
const isOurName = /^\d{1,3}(?:_[A-Za-z0-9-]{1,40})?(?:\.[\w-]+)?(?: \(\d+\))?\.gme$/;

/**
 * Removes what a crash has left, or a disk that was pulled out: files for the pen and transcoded tracks that no record
 * names, and temporary files. Only what has a name that we make, and nothing more once another library is taken, or
 * this one in another place: its records know nothing of what is held here.
 * @param before milliseconds since 1970: what is younger may not have its record yet
 * @param mayGo false while something is made that has no record yet
 * @returns what is gone, below the library
 */
export async function removeOrphans(library: Library, before: number, mayGo: () => boolean): Promise<string[]> {
  const isHere = library.sameAsNow();
  // Asked anew for each file: albums come and go meanwhile.
  const isBuilt = (name: string): boolean =>
    library.albums.some(({ files }) => files.some(({ filename }) => filename === name));
  const isTrack = (hash: string): boolean =>
    library.albums.some(({ tracks }) => tracks.some(({ sha256 }) => sha256 === hash));
  const isOrphan = {
    gme: (name: string): boolean => isOurName.test(name) && !isBuilt(name),
    transcoded: (name: string): boolean => /^[0-9a-f]{64}\.(?:mp3|ogg)$/.test(name) && !isTrack(name.slice(0, 64)),
  };
  const gone: string[] = [];
  for (const name of ['gme', 'transcoded'] as const)
    gone.push(
      ...(await library.within(name, (folder) =>
        removeOld(
          folder,
          (one) => isHere() && (isForeignTemporary(one) || (mayGo() && (isTemporaryName(one) || isOrphan[name](one)))),
          { before, isForeign: true },
        ),
      )),
    );
  const removeTemporaries = (folder: HeldFolder): Promise<string[]> =>
    removeOld(folder, (one) => isHere() && isTemporaryName(one));
  for (const name of ['', ...library.albums.map((album) => `albums/${album.folder}`)])
    if (isHere()) gone.push(...(await inFolder(library.path, name, removeTemporaries).catch(unlessNoFolder([]))));
  return gone;
}

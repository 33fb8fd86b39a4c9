/** Verifies built files against their records, and removes files without a record. */
import { lstat } from 'node:fs/promises';
import { isForeignTemporary, isTemporaryName } from '../base/files/durable.js';
import { sha256OfFile } from '../base/files/hash.js';
import { sameTime } from '../base/files/same-time.js';
import { type HeldFolder, inFolder } from '../base/files/held-folder.js';
import { removeOld } from '../base/files/remove-old.js';
import { unlessGone, unlessNoFolder } from '../base/files/walk.js';
import type { Library } from '../library/library.js';
import type { BuiltFile } from '../library/types.js';
import { soundsOf } from './build-album.js';

/**
 * A file gets its name before its record is written. So after a crash the old record may name the new file, possibly
 * with the same size. The time identifies it; if the time differs, as after a copy, the content does.
 * @returns the updated record; null if the file is missing or different
 */
export async function checkBuilt(folder: HeldFolder, file: BuiltFile): Promise<BuiltFile | null> {
  const path = folder.at(file.filename);
  const facts = await lstat(path).catch(unlessGone(null));
  if (facts === null || !facts.isFile() || facts.size !== file.size) return null;
  if (sameTime(file.mtime_ms, facts.mtimeMs)) return file;
  return (await sha256OfFile(path)) === file.sha256 ? { ...file, mtime_ms: facts.mtimeMs } : null;
}

/** `920_Title.gme`, optionally with the kind of pen and a number. Users may store their own files with other names. */
const isOurName = /^\d{1,3}(?:_[A-Za-z0-9-]{1,40})?(?:\.[\w-]+)?(?: \(\d+\))?\.gme$/;

/**
 * Removes what a crash or a disconnected disk left behind: GME files and transcoded tracks without a record, and
 * temporary files. It removes only names that we create. It stops when the program switches to another library or moves
 * this one, because those records do not describe the folder held here.
 * @param before milliseconds since 1970; younger files may not have a record yet
 * @param mayGo false while a file without a record is being built
 * @returns the removed paths in the library
 */
export async function removeOrphans(library: Library, before: number, mayGo: () => boolean): Promise<string[]> {
  const isHere = library.sameAsNow();
  // Checked again for each file, because albums change meanwhile.
  const isBuilt = (name: string): boolean =>
    library.albums.some(({ files }) => files.some(({ filename }) => filename === name));
  let used = { of: library.albums, hashes: new Set(library.albums.flatMap(soundsOf)) };
  const isUsed = (hash: string): boolean => {
    if (used.of !== library.albums) used = { of: library.albums, hashes: new Set(library.albums.flatMap(soundsOf)) };
    return used.hashes.has(hash);
  };
  const isOrphan = {
    gme: (name: string): boolean => isOurName.test(name) && !isBuilt(name),
    transcoded: (name: string): boolean => /^[0-9a-f]{64}\..+/.test(name) && !isUsed(name.slice(0, 64)),
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
  const removeIn = async (name: string, isForeign: boolean): Promise<void> => {
    const remove = (folder: HeldFolder): Promise<string[]> =>
      removeOld(folder, (one) => isHere() && isTemporaryName(one), { isForeign });
    if (isHere()) gone.push(...(await inFolder(library.path, name, remove).catch(unlessNoFolder([]))));
  };
  // A process that waits for the lock writes here.
  await removeIn('', false);
  // A copy may have the time of its source, so it may be newer than this process.
  for (const { folder } of library.albums) await removeIn(`albums/${folder}`, true);
  return gone;
}

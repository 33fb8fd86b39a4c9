/** Whether a file for the pen is still the one of its record; and files for pens that no record names. */
import { lstat, readdir, rm } from 'node:fs/promises';
import { isTemporaryName } from '../base/files/durable.js';
import { sha256OfFile } from '../base/files/hash.js';
import { type HeldFolder, inFolder } from '../base/files/held-folder.js';
import { unlessGone } from '../base/files/walk.js';
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
  if (facts.mtimeMs === file.mtime_ms) return file;
  return (await sha256OfFile(path)) === file.sha256 ? { ...file, mtime_ms: facts.mtimeMs } : null;
}

/**
 * Removes what a crash has left: files for the pen and transcoded tracks that no record names, and temporary files.
 * Only what has a name that we make, and is older than this process: what it makes now may not have its record yet.
 * @param before milliseconds since 1970
 * @returns what is gone, below the library
 */
export async function removeOrphans(library: Library, before = performance.timeOrigin): Promise<string[]> {
  const { albums } = library;
  const built = new Set(albums.flatMap(({ files }) => files.map(({ filename }) => filename)));
  const tracks = new Set(albums.flatMap((album) => album.tracks.map(({ sha256 }) => sha256)));
  const isOrphan = {
    gme: (name: string): boolean => name.endsWith('.gme') && !name.startsWith('.') && !built.has(name),
    transcoded: (name: string): boolean => /^[0-9a-f]{64}\.(?:mp3|ogg)$/.test(name) && !tracks.has(name.slice(0, 64)),
  };
  const gone: string[] = [];
  for (const name of ['gme', 'transcoded'] as const)
    gone.push(
      ...(await inFolder(library.path, name, (folder) =>
        removeOld(folder, (one) => isTemporaryName(one) || isOrphan[name](one), before),
      )),
    );
  return gone;
}

async function removeOld(folder: HeldFolder, mayGo: (name: string) => boolean, before: number): Promise<string[]> {
  const gone: string[] = [];
  for (const entry of await readdir(folder.at(''), { withFileTypes: true })) {
    if (!entry.isFile() || !mayGo(entry.name)) continue;
    const facts = await lstat(folder.at(entry.name)).catch(unlessGone(null));
    if (facts === null || facts.mtimeMs >= before) continue;
    await rm(folder.at(entry.name), { force: true });
    gone.push(entry.name);
  }
  return gone;
}

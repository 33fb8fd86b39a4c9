/** An album's files on their way into the library. */
import { randomUUID } from 'node:crypto';
import { copyFile, lstat, mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { constants } from 'node:fs';
import { messageOf, systemCodeOf, TonstiftError } from '../base/errors.js';
import { linkOrCopy, syncFile, syncFolder } from '../base/files/durable.js';
import { nameKey, safeName, uniqueName } from '../base/files/names.js';
import { sha256OfFile } from '../base/files/hash.js';
import { unlessGone, walk, type FoundFile } from '../base/files/walk.js';
import { coverFileName } from '../library/cover.js';
import type { Library } from '../library/library.js';
import { factsFileName } from '../library/records/facts.js';
import type { AlbumRecord, CopiedFile, PendingImport } from '../library/types.js';
import { missingCopies, restoreCopies } from './copies.js';
import type { InspectedTrack } from './types.js';
import type { Log } from '../base/ports.js';

export const extrasFolder = 'extras';

interface StagedFile {
  filename: string;
  size: number;
  mtime_ms: number;
}

/** A folder below `staging` that is filled with one album's files. */
export interface Stage {
  /** Name below `staging`. */
  name: string;
  /** All that it took over so far. */
  copies: readonly CopiedFile[];
  /** Takes a track under a name that is free in the album. */
  addTrack(file: Omit<InspectedTrack, 'facts'>): Promise<StagedFile>;
  addExtra(file: FoundFile): Promise<void>;
  addCover(jpeg: Uint8Array): Promise<void>;
  /** Puts the folder's entries on the disk. */
  seal(): Promise<void>;
  discard(): Promise<void>;
}

/**
 * @param share a second name is enough (the source will be removed); otherwise the bytes are copied, since the
 *   source stays someone else's to change
 * @param takenNames file names that the album's folder holds already
 */
export async function openStage(library: Library, share: boolean, takenNames: readonly string[] = []): Promise<Stage> {
  const name = randomUUID();
  const folder = join(library.stagingFolder, name);
  const taken = new Set([coverFileName, factsFileName, extrasFolder, ...takenNames].map(nameKey));
  const takenExtras = new Set(takenNames.map(nameKey));
  const copies: CopiedFile[] = [];
  await mkdir(folder);

  const bring = async (source: string, target: string): Promise<void> => {
    // What was unpacked or uploaded lies in the library already.
    // A file that has another name elsewhere is someone's to change there.
    const own = (share && (await lstat(source)).nlink === 1) || source.startsWith(library.stagingFolder);
    if (own) return linkOrCopy(source, target);
    await copyFile(source, target, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE);
    await syncFile(target);
  };

  return {
    name,
    copies,
    async addTrack(file) {
      const filename = uniqueName(safeName(basename(file.relativePath)), taken);
      const target = join(folder, filename);
      await bring(file.path, target);
      const [source, staged] = await Promise.all([lstat(file.path), lstat(target)]);
      if (source.size !== file.size || source.mtimeMs !== file.mtime_ms || staged.size !== file.size) {
        throw new TonstiftError('not_now', `${file.relativePath} is still changing.`);
      }
      copies.push({ filename, source: file.path, size: staged.size, sha256: file.sha256 });
      return { filename, size: staged.size, mtime_ms: staged.mtimeMs };
    },
    async addExtra(file) {
      await mkdir(join(folder, extrasFolder), { recursive: true });
      const filename = `${extrasFolder}/${uniqueName(safeName(basename(file.relativePath)), takenExtras)}`;
      const sha256 = await sha256OfFile(file.path);
      await bring(file.path, join(folder, filename));
      copies.push({ filename, source: file.path, size: (await lstat(join(folder, filename))).size, sha256 });
    },
    async addCover(jpeg) {
      const target = join(folder, coverFileName);
      await writeFile(target, jpeg);
      await syncFile(target);
    },
    async seal() {
      await syncFolder(join(folder, extrasFolder)).catch(unlessGone(undefined));
      await syncFolder(folder);
      await syncFolder(library.stagingFolder);
    },
    discard: () => rm(folder, { recursive: true, force: true }),
  };
}

/**
 * Does the rest of a durable import: moves the staged files into the album's folder, and removes sources that are
 * unchanged since they were read and whose copy was found at its final place. May be repeated after a crash at any
 * point. A source that may not be removed (a read-only folder or disk) stays, and is no reason to hold the album up.
 * Throws TonstiftError `library_unavailable` where the library is away.
 */
export async function completeImport(library: Library, album: AlbumRecord, log: Log): Promise<void> {
  if (album.pending === null) return;
  await library.verify();
  const { staging, sources } = album.pending;
  const home = library.folderOf(album);
  if (staging !== null) await moveInto(join(library.stagingFolder, staging), home);
  await syncFolder(library.albumsFolder);
  const lost = await restoreCopies(home, await missingCopies(home, copiesOf(album, album.pending)));
  // Before the sources go: what the records say of the album can be had from it alone.
  await library.keepFacts();
  // Once more: what was found there must have been the library.
  await library.verify();
  for (const { filename } of lost) log.error(`${filename} of album ${album.oid} got lost while it was imported.`);
  if (lost.length === 0) await removeSources(home, sources, log);
  await library.changeAlbum(album.folder, (current) => ({ ...current, pending: null }));
}

const copiesOf = ({ tracks }: AlbumRecord, { copies }: PendingImport): readonly CopiedFile[] =>
  copies ?? tracks.map(({ filename, size, sha256 }) => ({ filename, source: '', size, sha256 }));

async function removeSources(home: string, sources: PendingImport['sources'], log: Log): Promise<void> {
  const inodes = await inodesOf(home);
  for (const source of sources) {
    const now = await lstat(source.path).catch(unlessGone(null));
    // One that is still being written is the library's own file where it was linked, and goes on growing there.
    if (
      now !== null &&
      ((now.size === source.size && now.mtimeMs === source.mtime_ms) || inodes.has(`${now.dev}:${now.ino}`))
    )
      await removeSource(source.path, log);
  }
  for (const folder of new Set(sources.map((source) => dirname(source.path))))
    await syncFolder(folder).catch(unlessGone(undefined));
}

const mayNot = new Set(['EACCES', 'EPERM', 'EROFS', 'EBUSY']);

async function removeSource(path: string, log: Log): Promise<void> {
  await rm(path, { force: true }).catch((error: unknown) => {
    if (!mayNot.has(systemCodeOf(error) ?? '')) throw error;
    log.warn(`${path} is in the library, but could not be removed from where it was: ${messageOf(error)}`);
  });
}

async function inodesOf(folder: string): Promise<Set<string>> {
  const inodes = new Set<string>();
  for (const name of await readdir(folder).catch(unlessGone([]))) {
    const facts = await lstat(join(folder, name)).catch(unlessGone(null));
    if (facts?.isFile() === true) inodes.add(`${facts.dev}:${facts.ino}`);
  }
  return inodes;
}

async function moveInto(from: string, to: string): Promise<void> {
  const exists = await readdir(to).then(() => true, unlessGone(false));
  if (!exists) {
    await rename(from, to).catch(unlessGone(undefined));
    return;
  }
  for (const file of await walk(from)) {
    const target = join(to, file.relativePath);
    await mkdir(dirname(target), { recursive: true });
    await rename(file.path, target);
  }
  await rm(from, { recursive: true, force: true });
  await syncFolder(to);
}

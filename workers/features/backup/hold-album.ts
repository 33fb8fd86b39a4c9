/** A snapshot of an album: its record, and an open handle of each file that it names. */
import { readdir, type FileHandle } from 'node:fs/promises';
import { basename, dirname } from 'node:path/posix';
import { unlessCode } from '../../base/errors.js';
import { wait } from '../../base/async/wait.js';
import { inFolder, type HeldFolder } from '../../base/files/held-folder.js';
import { openedFacts } from '../../base/files/open-file.js';
import { openItself } from '../../base/files/seen-file.js';
import { extrasFolder } from '../../import/stage.js';
import type { Library } from '../../library/library.js';
import type { AlbumRecord } from '../../library/types.js';
import type { BackupSource } from './source.js';

export interface OpenFile {
  /** Relative to the album's folder, `/` between the parts. */
  name: string;
  file: FileHandle;
  /** Bytes at the time of opening. */
  size: number;
}

export interface HeldAlbum {
  album: AlbumRecord;
  files: OpenFile[];
  /** Names of extras. They are opened later and may be deleted before that. */
  extras: string[];
  /** Names in the record of files that were not found. */
  missing: string[];
}

const tries = 3;
/** Milliseconds. Another process that changes the library has saved its records by then. */
const pause = 200;

/**
 * If a file is missing, the record may be older than the folder, so both are read again.
 * @returns undefined for an album deleted in the meantime; the caller closes the files
 * @throws TonstiftError `library_unavailable`; the system's error
 */
export async function holdAlbum(source: BackupSource, folder: string): Promise<HeldAlbum | undefined> {
  for (let n = 1; ; n++) {
    const record = (await source.look(n > 1)).inFolder(folder);
    if (record === undefined) return undefined;
    const held = await source.alone(record, async () => {
      const library = await source.look();
      const album = library.inFolder(folder);
      return album && openAll(library, album);
    });
    if (held === undefined || held.missing.length === 0) return held;
    if (n === tries) return goneFor(held, source);
    await closeAll(held);
    await wait(pause, {});
  }
}

/** Files are also missing if the disk was just disconnected; then this throws. */
async function goneFor(held: HeldAlbum, source: BackupSource): Promise<HeldAlbum> {
  try {
    await source.look(true);
    return held;
  } catch (error) {
    await closeAll(held);
    throw error;
  }
}

export async function closeAll({ files }: Pick<HeldAlbum, 'files'>): Promise<void> {
  for (const { file } of files) await file.close().catch(() => undefined);
}

/** Returns the names of the files in a record. */
export const namesOf = ({ tracks, cover }: Pick<AlbumRecord, 'tracks' | 'cover'>): string[] => [
  ...new Set(
    [...tracks.map(({ filename }) => filename), cover, ...tracks.map(({ picture }) => picture)].filter(isName),
  ),
];

const isName = (name: string | null): name is string => name !== null;

async function openAll(library: Library, album: AlbumRecord): Promise<HeldAlbum> {
  const held: HeldAlbum = { album, files: [], extras: [], missing: [] };
  try {
    await inFolder(library.path, '', async (root) => {
      for (const name of namesOf(album)) {
        const opened = await openIn(root, placesOf(album, name));
        if (opened === undefined) held.missing.push(name);
        else held.files.push({ name, ...opened });
      }
      held.extras = await extrasOf(root, album);
    });
    return held;
  } catch (error) {
    await closeAll(held);
    throw error;
  }
}

/** Returns the possible places of an album's file: one that is still being imported is elsewhere. */
function placesOf({ folder, pending }: AlbumRecord, name: string): string[] {
  const places = [`albums/${folder}/${name}`];
  if (typeof pending?.staging === 'string') places.push(`staging/${pending.staging}/${name}`);
  const moves = pending?.moves;
  const moved = moves?.files.find(({ as }) => as === name);
  if (moves !== undefined && moved !== undefined) places.push(`albums/${moves.from}/${moved.filename}`);
  return places;
}

async function openIn(root: HeldFolder, places: readonly string[]): Promise<Omit<OpenFile, 'name'> | undefined> {
  for (const place of places) {
    const file = await openAt(root, place).catch(unlessNoFile);
    if (file !== undefined) return { file, size: (await openedFacts(file)).size };
  }
  return undefined;
}

async function openAt(root: HeldFolder, place: string): Promise<FileHandle> {
  const folder = await root.below(dirname(place));
  return openItself(folder.at(basename(place))).finally(() => folder.close());
}

/** Opens an extra; returns undefined if it was deleted. */
export async function openExtra(library: Library, album: AlbumRecord, name: string): Promise<OpenFile | undefined> {
  return inFolder(library.path, '', async (root) => {
    const opened = await openIn(root, placesOf(album, name));
    return opened && { name, ...opened };
  });
}

/** Maximum depth of folders in extras; only users create any. */
const deepest = 6;

async function extrasOf(root: HeldFolder, { folder, pending }: AlbumRecord): Promise<string[]> {
  const places = [`albums/${folder}`, ...(typeof pending?.staging === 'string' ? [`staging/${pending.staging}`] : [])];
  const isExtra = (name: string): boolean => name.startsWith(`${extrasFolder}/`);
  const found = new Set<string>(pending?.moves?.files.map(({ as }) => as).filter(isExtra));
  for (const place of places) {
    const extras = await root.below(`${place}/${extrasFolder}`).catch(unlessNoFile);
    if (extras === undefined) continue;
    await list(extras, extrasFolder, found, deepest).finally(() => extras.close());
  }
  return [...found].sort();
}

async function list(folder: HeldFolder, path: string, found: Set<string>, depth: number): Promise<void> {
  for (const entry of await readdir(folder.at(''), { withFileTypes: true })) {
    const name = `${path}/${entry.name}`;
    if (entry.isFile()) found.add(name);
    if (!entry.isDirectory() || depth === 0) continue;
    const inner = await folder.below(entry.name);
    await list(inner, name, found, depth - 1).finally(() => inner.close());
  }
}

/** Returns undefined for a missing file, and for a link or another object in its place. */
const unlessNoFile = unlessCode(['ENOENT', 'ENOTDIR', 'ELOOP', 'EMLINK', 'EINVAL', 'conflict'], undefined);

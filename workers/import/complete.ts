/** Completes an import whose record is saved. It can be repeated after a crash at any point. */
import { lstat, readdir, rename } from 'node:fs/promises';
import { messageOf, TonstiftError } from '../base/errors.js';
import { moveToFree, syncFolder } from '../base/files/durable.js';
import { inFolder, type HeldFolder } from '../base/files/held-folder.js';
import { isZipName } from '../base/files/names.js';
import { removeTree } from '../base/files/remove-tree.js';
import { unlessGone } from '../base/files/walk.js';
import type { Log } from '../base/ports.js';
import { coverFileName } from '../library/pictures/cover.js';
import { renumber } from '../library/edit.js';
import type { Library } from '../library/library.js';
import { digestOfPicture } from '../library/pictures/track-pictures.js';
import type { AlbumRecord, CopiedFile, PendingImport, TrackRecord } from '../library/types.js';
import { missingCopies, restoreCopies } from './check-copies.js';
import { bringMoved } from './moved-files.js';
import { removeSources } from './sources.js';
import { say } from '../base/language/sentence.js';

export interface CompleteOptions {
  log: Log;
  /** Folders whose files may be removed. Other sources are kept, whatever a record contains. */
  given: readonly string[];
}

export const notEnded = ({ oid }: AlbumRecord): TonstiftError =>
  new TonstiftError('not_now', say('error.import_unended', { oid }));

/** An album must not get other files while its own are away: its record would lose them. */
export const tracksGone = ({ oid, album_title: title }: AlbumRecord): TonstiftError =>
  new TonstiftError('not_now', say('error.tracks_gone', { oid, title }));

/**
 * Moves staged files, and files from another album's folder, into the album's folder. Removes sources that are
 * unchanged and whose copy is in its final place. A track without a copy and a source is deleted from the record;
 * otherwise a later import would skip it as already present.
 * @throws TonstiftError `library_unavailable` if the library is gone, `conflict` if a link replaces one of its folders,
 *   `not_now` if a file was lost that the caller still has
 */
export async function completeImport(library: Library, album: AlbumRecord, options: CompleteOptions): Promise<void> {
  const lost = await end(library, album, options);
  if (lost.length === 0 || album.pending?.sources.length !== 0) return;
  const names = lost.map(({ filename }) => filename).join(', ');
  throw new TonstiftError('not_now', say('error.lost_on_way', { names, oid: album.oid }));
}

/**
 * Completes the imports that a crash or a missing disk has interrupted. An album that fails is retried later and does
 * not block the others.
 */
export async function completeImports(library: Library, options: CompleteOptions): Promise<void> {
  for (const album of library.albums)
    await end(library, album, options).catch((error: unknown) => {
      if (error instanceof TonstiftError && error.code === 'library_unavailable') throw error;
      options.log.error(`The import of album ${album.oid} could not be completed: ${messageOf(error)}`);
    });
}

/** @returns the lost files */
async function end(library: Library, { folder }: AlbumRecord, options: CompleteOptions): Promise<CopiedFile[]> {
  const album = library.inFolder(folder);
  if (album === undefined || album.pending === null) return [];
  const { pending } = album;
  const lost = await inFolder(library.path, '', async (root) => {
    await library.verify();
    // The library found at the path must be the one that is held.
    await root.check();
    await using albums = await root.below('albums');
    await bringHome(root, albums, album);
    await bringMoved(albums, folder, pending.moves);
    await using home = await root.below(`albums/${folder}`, { make: true });
    return await settleAt({ library, root, home, album, pending }, options);
  });
  await library.changeAlbum(folder, (current) => ({ ...current, pending: null }));
  // Now the files that these replace may be removed.
  if (library.leftovers.some((name) => name.startsWith(`albums/${folder}/`))) await library.followRecords();
  return lost;
}

interface AtHome {
  library: Library;
  /** The library's folder. */
  root: HeldFolder;
  /** The album's folder, which now contains the staged files. */
  home: HeldFolder;
  album: AlbumRecord;
  pending: PendingImport;
}

async function settleAt(
  { library, root, home, album, pending }: AtHome,
  options: CompleteOptions,
): Promise<CopiedFile[]> {
  const copies = copiesOf(album, pending);
  const readable = [...options.given, library.stagingFolder];
  const lost = await restoreCopies(home, await missingCopies(home, copies, readable), readable);
  for (const { filename } of lost) options.log.error(`${filename} of album ${album.oid} was lost during the import.`);
  await library.changeAlbum(album.folder, (current) => withoutLost(current, lost));
  if (lost.length > 0) await library.change((data) => ({ ...data, albums: data.albums.map(withoutZips) }));
  // Writes the album's facts before sources are removed, so that the record can be restored from the album's folder.
  await library.keepFacts();
  await library.verify();
  await root.check();
  // A ZIP has no own copy: it is kept if anything was lost.
  const isSafe = ({ path }: { path: string }): boolean =>
    lost.length === 0 || copies.some((copy) => copy.source === path && !lost.includes(copy));
  await removeSources({ ...options, home, sources: pending.sources.filter(isSafe), copies });
  return lost;
}

function withoutLost(album: AlbumRecord, lost: readonly CopiedFile[]): AlbumRecord {
  const isLost = ({ filename, sha256 }: TrackRecord): boolean =>
    lost.some((copy) => copy.filename === filename && copy.sha256 === sha256);
  return {
    ...album,
    tracks: renumber(album.tracks.filter((track) => !isLost(track))),
    pending: album.pending && { ...album.pending, staging: null, moves: undefined },
  };
}

/** The last album of a batch removes its ZIPs. They are kept if another of its albums has lost a file. */
function withoutZips(album: AlbumRecord): AlbumRecord {
  const { pending } = album;
  if (pending === null) return album;
  return { ...album, pending: { ...pending, sources: pending.sources.filter(({ path }) => !isZipName(path)) } };
}

const copiesOf = ({ tracks }: AlbumRecord, { copies }: PendingImport): readonly CopiedFile[] =>
  copies ?? tracks.map(({ filename, size, sha256 }) => ({ filename, source: '', size, sha256 }));

async function bringHome(root: HeldFolder, albums: HeldFolder, { folder, pending }: AlbumRecord): Promise<void> {
  const name = pending?.staging ?? null;
  if (name !== null) {
    const staging = await root.below('staging', { make: true });
    await moveFolder({ staging, name, albums, folder }).finally(() => staging.close());
  }
  await syncFolder(albums.at(''));
}

interface Move {
  staging: HeldFolder;
  name: string;
  albums: HeldFolder;
  folder: string;
}

async function moveFolder({ staging, name, albums, folder }: Move): Promise<void> {
  const from = await staging.below(name).catch(unlessGone(null));
  if (from === null) return;
  try {
    if ((await lstat(albums.at(folder)).catch(unlessGone(null))) === null) {
      await rename(staging.at(name), albums.at(folder)).catch(unlessGone(undefined));
      return;
    }
    const to = await albums.below(folder);
    await moveAll(from, to).finally(() => to.close());
  } finally {
    await from.close();
  }
  await removeTree(staging, name);
}

/** Renames a foreign file in the place of a staged one to a free name. A cover is meant to be replaced. */
async function keepOther(home: HeldFolder, name: string): Promise<void> {
  if (name === coverFileName || digestOfPicture(name) !== null) return;
  const there = await lstat(home.at(name)).catch(unlessGone(null));
  if (there !== null) await moveToFree(home.at(name), home, name);
}

async function moveAll(from: HeldFolder, to: HeldFolder): Promise<void> {
  for (const entry of await readdir(from.at(''), { withFileTypes: true })) {
    if (!entry.isDirectory()) {
      await keepOther(to, entry.name);
      await rename(from.at(entry.name), to.at(entry.name));
      continue;
    }
    await using inner = await from.below(entry.name);
    await using target = await to.below(entry.name, { make: true });
    await moveAll(inner, target);
  }
  await syncFolder(to.at(''));
}

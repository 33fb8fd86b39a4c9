/**
 * Moves files from the folder of one album to that of another. The records name the new owner before the first move.
 * Each file is moved by one rename, so it is always in exactly one of the two folders, and an interrupted move can
 * continue.
 */
import { lstat, readdir, rename, unlink } from 'node:fs/promises';
import { basename, dirname } from 'node:path/posix';
import { TonstiftError } from '../base/errors.js';
import { isTemporaryName, syncFolder } from '../base/files/durable.js';
import type { HeldFolder } from '../base/files/held-folder.js';
import { isSystemJunk } from '../base/files/names.js';
import { groupBy } from '../base/group-by.js';
import { removeTree } from '../base/files/remove-tree.js';
import { unlessGone } from '../base/files/walk.js';
import { say } from '../base/language/sentence.js';
import { factsFileName } from '../library/records/facts.js';
import { digestOfPicture } from '../library/pictures/track-pictures.js';
import type { MovedFiles } from '../library/types.js';

/**
 * Can be repeated after a crash at any point.
 * @param albums the library's folder of that name
 * @param folder the new album's folder in it; created if missing
 * @throws TonstiftError `conflict` if another file has the target name, or a link replaces a folder; the system's error
 */
export async function bringMoved(albums: HeldFolder, folder: string, moves: MovedFiles | undefined): Promise<void> {
  if (moves === undefined) return;
  await using source = await albums.below(moves.from).catch(unlessGone(null));
  await using home = await albums.below(folder, { make: true });
  await syncFolder(albums.at(''));
  if (source === null) return;
  for (const [below, files] of byFolders(moves.files)) await moveAll({ source, home }, below, files);
  if (moves.goes) await removeEmptied(albums, source, moves.from);
}

interface Ends {
  source: HeldFolder;
  home: HeldFolder;
}

type Files = MovedFiles['files'];

/** Groups files by source and target folder; the key contains both. */
const byFolders = (files: Files): Map<string, Files> =>
  groupBy(files, ({ filename, as }) => `${folderOf(filename)}\0${folderOf(as)}`);

const folderOf = (path: string): string => (path.includes('/') ? dirname(path) : '');

async function moveAll({ source, home }: Ends, below: string, files: Files): Promise<void> {
  const [from = '', to = ''] = below.split('\0');
  await using there = await source.below(from).catch(unlessGone(null));
  if (there === null) return;
  await using here = await home.below(to, { make: true });
  for (const { filename, as } of files) await moveOne(there.at(basename(filename)), here.at(basename(as)), as);
  // Syncs the new name before the old one disappears: the file must be on the disk under one of them.
  for (const folder of [here, home, there]) await syncFolder(folder.at(''));
}

/** A file in neither folder was removed by hand and is reported as missing. */
async function moveOne(source: string, target: string, name: string): Promise<void> {
  const isThere = (path: string): Promise<boolean> => lstat(path).then(() => true, unlessGone(false));
  if (!(await isThere(source))) return;
  if (!(await isThere(target))) return rename(source, target);
  // The name contains the hash of the content, so the files are equal.
  if (digestOfPicture(name) !== null) return unlink(source);
  throw new TonstiftError('conflict', say('error.move_in_place', { name: JSON.stringify(name), target }));
}

/** Keeps foreign files; the folder then belongs to no album. */
async function removeEmptied(albums: HeldFolder, source: HeldFolder, name: string): Promise<void> {
  await unlink(source.at(factsFileName)).catch(unlessGone(undefined));
  if ((await filesBelow(source)).length === 0) await removeTree(albums, name);
  await syncFolder(albums.at(''));
}

/** Returns the paths of all files in an album's folder, with `/`, except our facts and temporary files. */
export async function filesBelow(folder: HeldFolder, below = ''): Promise<string[]> {
  const found: string[] = [];
  for (const entry of await readdir(folder.at(''), { withFileTypes: true })) {
    const path = below === '' ? entry.name : `${below}/${entry.name}`;
    if (entry.isDirectory()) {
      await using inner = await folder.below(entry.name);
      for (const one of await filesBelow(inner, path)) found.push(one);
    } else if (path !== factsFileName && !isTemporaryName(entry.name) && !isSystemJunk(entry.name)) found.push(path);
  }
  return found;
}

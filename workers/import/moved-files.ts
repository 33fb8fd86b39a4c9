/**
 * Files that go from the folder of one album to that of another. The records say whose they are before the first one
 * is moved; each is moved by one rename, so it lies in one of the two folders at any moment, and what a crash has cut
 * off is gone on with.
 */
import { lstat, readdir, rename, unlink } from 'node:fs/promises';
import { basename, dirname } from 'node:path/posix';
import { TonstiftError } from '../base/errors.js';
import { isTemporaryName, syncFolder } from '../base/files/durable.js';
import type { HeldFolder } from '../base/files/held-folder.js';
import { isSystemJunk } from '../base/files/names.js';
import { removeTree } from '../base/files/remove-tree.js';
import { unlessGone } from '../base/files/walk.js';
import { say } from '../base/language/sentence.js';
import { factsFileName } from '../library/records/facts.js';
import { digestOfPicture } from '../library/track-pictures.js';
import type { MovedFiles } from '../library/types.js';

/**
 * May be called again after a crash at any point.
 * @param albums the library's folder of that name
 * @param folder the new album's in it, which is made where it is missing
 * @throws TonstiftError `conflict` where another file stands in the place of one, or a link in that of a folder; the
 *   system's error
 */
export async function bringMoved(albums: HeldFolder, folder: string, moves: MovedFiles | undefined): Promise<void> {
  if (moves === undefined) return;
  const source = await albums.below(moves.from).catch(unlessGone(null));
  const home = await albums.below(folder, { make: true });
  try {
    await syncFolder(albums.at(''));
    if (source === null) return;
    for (const [below, files] of byFolders(moves.files)) await moveAll({ source, home }, below, files);
    if (moves.goes) await removeEmptied(albums, source, moves.from);
  } finally {
    await home.close();
    await source?.close();
  }
}

interface Ends {
  source: HeldFolder;
  home: HeldFolder;
}

type Files = MovedFiles['files'];

/** The folders that files come from and go to, as one key. */
function byFolders(files: Files): Map<string, Files> {
  const groups = new Map<string, Files>();
  for (const file of files) {
    const key = `${folderOf(file.filename)}\0${folderOf(file.as)}`;
    groups.set(key, [...(groups.get(key) ?? []), file]);
  }
  return groups;
}

const folderOf = (path: string): string => (path.includes('/') ? dirname(path) : '');

async function moveAll({ source, home }: Ends, below: string, files: Files): Promise<void> {
  const [from = '', to = ''] = below.split('\0');
  const there = await source.below(from).catch(unlessGone(null));
  if (there === null) return;
  const here = await home.below(to, { make: true });
  try {
    for (const { filename, as } of files) await moveOne(there.at(basename(filename)), here.at(basename(as)), as);
    // The new name before the old one goes: a file must be on the disk under one of the two.
    for (const folder of [here, home, there]) await syncFolder(folder.at(''));
  } finally {
    await here.close();
    await there.close();
  }
}

/** One that is in neither place was removed by hand, and is told as that. */
async function moveOne(source: string, target: string, name: string): Promise<void> {
  const isThere = (path: string): Promise<boolean> => lstat(path).then(() => true, unlessGone(false));
  if (!(await isThere(source))) return;
  if (!(await isThere(target))) return rename(source, target);
  // Its name is made of its content: it is the same.
  if (digestOfPicture(name) !== null) return unlink(source);
  throw new TonstiftError('conflict', say('error.move_in_place', { name: JSON.stringify(name), target }));
}

/** What somebody has put there meanwhile stays, in a folder that belongs to no album. */
async function removeEmptied(albums: HeldFolder, source: HeldFolder, name: string): Promise<void> {
  await unlink(source.at(factsFileName)).catch(unlessGone(undefined));
  if ((await filesBelow(source)).length === 0) await removeTree(albums, name);
  await syncFolder(albums.at(''));
}

/** Paths of all files below an album's folder that are anybody's, `/` between the parts. */
export async function filesBelow(folder: HeldFolder, below = ''): Promise<string[]> {
  const found: string[] = [];
  for (const entry of await readdir(folder.at(''), { withFileTypes: true })) {
    const path = below === '' ? entry.name : `${below}/${entry.name}`;
    if (entry.isDirectory()) {
      const inner = await folder.below(entry.name);
      found.push(...(await filesBelow(inner, path).finally(() => inner.close())));
    } else if (path !== factsFileName && !isTemporaryName(entry.name) && !isSystemJunk(entry.name)) found.push(path);
  }
  return found;
}

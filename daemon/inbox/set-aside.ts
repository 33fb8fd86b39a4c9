/**
 * Moves files that cannot be imported out of the inbox, with a text file that gives the reason. No file is deleted.
 * All paths go through held folders: anyone who can write to the inbox can place a link in it at any moment.
 */
import { lstat, readdir, rm, rmdir } from 'node:fs/promises';
import { basename, dirname, join, relative, sep } from 'node:path';
import { inParallel } from '../../workers/base/async/in-parallel.js';
import { systemCodeOf, unlessCode } from '../../workers/base/errors.js';
import { moveToFree, syncFolder, writeDurably } from '../../workers/base/files/durable.js';
import { inFolder, type HeldFolder } from '../../workers/base/files/held-folder.js';
import { cutToBytes, isSystemJunk, uniqueName } from '../../workers/base/files/names.js';
import { isSeen, openItself } from '../../workers/base/files/seen-file.js';
import { deepest, unlessGone, walk, type FoundFile } from '../../workers/base/files/walk.js';
import { anywayMark, type Entry } from './scan.js';

/** Sentences added to a note at once, and characters of a note after which no more are added. */
const mostSentences = 1000;
const longestNote = 200_000;

export interface EntryAside extends Pick<Entry, 'kind' | 'name'> {
  /** Move the folder itself, by one rename, if all its files are set aside. */
  asFolder?: boolean;
}

/**
 * Moves files of an entry to a folder of the inbox, `failed/` or `duplicates/`, under the entry's name, and adds the
 * reasons to `<name>.why.txt` there. The text is written first, so that a crash in between loses no reason. A
 * sentence that the note contains is not repeated. A file that was replaced meanwhile stays: it is a new entry.
 * A folder that was dropped twice is set aside twice, as `CD` and `CD (2)`.
 * @returns the new location: the folder, and paths below the inbox; no paths if all files have gone meanwhile
 * @throws TonstiftError `conflict` if a link has the name of a folder
 */
export async function setAside(
  folder: string,
  entry: EntryAside,
  files: readonly FoundFile[],
  sentences: readonly string[],
): Promise<{ where: string; paths: string[] }> {
  const [inbox, name] = [dirname(folder), basename(folder)];
  const own = entry.kind === 'folder' ? await nameAside(folder, entry.name, files) : entry.name;
  await inFolder(inbox, name, (aside) => note(aside, own, sentences), { make: true });
  const renamed = entry.asFolder === true ? await moveWhole(folder, { name: entry.name, own }, files) : null;
  if (renamed !== null) return { where: join(folder, renamed), paths: [`${name}/${renamed}`] };
  // Each folder is held and synced once for all its files.
  const groups = new Map<string, { from: string; to: string; files: FoundFile[] }>();
  for (const file of files) {
    const from = folderOf(relative(inbox, file.path).split(sep).join('/'));
    const to = entry.kind === 'folder' ? `${name}/${dirname(`${own}/${file.relativePath}`)}` : name;
    const group = groups.get(`${from}\0${to}`) ?? { from, to, files: [] };
    group.files.push(file);
    groups.set(`${from}\0${to}`, group);
  }
  const names: string[] = [];
  for (const { from, to, files: some } of groups.values()) {
    const moved = await inFolder(inbox, from, (source) =>
      inFolder(inbox, to, (target) => moveInto(target, source, some), { make: true }),
    ).catch(unlessGone<string[]>([]));
    for (const one of moved) names.push(one);
  }
  if (entry.kind === 'folder' && names.length === 0) await removeEmptied(join(folder, own));
  if (names.length === 0) return { where: inbox, paths: [] };
  return entry.kind === 'folder'
    ? { where: join(folder, own), paths: [`${name}/${own}`] }
    : { where: folder, paths: names.map((one) => `${name}/${one}`) };
}

/**
 * Checks that no link is on the way from the inbox to the files.
 * @throws TonstiftError `conflict` if a link has the name of a folder
 */
export async function checkPlaces(inbox: string, files: readonly FoundFile[]): Promise<void> {
  const folders = new Set(files.map(({ path }) => folderOf(relative(inbox, path).split(sep).join('/'))));
  for (const folder of folders) await inFolder(inbox, folder, async () => undefined).catch(unlessGone(undefined));
}

const folderOf = (path: string): string => (path.includes('/') ? dirname(path) : '');

export const noteName = (name: string): string => `${cutToBytes(name, 200)}.why.txt`;

/** Returns the first of `CD`, `CD (2)` … that has none of the files yet. */
async function nameAside(folder: string, name: string, files: readonly FoundFile[]): Promise<string> {
  const isThere = (path: string): Promise<boolean> => lstat(join(folder, path)).then(() => true, unlessGone(false));
  const hasSome = async (own: string): Promise<boolean> => {
    for (const { relativePath } of files) if (await isThere(`${own}/${relativePath}`)) return true;
    return false;
  };
  const taken = new Set<string>();
  for (;;) {
    const own = uniqueName(name, taken);
    if (!(await isThere(own)) || !(await hasSome(own))) return own;
  }
}

async function note(aside: HeldFolder, name: string, sentences: readonly string[]): Promise<void> {
  const path = aside.at(noteName(name));
  const before = await textOf(path);
  // A file that cannot be moved is retried every minute; its reason is written once.
  const known = new Set(before.split('\n'));
  const fresh = sentences.filter((sentence) => !known.has(sentence));
  const listed = fresh.slice(0, mostSentences);
  if (fresh.length > listed.length) listed.push(`And ${fresh.length - listed.length} more.`);
  if (listed.length > 0 && before.length < longestNote) await writeDurably(path, `${before}${listed.join('\n')}\n`);
}

/** Returns an empty text if there is no note, or if it is a link or hard link: its target may not be public. */
async function textOf(path: string): Promise<string> {
  await using file = await openItself(path).catch(unlessCode(['ENOENT', 'ELOOP', 'EMLINK', 'EINVAL'], null));
  if (file === null) return '';
  return (await file.stat()).nlink === 1 ? await file.readFile('utf8') : '';
}

const notRenamed = new Set(['EXDEV', 'EBUSY', 'EACCES', 'EPERM', 'ENOENT']);

/**
 * Moves a folder by one rename if it contains exactly these files. If a move of single files is cut short, the rest
 * becomes a separate album.
 * @param own its new name
 * @returns the new name; null if it has other files, if the new name is taken, or if it cannot be renamed
 */
async function moveWhole(
  folder: string,
  { name, own }: { name: string; own: string },
  files: readonly FoundFile[],
): Promise<string | null> {
  const inbox = dirname(folder);
  const others: string[] = [];
  const found = await walk(inbox, { within: name, closed: (path) => others.push(path) });
  const wanted = new Map(files.map(({ path, identity }) => [path, identity]));
  for (const { path, identity } of found)
    if (!wanted.has(path) || (wanted.get(path) ?? identity) !== identity) others.push(path);
  const isTaken = await lstat(join(folder, own)).then(() => true, unlessGone(false));
  if (isTaken || others.length > 0 || found.length === 0 || found.length !== wanted.size) return null;
  const move = async (source: HeldFolder, target: HeldFolder): Promise<string> => {
    await target.check();
    const free = await moveToFree(source.at(name), target, own);
    for (const held of [target, source]) await syncFolder(held.at(''));
    return free;
  };
  return inFolder(inbox, '', (source) => inFolder(inbox, basename(folder), (target) => move(source, target))).catch(
    (error: unknown) => {
      if (!notRenamed.has(systemCodeOf(error) ?? '')) throw error;
      return null;
    },
  );
}

/** Files that are moved in parallel: each waits for the disk several times. */
const movedAtOnce = 50;

/** @returns the files' names in the target folder */
async function moveInto(target: HeldFolder, source: HeldFolder, files: readonly FoundFile[]): Promise<string[]> {
  const move = (file: FoundFile): Promise<string[]> => moveOne(target, source, file);
  const names = await inParallel(files, { most: movedAtOnce, signal: undefined }, move);
  await syncFolder(target.at(''));
  return names.flat();
}

async function moveOne(target: HeldFolder, source: HeldFolder, file: FoundFile): Promise<string[]> {
  const name = basename(file.path);
  if (!(await isSeen(file, source.at(name)))) return [];
  await target.check();
  const free = await moveToFree(source.at(name), target, name).catch(unlessGone(null));
  return free === null ? [] : [free];
}

/**
 * Removes a folder that contains only empty folders and system junk. Keeps any other folder, and levels deeper than
 * `walk` reads.
 */
export async function removeEmptied(folder: string): Promise<boolean> {
  return inFolder(dirname(folder), '', (parent) => removeIn(parent, basename(folder), 0)).catch(() => false);
}

/** Each level keeps a descriptor open until the levels below are done. */
async function removeIn(parent: HeldFolder, name: string, depth: number): Promise<boolean> {
  if (depth > deepest) return false;
  const folder = await parent.below(name);
  try {
    for (const entry of await readdir(folder.at(''), { withFileTypes: true })) {
      if (entry.isDirectory()) await removeIn(folder, entry.name, depth + 1);
      else if (isSystemJunk(entry.name) || entry.name === anywayMark) await rm(folder.at(entry.name), { force: true });
    }
  } finally {
    await folder.close();
  }
  return rmdir(parent.at(name)).then(
    () => true,
    () => false,
  );
}

/** Moves files that were set aside back to the inbox, through held folders only; see `daemon/inbox/set-aside.ts`. */
import { lstat, mkdir, rm } from 'node:fs/promises';
import { basename, dirname, join, parse } from 'node:path';
import { systemCodeOf } from '../../../workers/base/errors.js';
import { moveToFree, syncFolder, writeDurably } from '../../../workers/base/files/durable.js';
import { inFolder, type HeldFolder } from '../../../workers/base/files/held-folder.js';
import { isZipName, uniqueName } from '../../../workers/base/files/names.js';
import { fileIdentity } from '../../../workers/base/files/seen-file.js';
import { unlessGone, walk } from '../../../workers/base/files/walk.js';
import { treeOf, type Dropped } from '../../../workers/import/match/together.js';
import { anywayMark } from '../../inbox/scan.js';
import { noteName, removeEmptied } from '../../inbox/set-aside.js';

/**
 * @param aside paths of files or folders below the inbox
 * @returns whether any of them still existed
 * @throws TonstiftError `conflict` if a folder is a symbolic link
 */
export async function putBack(inbox: string, aside: readonly string[]): Promise<boolean> {
  const moved = await Promise.all(
    aside.map((path) =>
      inFolder(inbox, '', (target) =>
        inFolder(inbox, dirname(path), (source) => move(source, basename(path), target)),
      ).catch(unlessGone(false)),
    ),
  );
  return moved.includes(true);
}

/**
 * Like `putBack`, but the inbox makes a new album of them even if the library has the same tracks. Each folder gets a
 * mark. Loose files and ZIPs are moved into one new folder with a mark. The mark is written before the move, so that
 * the inbox never sees a folder without it.
 */
export function putBackAnyway(inbox: string, aside: readonly string[]): Promise<boolean> {
  return inFolder(inbox, '', async (target) => {
    let forFiles: HeldFolder | undefined;
    const moveOne = async (source: HeldFolder, name: string): Promise<boolean> => {
      const facts = await lstat(source.at(name));
      if (facts.isDirectory())
        await source
          .below(name)
          .then(mark)
          .then((folder) => folder.close());
      else forFiles ??= await newFolder(target, parse(name).name).then(mark);
      return move(source, name, facts.isDirectory() ? target : (forFiles ?? target));
    };
    try {
      let anyMoved = false;
      for (const path of aside)
        if (await inFolder(inbox, dirname(path), (source) => moveOne(source, basename(path))).catch(unlessGone(false)))
          anyMoved = true;
      return anyMoved;
    } finally {
      await forFiles?.close();
    }
  });
}

/** Files that were set aside together, as one tree. */
export type FilesAside = ReturnType<typeof treeOf>;

/** Returns null if none of them is left. */
export async function filesAside(inbox: string, aside: readonly string[]): Promise<FilesAside | null> {
  const dropped: Dropped[] = [];
  for (const path of aside) {
    const facts = await lstat(join(inbox, path)).catch(unlessGone(null));
    const name = basename(path);
    if (facts?.isDirectory() === true)
      dropped.push({ key: path, kind: 'folder', name, files: await walk(inbox, { within: path }) });
    else if (facts?.isFile() === true) {
      const seen = { root: inbox, path: join(inbox, path), relativePath: name, identity: fileIdentity(facts) };
      const file = { ...seen, size: facts.size, mtime_ms: facts.mtimeMs, special: false };
      dropped.push({ key: path, kind: isZipName(name) ? 'zip' : 'loose', name, files: [file] });
    }
  }
  return dropped.some(({ files }) => files.length > 0) ? treeOf(dropped) : null;
}

/** Removes the notes and the emptied folders of files that were set aside. */
export async function removeAside(inbox: string, aside: readonly string[]): Promise<void> {
  for (const path of aside) {
    const isGone = await removeEmptied(join(inbox, path));
    const isThere = isGone ? null : await lstat(join(inbox, path)).catch(unlessGone(null));
    if (isThere !== null) continue;
    await inFolder(inbox, dirname(path), (folder) => rm(folder.at(noteName(basename(path))), { force: true }));
  }
}

async function mark(folder: HeldFolder): Promise<HeldFolder> {
  await writeDurably(folder.at(anywayMark), '').catch(async (error: unknown) => {
    await folder.close();
    throw error;
  });
  return folder;
}

/** Makes a folder with the first free name. */
async function newFolder(target: HeldFolder, name: string): Promise<HeldFolder> {
  const taken = new Set<string>();
  for (;;) {
    const free = uniqueName(name, taken);
    try {
      await mkdir(target.at(free));
      return await target.below(free);
    } catch (error) {
      if (systemCodeOf(error) !== 'EEXIST') throw error;
    }
  }
}

async function move(source: HeldFolder, name: string, target: HeldFolder): Promise<boolean> {
  if ((await moveToFree(source.at(name), target, name).catch(unlessGone(null))) === null) return false;
  // The note is removed, because the next import may have another result.
  await rm(source.at(noteName(name)), { force: true });
  for (const folder of [source, target]) await syncFolder(folder.at(''));
  return true;
}

/** Moves files that were set aside back to the inbox, through held folders only; see `daemon/inbox/set-aside.ts`. */
import { lstat, mkdir, rm } from 'node:fs/promises';
import { basename, dirname, parse } from 'node:path';
import { systemCodeOf } from '../../../workers/base/errors.js';
import { moveToFree, syncFolder, writeDurably } from '../../../workers/base/files/durable.js';
import { inFolder, type HeldFolder } from '../../../workers/base/files/held-folder.js';
import { uniqueName } from '../../../workers/base/files/names.js';
import { unlessGone } from '../../../workers/base/files/walk.js';
import { anywayMark } from '../../inbox/scan.js';
import { noteName } from '../../inbox/set-aside.js';

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

async function mark(folder: HeldFolder): Promise<HeldFolder> {
  await writeDurably(folder.at(anywayMark), '');
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

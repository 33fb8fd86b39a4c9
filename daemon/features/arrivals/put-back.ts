/** Moves files that were set aside back to the inbox, through held folders only; see `daemon/inbox/set-aside.ts`. */
import { rm } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { moveToFree, syncFolder } from '../../../workers/base/files/durable.js';
import { inFolder, type HeldFolder } from '../../../workers/base/files/held-folder.js';
import { unlessGone } from '../../../workers/base/files/walk.js';
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

async function move(source: HeldFolder, name: string, target: HeldFolder): Promise<boolean> {
  if ((await moveToFree(source.at(name), target, name).catch(unlessGone(null))) === null) return false;
  // The note is removed, because the next import may have another result.
  await rm(source.at(noteName(name)), { force: true });
  for (const folder of [source, target]) await syncFolder(folder.at(''));
  return true;
}

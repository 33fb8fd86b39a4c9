/** What was set aside goes into the inbox again, all of it through held folders; see `daemon/inbox/set-aside.ts`. */
import { rm } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { moveToFree, syncFolder } from '../../workers/base/files/durable.js';
import { inFolder, type HeldFolder } from '../../workers/base/files/held-folder.js';
import { unlessGone } from '../../workers/base/files/walk.js';
import { noteName } from '../inbox/set-aside.js';

/**
 * @param aside paths below the inbox, of files or folders
 * @returns whether any of them was still there
 * @throws TonstiftError `conflict` where a link stands in the place of a folder
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
  // The inbox takes it again, and it may end differently.
  await rm(source.at(noteName(name)), { force: true });
  for (const folder of [source, target]) await syncFolder(folder.at(''));
  return true;
}

/** A new place for the library: there as a whole before the old one goes. */
import { randomUUID } from 'node:crypto';
import { readdir, rename, rmdir } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { inFolder, type HeldFolder } from '../../workers/base/files/held-folder.js';
import { makeFolder } from '../../workers/base/files/make-folder.js';
import { badFields, messageOf, systemCodeOf } from '../../workers/base/errors.js';
import { linkOrCopy, syncFolder } from '../../workers/base/files/durable.js';
import { removeTree } from '../../workers/base/files/remove-tree.js';
import { unlessGone } from '../../workers/base/files/walk.js';
import { libraryFileName } from '../../workers/library/place.js';
import type { Log } from '../../workers/base/ports.js';
import { libraryLockName } from '../library-lock.js';
import type { OpenLibrary } from '../open-library.js';
import { comingName, type FormerPlaces } from './former-places.js';
import { missingTrack } from './library-files.js';

/** What is not moved: it can be made again, or is this process's own. */
const left = new Set(['staging', libraryLockName]);

/**
 * Brings the library to another folder and goes on from there. An empty or missing folder gets a copy (by second
 * names where the disk can); a folder that is a library already is taken as it is, and the old one stays.
 * Throws TonstiftError `bad_field` for any other folder and for one that cannot be written; nothing has changed then.
 * Nothing else is done with the library until one of the answers is called: what would be changed in the new place
 * would be lost with it.
 * @returns `undo` goes back to the old place, `resume` goes on in the new one, `finish` removes what was left there too
 */
export async function moveLibrary(
  { library, jobs, libraryLock, formerPlaces }: Pick<OpenLibrary, 'library' | 'jobs' | 'libraryLock' | 'formerPlaces'>,
  to: string,
  log: Log,
): Promise<{ undo(): Promise<void>; resume(): void; finish(): Promise<void> }> {
  const from = library.path;
  const refuse = (why: string): Error => badFields({ library_path: why });
  const resume = await jobs.pause();
  try {
    const names: string[] = await readdir(to).catch((error: unknown) => {
      if (systemCodeOf(error) === 'ENOENT') return [];
      throw refuse(`${to} cannot be read (${messageOf(error)}).`);
    });
    const taken = names.includes(libraryFileName);
    if (!taken && names.some((name) => name !== libraryLockName))
      throw refuse(`${to} is neither empty nor a library: it holds ${JSON.stringify(names[0])}.`);
    let copied = false;
    const coming = comingName(to, randomUUID().slice(0, 8));
    if (!taken) await formerPlaces.begin({ from, to, coming });
    try {
      if (!taken) await copyTree(from, to, coming);
      copied = !taken;
      await libraryLock.take(to, () => library.relocate(to, copied ? 'same' : 'any'));
    } catch (error) {
      // Only what we have put there ourselves.
      if (!taken) await dropCopy(copied ? to : coming, formerPlaces);
      throw refuse(`the library could not be brought to ${to} (${messageOf(error)}). It stays where it was.`);
    }
    // As long as nobody changes anything: an album that is deleted just now would seem to have lost its tracks.
    const missing = taken ? null : await missingTrack(library);
    log.info(
      taken
        ? `The library is ${to} now; the one in ${from} stays as it is.`
        : `The library was moved from ${from} to ${to}.`,
    );
    return {
      resume,
      async undo() {
        try {
          await libraryLock.take(from, () => library.relocate(from, 'same'));
          if (!taken) await dropCopy(to, formerPlaces);
        } finally {
          resume();
        }
      },
      async finish() {
        resume();
        if (taken) return;
        // What cannot go now is gone later: its disk may be pulled out.
        await formerPlaces.end(missing === null ? from : undefined);
        if (missing !== null) log.error(`${missing} is not in ${to}; the former library in ${from} is kept.`);
        await formerPlaces.sweep(library, log);
      },
    };
  } catch (error) {
    resume();
    throw error;
  }
}

/** What cannot be removed now is noted. */
async function dropCopy(place: string, formerPlaces: FormerPlaces): Promise<void> {
  const isGone = await inFolder(dirname(place), '', (above) => removeTree(above, basename(place))).then(
    () => true,
    () => false,
  );
  await formerPlaces.end(isGone ? undefined : place);
}

/** All goes through a hold on the folder above: where a disk is pulled out, nothing lands beside it. */
async function copyTree(from: string, to: string, coming: string): Promise<void> {
  makeFolder(dirname(to));
  await inFolder(dirname(to), '', async (above) => {
    let copy = basename(coming);
    try {
      await inFolder(from, '', (source) => copyFolder(source, above, copy, left));
      await rmdir(above.at(basename(to))).catch(unlessGone(undefined));
      await rename(above.at(copy), above.at(basename(to)));
      copy = basename(to);
      await syncFolder(above.at(''));
      await above.check();
    } catch (error) {
      await removeTree(above, copy).catch(() => undefined);
      throw error;
    }
  });
}

async function copyFolder(
  source: HeldFolder,
  parent: HeldFolder,
  name: string,
  leave: ReadonlySet<string>,
): Promise<void> {
  const target = await parent.below(name, { make: true });
  try {
    for (const entry of await readdir(source.at(''), { withFileTypes: true })) {
      if (leave.has(entry.name)) continue;
      if (entry.isFile()) await linkOrCopy(source.at(entry.name), target.at(entry.name));
      if (!entry.isDirectory()) continue;
      const inner = await source.below(entry.name);
      await copyFolder(inner, target, entry.name, new Set()).finally(() => inner.close());
    }
    await syncFolder(target.at(''));
  } finally {
    await target.close();
  }
}

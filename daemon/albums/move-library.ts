/** A new place for the library: there as a whole before the old one goes. */
import { randomUUID } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { inFolder } from '../../workers/base/files/held-folder.js';
import { badFields, messageOf, systemCodeOf } from '../../workers/base/errors.js';
import { removeTree } from '../../workers/base/files/remove-tree.js';
import { libraryFileName } from '../../workers/library/place.js';
import type { Log } from '../../workers/base/ports.js';
import { libraryLockName } from '../library-lock.js';
import type { OpenLibrary } from '../open-library.js';
import { copyLibrary } from './copy-library.js';
import { comingName, type FormerPlaces } from './former-places.js';
import { missingTrack } from './library-files.js';

type Parts = Pick<OpenLibrary, 'library' | 'jobs' | 'libraryLock' | 'formerPlaces'>;

/**
 * `undo` goes back to the old place, where the library is away until that can be reached; `resume` goes on in the new
 * one; `finish` removes what was left in the old one too.
 */
export interface LibraryMove {
  undo(): Promise<void>;
  resume(): void;
  finish(): Promise<void>;
}

/**
 * Brings the library to another folder and goes on from there. An empty or missing folder gets a copy (by second
 * names where the disk can); a folder that is a library already is taken as it is, and the old one stays.
 * Throws TonstiftError `bad_field` for any other folder and for one that cannot be written; nothing has changed then.
 * Nothing else is done with the library until one of the answers is called: what would be changed in the new place
 * would be lost with it.
 */
export async function moveLibrary(parts: Parts, to: string, log: Log): Promise<LibraryMove> {
  const { library, jobs } = parts;
  const from = library.path;
  const resume = await jobs.pause();
  try {
    const taken = await isLibrary(to);
    await bring(parts, to, taken);
    log.info(
      taken
        ? `The library is ${to} now; the one in ${from} stays as it is.`
        : `The library was moved from ${from} to ${to}.`,
    );
    const undo = (): Promise<void> => goBack(parts, { from, to, taken }, log).finally(resume);
    if (taken) return { undo, resume, finish: () => Promise.resolve(resume()) };
    // As long as nobody changes anything: an album that is deleted just now would seem to have lost its tracks.
    const missing = await missingTrack(library);
    return { undo, ...ending(parts, { from, to, missing, resume }, log) };
  } catch (error) {
    resume();
    throw error;
  }
}

const refuse = (why: string): Error => badFields({ library_path: why });

/** Whether a library is in the folder, or nothing. Throws TonstiftError `bad_field` for other things. */
async function isLibrary(to: string): Promise<boolean> {
  const names: string[] = await readdir(to).catch((error: unknown) => {
    if (systemCodeOf(error) === 'ENOENT') return [];
    throw refuse(`${to} cannot be read (${messageOf(error)}).`);
  });
  const taken = names.includes(libraryFileName);
  if (!taken && names.some((name) => name !== libraryLockName))
    throw refuse(`${to} is neither empty nor a library: it holds ${JSON.stringify(names[0])}.`);
  return taken;
}

async function bring({ library, libraryLock, formerPlaces }: Parts, to: string, taken: boolean): Promise<void> {
  const from = library.path;
  let copied = false;
  const coming = comingName(to, randomUUID().slice(0, 8));
  if (!taken) await formerPlaces.begin({ from, to, coming });
  try {
    if (!taken) await copyLibrary(from, to, coming);
    copied = !taken;
    await libraryLock.take(to, () => library.relocate(to, copied ? 'same' : 'any'));
  } catch (error) {
    // Only what we have put there ourselves.
    if (!taken) await dropCopy(copied ? to : coming, formerPlaces);
    throw refuse(`the library could not be brought to ${to} (${messageOf(error)}). It stays where it was.`);
  }
}

async function goBack(
  { library, libraryLock, formerPlaces }: Parts,
  { from, to, taken }: { from: string; to: string; taken: boolean },
  log: Log,
): Promise<void> {
  try {
    await libraryLock.take(from, () => library.relocate(from, 'same'), { make: false });
  } catch (error) {
    // The settings name it: there it is looked for from now on, and the copy goes when it is found.
    log.error(`The library could not be brought back to ${from} (${messageOf(error)}).`);
    await library.awaitIn(from);
    if (!taken) await formerPlaces.end(to);
    return;
  }
  if (!taken) await dropCopy(to, formerPlaces);
}

/** What follows once the settings name the new place. */
function ending(
  { library, formerPlaces }: Parts,
  { from, to, missing, resume }: { from: string; to: string; missing: string | null; resume: () => void },
  log: Log,
): Pick<LibraryMove, 'resume' | 'finish'> {
  let noted: Promise<void> | null = null;
  // Before the next move can begin. What cannot go now is gone later: its disk may be pulled out.
  const note = (): Promise<void> =>
    (noted ??= formerPlaces
      .end(missing === null ? from : undefined)
      .catch((error: unknown) => log.warn(`The end of a move could not be noted: ${messageOf(error)}`)));
  return {
    resume() {
      void note();
      resume();
    },
    async finish() {
      const isNoted = note();
      resume();
      await isNoted;
      if (missing !== null) log.error(`${missing} is not in ${to}; the former library in ${from} is kept.`);
      await formerPlaces.sweep(library, log);
    },
  };
}

/** What cannot be removed now is noted. */
async function dropCopy(place: string, formerPlaces: FormerPlaces): Promise<void> {
  const isGone = await inFolder(dirname(place), '', (above) => removeTree(above, basename(place))).then(
    () => true,
    () => false,
  );
  await formerPlaces.end(isGone ? undefined : place);
}

/** A new place for the library: there as a whole before the old one goes. */
import { randomUUID } from 'node:crypto';
import { readdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { isWithin } from '../../config/rules.js';
import { badFields, messageOf, systemCodeOf, wordsOf } from '../../workers/base/errors.js';
import { say, type Sentence } from '../../workers/base/language/sentence.js';
import { realpathOfExisting } from '../../workers/base/files/realpath.js';
import { unlessGone } from '../../workers/base/files/walk.js';
import { libraryFileName } from '../../workers/library/place.js';
import type { Log } from '../../workers/base/ports.js';
import { kindsInLibrary } from '../jobs.js';
import { libraryLockName } from '../library-lock.js';
import type { OpenLibrary } from '../open-library.js';
import { copyLibrary } from './copy-library.js';
import { comingName, removePlace, type FormerPlaces, type Move } from './former-places.js';
import { removeLibrary } from './library-files.js';

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

const refusal = (why: Sentence): Error => badFields({ library_path: why });

/**
 * Brings the library to another folder and goes on from there. An empty or missing folder gets a copy (by second
 * names where the disk can); a folder that is a library already is taken as it is, and the old one stays.
 * Throws TonstiftError `bad_field` for any other folder and for one that cannot be written, `library_unavailable` where
 * what is to be copied is away; nothing has changed then.
 * Nothing else is done with the library until one of the answers is called: what would be changed in the new place
 * would be lost with it.
 */
export async function moveLibrary(parts: Parts, to: string, log: Log): Promise<LibraryMove> {
  const { library, jobs } = parts;
  const from = library.path;
  const openGate = await jobs.pause({ kinds: kindsInLibrary });
  // What is no job changes the records, too: pens choose albums, files for the pen are found gone.
  const letGo = await library.hold();
  const resume = (): void => {
    letGo();
    openGate();
  };
  try {
    await parts.formerPlaces.leave(to, library);
    const taken = await isLibrary(to);
    if (!taken) {
      refuseWithin(from, to);
      await checkWhole(library);
    }
    const move: Move = { from, to, coming: comingName(to, randomUUID().slice(0, 8)), revision: library.revision };
    await bring(parts, move, taken);
    log.info(
      taken
        ? `The library is ${to} now; the one in ${from} stays as it is.`
        : `The library was moved from ${from} to ${to}.`,
    );
    const undo = (): Promise<void> => goBack(parts, move, taken, log).finally(resume);
    if (taken) return { undo, resume, finish: () => Promise.resolve(resume()) };
    return { undo, ...ending(parts, move, resume, log) };
  } catch (error) {
    resume();
    throw error;
  }
}

/** Another library is taken in its place even while it is away. */
async function checkWhole(library: Parts['library']): Promise<void> {
  await library.verify();
  if (library.albums.some(({ pending }) => pending !== null)) throw refusal(say('move.unended'));
}

/** Whether it is one already; else it is empty, or not there. Throws TonstiftError `bad_field` for other things. */
async function isLibrary(to: string): Promise<boolean> {
  const names: string[] = await readdir(to).catch((error: unknown) => {
    if (systemCodeOf(error) === 'ENOENT') return [];
    throw refusal(say('move.unread', { path: to, why: wordsOf(error) }));
  });
  if (names.includes(libraryFileName)) return true;
  await refuseDisk(to);
  const other = names.find((name) => name !== libraryLockName);
  if (other === undefined) return false;
  throw refusal(say('move.filled', { path: to, found: JSON.stringify(other) }));
}

/** A copy would be copied into itself. */
function refuseWithin(from: string, to: string): void {
  if (!isWithin(realpathOfExisting(to), realpathOfExisting(from))) return;
  throw refusal(say('move.within', { to, from }));
}

async function bring({ library, libraryLock, formerPlaces }: Parts, move: Move, taken: boolean): Promise<void> {
  const { from, to, coming } = move;
  await (taken ? formerPlaces.stay(from, to) : formerPlaces.begin(move));
  let copied = false;
  try {
    if (!taken) await copyLibrary(from, to, coming);
    copied = !taken;
    await libraryLock.take(to, async () => {
      if (taken && !(await isLibrary(to))) throw refusal(say('move.gone', { path: to }));
      await library.relocate(to, copied ? 'same' : 'any');
    });
  } catch (error) {
    // Only what we have put there ourselves.
    if (!taken) await dropCopy(move, copied ? to : coming, formerPlaces);
    throw refusal(say('move.failed', { path: to, why: wordsOf(error) }));
  }
}

/** The copy is made beside its place: beside a disk that is another one, where no rename leads onto the first. */
async function refuseDisk(to: string): Promise<void> {
  const own = await stat(to).catch(unlessGone(null));
  if (own === null || own.dev === (await stat(dirname(to))).dev) return;
  throw refusal(say('move.disk', { path: to, example: join(to, 'tonstift') }));
}

/** Where the old place cannot be entered, its disk may be gone: the library waits for it, as at a start. */
async function goBack(parts: Parts, move: Move, taken: boolean, log: Log): Promise<void> {
  const { library, libraryLock, formerPlaces } = parts;
  const { from, to } = move;
  try {
    await libraryLock.take(from, () => library.relocate(from, 'known'), { make: false });
  } catch (error) {
    log.error(`The library could not be brought back to ${from} (${messageOf(error)}).`);
    // The settings say the old place: what would be changed in the new one would be lost by the next start.
    await library.awaitIn(from);
    await formerPlaces.end(move, taken ? undefined : to);
    await libraryLock.release();
    return;
  }
  if (!taken) await dropCopy(move, to, formerPlaces);
}

/** What follows once the settings name the new place. */
function ending(
  { library, formerPlaces }: Parts,
  move: Move,
  resume: () => void,
  log: Log,
): Pick<LibraryMove, 'resume' | 'finish'> {
  let noted: Promise<void> | null = null;
  // Before the next move can begin. What cannot go now is gone later: its disk may be pulled out.
  const note = (): Promise<void> =>
    (noted ??= formerPlaces
      .end(move, move.from)
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
      await formerPlaces.sweep(library);
    },
  };
}

/** What cannot be removed now is noted. */
async function dropCopy(move: Move, place: string, formerPlaces: FormerPlaces): Promise<void> {
  // Its mark goes last: what a crash leaves is known to be a copy.
  const isGone = await (place === move.to ? removeLibrary(place) : removePlace(place).then(() => true)).catch(
    () => false,
  );
  await formerPlaces.end(move, isGone ? undefined : place);
}

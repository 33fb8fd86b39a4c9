/** Moves the library: copies it, switches to the copy, and leaves the former folder as it is. */
import { randomUUID } from 'node:crypto';
import { readdir, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { isWithin } from '../../config/rules.js';
import { badFields, messageOf, systemCodeOf, wordsOf } from '../../workers/base/errors.js';
import { say, type Sentence } from '../../workers/base/language/sentence.js';
import { inFolder } from '../../workers/base/files/held-folder.js';
import { realpathOfExisting } from '../../workers/base/files/realpath.js';
import { removeTree } from '../../workers/base/files/remove-tree.js';
import { unlessGone } from '../../workers/base/files/walk.js';
import { findingIn, libraryFileName } from '../../workers/library/place.js';
import type { Log } from '../../workers/base/ports.js';
import { kindsInLibrary } from '../jobs.js';
import { libraryLockName } from '../library/library-lock.js';
import type { OpenLibrary } from '../library/open-library.js';
import { copyLibrary } from './copy-library.js';
import { removeLibrary } from './library-files.js';

type Parts = Pick<OpenLibrary, 'library' | 'jobs' | 'libraryLock'>;

export interface LibraryMove {
  /** Returns to the former folder, and removes the copy. The library stays unavailable until that folder is entered. */
  undo(): Promise<void>;
  /** Continues work in the new folder. */
  resume(): void;
}

const refusal = (why: Sentence): Error => badFields({ library_path: why });

/**
 * Switches the library to another folder. An empty or missing folder gets a copy (hard links if the disk has them);
 * another library is used as it is. The former folder stays. Work on the library waits until `undo` or `resume` is
 * called.
 * @throws TonstiftError `bad_field` for any other folder, for an older copy of this library, and if the folder cannot
 *   be written; `library_unavailable` if the library is unavailable. The library is then unchanged.
 */
export async function moveLibrary(parts: Parts, to: string, log: Log): Promise<LibraryMove> {
  const { library, jobs } = parts;
  const from = library.path;
  const openGate = await jobs.pause({ kinds: kindsInLibrary });
  // Pens and builds change records without a job.
  const letGo = await library.hold();
  const resume = (): void => {
    letGo();
    openGate();
  };
  try {
    const taken = await isLibrary(to);
    if (taken) await refuseOlderCopy(from, to);
    else {
      refuseWithin(from, to);
      await checkWhole(library);
      await removeUnfinished(to);
    }
    await bring(parts, { from, to, taken });
    log.info(`The library is in ${to} now. The former folder ${from} is unchanged: delete it if you do not need it.`);
    return { resume, undo: () => goBack(parts, { from, to, taken }, log).finally(resume) };
  } catch (error) {
    resume();
    throw error;
  }
}

/** @param taken whether `to` was a library before the move */
interface Move {
  from: string;
  to: string;
  taken: boolean;
}

/** An import under way has files that are not copied. */
async function checkWhole(library: Parts['library']): Promise<void> {
  await library.verify();
  if (library.albums.some(({ pending }) => pending !== null)) throw refusal(say('move.unended'));
}

/** Returns false if the folder is empty or missing. @throws TonstiftError `bad_field` for other contents */
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

/** `to` is a former folder, or the copy of a move that crashed: a switch to it would lose every change since. */
async function refuseOlderCopy(from: string, to: string): Promise<void> {
  const [here, there] = [await findingIn(from).catch(() => null), await findingIn(to)];
  if (here?.kind !== 'marked' || there.kind !== 'marked' || here.id !== there.id) return;
  throw refusal(say('move.older', { path: to }));
}

/** A library inside its own folder would be copied into itself. */
function refuseWithin(from: string, to: string): void {
  if (!isWithin(realpathOfExisting(to), realpathOfExisting(from))) return;
  throw refusal(say('move.within', { to, from }));
}

/** The copy is made next to its final name. The parent of a mount point is on another disk. */
async function refuseDisk(to: string): Promise<void> {
  const own = await stat(to).catch(unlessGone(null));
  if (own === null || own.dev === (await stat(dirname(to))).dev) return;
  throw refusal(say('move.disk', { path: to, example: join(to, 'tonstift') }));
}

const comingName = (to: string): string => `${to}.coming-${randomUUID().slice(0, 8)}`;

/** Removes incomplete copies to the same folder, which a crash left. */
async function removeUnfinished(to: string): Promise<void> {
  const start = `${basename(to)}.coming-`;
  const isUnfinished = (name: string): boolean =>
    name.startsWith(start) && /^[\da-f]{8}$/.test(name.slice(start.length));
  const names = await readdir(dirname(to)).catch(unlessGone([]));
  for (const name of names.filter(isUnfinished)) await inFolder(dirname(to), '', (above) => removeTree(above, name));
}

async function bring({ library, libraryLock }: Parts, { from, to, taken }: Move): Promise<void> {
  let isCopied = false;
  try {
    if (!taken) await copyLibrary(from, to, comingName(to));
    isCopied = !taken;
    await libraryLock.take(to, async () => {
      if (taken && !(await isLibrary(to))) throw refusal(say('move.gone', { path: to }));
      await library.relocate(to, isCopied ? 'same' : 'any');
    });
  } catch (error) {
    if (isCopied) await removeLibrary(to).catch(() => false);
    throw refusal(say('move.failed', { path: to, why: wordsOf(error) }));
  }
}

async function goBack({ library, libraryLock }: Parts, { from, to, taken }: Move, log: Log): Promise<void> {
  try {
    await libraryLock.take(from, () => library.relocate(from, 'known'), { make: false });
  } catch (error) {
    log.error(`Cannot move the library back to ${from} (${messageOf(error)}).`);
    // The settings name the former folder: the next start would lose changes made in the new one.
    await library.awaitIn(from);
    await libraryLock.release();
    return;
  }
  if (taken || (await removeLibrary(to).catch(() => false))) return;
  log.warn(`The copy of the library in ${to} could not be removed. Delete it if you do not need it.`);
}

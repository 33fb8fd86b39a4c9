/**
 * Replaces a damaged database file by a rescued one. The rescued file is complete under its name
 * `papers.db.rescued-<time>` before the first step. From then on each step can be interrupted: the next process that
 * opens the database runs all steps again, and a finished step changes nothing.
 */
import { closeSync, existsSync, fstatSync, openSync, readdirSync, readSync } from 'node:fs';
import { copyFile, link, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { systemCodeOf, TonstiftError } from '../../../base/errors.js';
import { syncFile, syncFolder } from '../../../base/files/durable.js';
import { isSqliteHead, pageBytesIn } from './pages.js';

/** @param time part of a file's name */
export const rescuedPath = (path: string, time: string): string => `${path}.rescued-${time}`;
export const damagedPath = (path: string, time: string): string => `${path}.damaged-${time}`;

/** The ends of the names of SQLite's logs. A database has a rollback journal where the disk cannot have a WAL. */
export const logEnds = ['-wal', '-journal'] as const;

/** The end of a rescued file's name. Other names are files of the user. */
const timeForm = /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d(-\d+)?$/;

/**
 * Returns the times of rescued files that have not replaced the database yet, newest first.
 * @throws the system's error
 */
function pendingSwaps(path: string): string[] {
  const prefix = basename(rescuedPath(path, ''));
  const times = unlessGone(() => readdirSync(dirname(path), { withFileTypes: true }), [])
    .filter((entry) => entry.isFile() && entry.name.startsWith(prefix))
    .map(({ name }) => name.slice(prefix.length))
    .filter((time) => timeForm.test(time))
    .toSorted((a, b) => b.localeCompare(a, 'en', { numeric: true }));
  return times.filter((time) => unlessGone(() => isComplete(rescuedPath(path, time)), false));
}

/** @throws the system's error */
export const isSwapPending = (path: string): boolean => pendingSwaps(path).length > 0;

function unlessGone<Result>(read: () => Result, otherwise: Result): Result {
  try {
    return read();
  } catch (thrown) {
    // A rescue needs to list the folder, so there is none of an account that may not.
    if (['ENOENT', 'ENOTDIR', 'EACCES'].includes(systemCodeOf(thrown) ?? '')) return otherwise;
    throw thrown;
  }
}

/** Compares the size of an SQLite file with its head. https://www.sqlite.org/fileformat2.html#the_database_header */
function isComplete(path: string): boolean {
  const file = openSync(path, 'r');
  try {
    const head = Buffer.alloc(100);
    readSync(file, head, 0, 100, 0);
    const bytes = head.readUInt32BE(28) * (pageBytesIn(head.readUInt16BE(16)) ?? 0);
    return isSqliteHead(head) && bytes > 0 && fstatSync(file).size === bytes;
  } finally {
    closeSync(file);
  }
}

/**
 * The logs must be gone before the rename: SQLite would write their pages into the new file. Before that, all have a
 * second name.
 */
export function swapSteps(path: string, time: string): (() => Promise<void>)[] {
  const [rescued, damaged] = [rescuedPath(path, time), damagedPath(path, time)];
  return [
    () => keep(path, damaged),
    ...logEnds.map((end) => () => keep(path + end, damaged + end)),
    ...logEnds.map((end) => () => rm(path + end, { force: true })),
    () => rm(`${path}-shm`, { force: true }),
    () => syncFolder(dirname(path)),
    () => rename(rescued, path),
    () => syncFolder(dirname(path)),
  ];
}

const stepsThatKeep = 1 + logEnds.length;

/**
 * Does all steps for the first time. If the damaged file cannot be kept, the database stays as it was.
 * @throws the system's error
 */
export async function swap(path: string, time: string): Promise<void> {
  try {
    for (const step of swapSteps(path, time).slice(0, stepsThatKeep)) await step();
  } catch (thrown) {
    // Otherwise each later use would try the swap again, and fail.
    await rm(rescuedPath(path, time), { force: true });
    for (const end of ['', ...logEnds]) await rm(damagedPath(path, time) + end, { force: true }).catch(() => undefined);
    throw thrown;
  }
  await finishSwap(path, time);
}

async function finishSwap(path: string, time: string): Promise<void> {
  for (const step of swapSteps(path, time)) await step();
}

/**
 * Ends a rescue that was interrupted after the copy was complete.
 * @throws TonstiftError `locked`, the system's error
 */
export async function finishRescue(path: string): Promise<void> {
  if (!isSwapPending(path)) return;
  try {
    await withRescueLock(path, () => finishPending(path));
  } catch (thrown) {
    const isLocked = thrown instanceof TonstiftError && thrown.code === 'locked';
    // Another process may have ended the rescue meanwhile, and uses the file.
    if (!isLocked || isSwapPending(path)) throw thrown;
  }
}

/** Runs the work while no connection to the file is open. @throws TonstiftError `locked` if there is one */
export async function withRescueLock<Result>(path: string, work: () => Promise<Result>): Promise<Result> {
  // Loaded here, because SQLite is not needed on this thread otherwise.
  const { lockForRescue } = await import('../sqlite/use-lock.js');
  const lock = lockForRescue(path);
  try {
    return await work();
  } finally {
    lock.release();
  }
}

/** The caller has the lock. */
export async function finishPending(path: string): Promise<void> {
  const [newest, ...older] = pendingSwaps(path);
  // An older one must not replace the newest at the next use.
  for (const time of older) await rename(rescuedPath(path, time), `${rescuedPath(path, time)}.old`);
  if (newest !== undefined) await finishSwap(path, newest);
}

/** Gives a file a second name. Copies it where files cannot have two. */
async function keep(source: string, target: string): Promise<void> {
  if (existsSync(target) || !existsSync(source)) return;
  try {
    await link(source, target);
  } catch (error) {
    if (systemCodeOf(error) === 'EEXIST') return;
    const part = join(dirname(target), `${basename(target)}.part`);
    try {
      await copyFile(source, part);
      await syncFile(part);
      await rename(part, target);
    } finally {
      await rm(part, { force: true });
    }
  }
  await syncFolder(dirname(target));
}

/**
 * Replaces a damaged database file by a rescued one. The rescued file is complete under its name
 * `papers.db.rescued-<time>` before the first step. From then on each step can be interrupted: the next process that
 * opens the database runs all steps again, and a finished step changes nothing.
 */
import { copyFile, link, open, readdir, rename, rm } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { systemCodeOf, TonstiftError } from '../../../base/errors.js';
import { syncFile, syncFolder } from '../../../base/files/durable.js';
import { unlessGone } from '../../../base/files/walk.js';
import { pageBytesIn } from './pages.js';

/** @param time part of a file's name */
export const rescuedPath = (path: string, time: string): string => `${path}.rescued-${time}`;
export const damagedPath = (path: string, time: string): string => `${path}.damaged-${time}`;

/** The end of a rescued file's name. Other names are files of the user. */
const timeForm = /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d(-\d+)?$/;

/** Returns the time of the newest rescued file that has not replaced the database yet. */
async function pendingSwap(path: string): Promise<string | undefined> {
  const prefix = basename(rescuedPath(path, ''));
  const entries = await readdir(dirname(path), { withFileTypes: true }).catch(unlessGone([]));
  const times = entries
    .filter((entry) => entry.isFile() && entry.name.startsWith(prefix))
    .map(({ name }) => name.slice(prefix.length))
    .filter((time) => timeForm.test(time))
    .toSorted((a, b) => b.localeCompare(a, 'en', { numeric: true }));
  for (const time of times) if (await isComplete(rescuedPath(path, time)).catch(unlessGone(false))) return time;
  return undefined;
}

/** Compares the size of an SQLite file with its head. https://www.sqlite.org/fileformat2.html#the_database_header */
async function isComplete(path: string): Promise<boolean> {
  await using file = await open(path);
  const head = Buffer.alloc(100);
  await file.read(head, 0, 100, 0);
  const isSqlite = head.toString('latin1', 0, 16) === 'SQLite format 3\0';
  const bytes = head.readUInt32BE(28) * (pageBytesIn(head.readUInt16BE(16)) ?? 0);
  return isSqlite && bytes > 0 && (await file.stat()).size === bytes;
}

/**
 * The WAL must be gone before the rename: SQLite would write its pages into the new file. Before that, both have a
 * second name.
 */
export function swapSteps(path: string, time: string): (() => Promise<void>)[] {
  const [rescued, damaged] = [rescuedPath(path, time), damagedPath(path, time)];
  return [
    () => keep(path, damaged),
    () => keep(`${path}-wal`, `${damaged}-wal`),
    () => rm(`${path}-wal`, { force: true }),
    () => rm(`${path}-shm`, { force: true }),
    () => syncFolder(dirname(path)),
    () => rename(rescued, path),
    () => syncFolder(dirname(path)),
  ];
}

export async function finishSwap(path: string, time: string): Promise<void> {
  for (const step of swapSteps(path, time)) await step();
}

/**
 * Ends a rescue that was interrupted after the copy was complete.
 * @throws TonstiftError `locked`, the system's error
 */
export async function finishRescue(path: string): Promise<void> {
  if ((await pendingSwap(path)) === undefined) return;
  try {
    await withRescueLock(path, () => finishPending(path));
  } catch (thrown) {
    const isLocked = thrown instanceof TonstiftError && thrown.code === 'locked';
    // Another process may have ended the rescue meanwhile, and uses the file.
    if (!isLocked || (await pendingSwap(path)) !== undefined) throw thrown;
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
  const time = await pendingSwap(path);
  if (time !== undefined) await finishSwap(path, time);
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

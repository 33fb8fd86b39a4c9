/**
 * Older states of the records, in `backups/`: the first of each of the last 24 hours in which something changed, and
 * the first of each of the last 30 such days. They are hard links to the former file, if the disk has hard links.
 */
import { link, readdir, readFile, rm } from 'node:fs/promises';
import { messageOf, systemCodeOf } from '../../base/errors.js';
import { syncFolder, writeDurably } from '../../base/files/durable.js';
import type { HeldFolder } from '../../base/files/held-folder.js';
import { unlessGone } from '../../base/files/walk.js';
import type { Log } from '../../base/ports.js';

export const backupsFolder = 'backups';

const [hoursKept, daysKept] = [24, 30];
/** Milliseconds by which the clock may be behind the newest backup, as after a start without a clock in hardware. */
const tolerance = 3_600_000;
const hourOf = (time: number): number => Math.floor(time / 3_600_000);
const dayOf = (time: number): number => Math.floor(time / 86_400_000);

/** `library-2026-11-22T07-15-00Z.json` @param time milliseconds since 1970 */
export const backupName = (time: number): string =>
  `library-${new Date(time).toISOString().slice(0, 19).replaceAll(':', '-')}Z.json`;

/** Milliseconds since 1970; undefined for any other name. */
export function backupTime(name: string): number | undefined {
  const [, day, hours, minutes, seconds] = /^library-(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)Z\.json$/.exec(name) ?? [];
  const time = Date.parse(`${day}T${hours}:${minutes}:${seconds}Z`);
  return Number.isNaN(time) ? undefined : time;
}

/** True if the clock was ahead when the backup was made, or is behind now. */
const isAhead = (name: string, now: number): boolean => (backupTime(name) ?? 0) > now + tolerance;

/** Returns the newest first, and those from the future last. */
export async function backupsIn(library: HeldFolder, now = Date.now()): Promise<string[]> {
  const names = await readdir(library.at(backupsFolder)).catch(unlessGone([]));
  const sorted = names.filter((name) => backupTime(name) !== undefined).sort((a, b) => (a < b ? 1 : -1));
  return [...sorted.filter((name) => !isAhead(name, now)), ...sorted.filter((name) => isAhead(name, now))];
}

/** True if this hour has no backup yet. Pure. */
export const isDue = (names: readonly string[], now: number): boolean =>
  !names.some((name) => hourOf(backupTime(name) ?? 0) === hourOf(now));

/**
 * Returns the backups that no hour and no day needs. Those from the future are counted separately: they push out no
 * others, and a clock that is behind for a moment deletes nothing. Pure.
 */
export function superfluous(names: readonly string[], now: number): string[] {
  const spares = (some: readonly string[]): string[] => {
    const kept = new Set([...firstOfEach(some, hourOf, hoursKept), ...firstOfEach(some, dayOf, daysKept)]);
    return some.filter((name) => !kept.has(name));
  };
  return [false, true].flatMap((ahead) => spares(names.filter((name) => isAhead(name, now) === ahead)));
}

function firstOfEach(names: readonly string[], spanOf: (time: number) => number, most: number): string[] {
  const spans = new Map<number, string>();
  for (const name of [...names].sort().reverse()) spans.set(spanOf(backupTime(name) ?? 0), name);
  return [...spans]
    .sort(([a], [b]) => b - a)
    .slice(0, most)
    .map(([, name]) => name);
}

/** Keeps the current file as a backup, if one is due. If the disk refuses, the file is written anyway. */
export async function keepBackup(library: HeldFolder, file: string, now: number, log: Log): Promise<void> {
  try {
    const names = await backupsIn(library, now);
    if (!isDue(names, now)) return;
    await using folder = await library.below(backupsFolder, { make: true });
    const name = backupName(now);
    await link(library.at(file), folder.at(name)).catch(async (error: unknown) => {
      if (['ENOENT', 'EEXIST', 'ENOSPC'].includes(systemCodeOf(error) ?? '')) throw error;
      await writeDurably(folder.at(name), await readFile(library.at(file)));
    });
    await syncFolder(folder.at(''));
    for (const old of superfluous([...names, name], now)) await rm(folder.at(old), { force: true });
  } catch (error) {
    if (systemCodeOf(error) !== 'ENOENT') log.warn(`Cannot keep a backup of ${file}: ${messageOf(error)}.`);
  }
}

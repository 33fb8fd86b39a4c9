/** Finds connected pens. */
import { resolve } from 'node:path';
import { createMutex } from '../../base/async/mutex.js';
import { shared } from '../../base/async/shared.js';
import type { Clock, Log } from '../../base/ports.js';
import { type Attempts, createAttempts } from './attempts.js';
import { type Candidate, candidatesOf } from './candidates.js';
import { type FoundPen, hasMark, identify } from './identify.js';
import { type KnownId, withOwnIds } from './identify-clones.js';
import { type PenSystem, thisSystem } from './system.js';
import type { Pen } from '../types.js';
import { listVolumes, mountsFingerprint } from './volumes.js';

export interface PenFinderParts {
  /** `pen_paths` of the configuration, as absolute paths. */
  penPaths: () => readonly string[];
  /** If it returns false, only the paths in `penPaths` count as pens. */
  detect?: () => boolean;
  /** All pens that were ever connected; each gets the same id again. */
  known?: () => readonly KnownId[];
  system?: PenSystem;
  clock: Clock;
  log: Log;
}

export interface PenFinder {
  /** Returns the pens sorted by path. Never fails: an unreadable volume is skipped and logged once. */
  find(): Promise<Pen[]>;
  /**
   * Reports whether the last `find` found a pen at this path that is a plain folder listed in the configuration. The
   * folder left after an unmount does not count.
   */
  isFolder(path: string): boolean;
  /** Changes if there may be new pens: a mount, a configured folder, or a volume that responds late. */
  fingerprint(): Promise<string>;
  /** Cancels running searches; later searches find nothing. */
  close(): Promise<void>;
}

/** Milliseconds. */
const volumeTime = 2000;
const listTime = 15_000;

export function createPenFinder({
  penPaths,
  detect = () => true,
  known = () => [],
  system = thisSystem,
  clock,
  log,
}: PenFinderParts): PenFinder {
  const attempts = createAttempts(clock, log);
  const { attempt } = attempts;
  let last: readonly FoundPen[] = [];
  /** Configured folders that were found to be pens without a mount. */
  let folders: ReadonlySet<string> = new Set();
  let closed = false;
  const turns = createMutex();

  async function candidates(): Promise<Candidate[]> {
    const configured = await configuredFolders(penPaths(), attempt, system);
    const volumes = (await attempt('', listTime, () => listVolumes(system, configured))) ?? [];
    return (await candidatesOf(volumes, configured, system)).filter((one) => one.configured || detect());
  }

  async function findNow(): Promise<Pen[]> {
    if (closed) return [];
    const all = await candidates();
    attempts.keep(new Set([...all.map(({ volume }) => volume.path), ...penPaths().map((path) => resolve(path)), '']));
    // A volume that is mounted or listed twice is one pen.
    const byFolder = new Map<string, FoundPen>();
    const plain = new Set<string>();
    for (const candidate of all) {
      const { path } = candidate.volume;
      // A pen may respond slowly during a write. It counts as present while it is mounted.
      const before = candidate.mounted ? last.find(({ pen }) => pen.path === path) : undefined;
      const found = await attempt(path, volumeTime, () => look(candidate, system), before ?? null);
      if (found && !byFolder.has(found.folder)) byFolder.set(found.folder, found);
      // It may have been mounted after the mounts were listed.
      if (found && !candidate.mounted && !(await system.isMountPoint(path).catch(() => true))) plain.add(path);
    }
    folders = plain;
    last = closed ? [] : withOwnIds([...byFolder.values()], last, known());
    return last.map(({ pen }) => pen).sort((a, b) => (a.path < b.path ? -1 : 1));
  }

  async function fingerprintNow(): Promise<string> {
    // On Linux the kernel answers from memory, so no timeout is needed.
    const ask = system.platform === 'linux' ? unhurried : attempt;
    const parts = [await ask('', listTime, () => mountsFingerprint(system, clock)), attempts.late()];
    for (const path of penPaths()) parts.push(await attempt(resolve(path), volumeTime, () => system.identity(path)));
    return parts.join(' ');
  }

  return {
    find: shared(findNow, turns),
    isFolder: (path) => folders.has(path),
    fingerprint: shared(fingerprintNow, turns),
    async close() {
      closed = true;
      attempts.close();
      await turns.ended();
    },
  };
}

/** Resolves the configured folders to real paths. */
async function configuredFolders(
  paths: readonly string[],
  attempt: Attempts['attempt'],
  system: PenSystem,
): Promise<Set<string>> {
  const folders = new Set<string>();
  for (const path of new Set(paths.map((one) => resolve(one)))) {
    const folder = await attempt(path, volumeTime, () => system.realPath(path));
    if (folder !== undefined) folders.add(folder);
  }
  return folders;
}

/** An attempt without a timeout. */
const unhurried = (_path: string, _ms: number, task: () => Promise<string>): Promise<string | undefined> =>
  task().catch(() => undefined);

async function look(
  { volume, configured, mounted, mountPlace }: Candidate,
  system: PenSystem,
): Promise<FoundPen | null> {
  // The list of mounts may be outdated, and some systems list drives that are not mounted.
  if (mounted && !(await system.isMountPoint(volume.path))) return null;
  if (mountPlace && !hasMark(await system.entries(volume.path))) return null;
  return identify(volume, { configured, mounted }, system);
}

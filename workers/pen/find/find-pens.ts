/** Which pens are plugged in. */
import { resolve } from 'node:path';
import type { Clock, Log } from '../../base/ports.js';
import { type Attempts, createAttempts } from './attempts.js';
import { type Candidate, candidatesOf } from './candidates.js';
import { createCoalescing } from './coalesce.js';
import { type FoundPen, hasMark, identify } from './identify.js';
import { type KnownId, withOwnIds } from './identify-clones.js';
import { type PenSystem, thisSystem } from './system.js';
import type { Pen } from '../types.js';
import { listVolumes, mountsFingerprint } from './volumes.js';

export interface PenFinderParts {
  /** `pen_paths` of the configuration, absolute. */
  penPaths: () => readonly string[];
  /** Where it answers no, only what `penPaths` names is a pen. */
  detect?: () => boolean;
  /** The pens that were ever plugged in: each gets the id of that time again. */
  known?: () => readonly KnownId[];
  system?: PenSystem;
  clock: Clock;
  log: Log;
}

export interface PenFinder {
  /** In the order of their paths. Never fails: what cannot be read is no pen, and the log says so once. */
  find(): Promise<Pen[]>;
  /**
   * Whether the last `find` met a pen there that is a plain folder, which the configuration names. Where a volume was
   * mounted, the folder that it leaves behind is none.
   */
  isFolder(path: string): boolean;
  /** Changes when there may be something new to find: a mount, a configured folder, a volume that answers at last. */
  fingerprint(): Promise<string>;
  /** Gives up what is under way, and finds nothing from then on. */
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
  /** What the configuration names, and was found to be a pen with nothing mounted on it. */
  let folders: ReadonlySet<string> = new Set();
  let closed = false;
  const calls = createCoalescing();

  async function candidates(): Promise<Candidate[]> {
    const configured = await configuredFolders(penPaths(), attempt, system);
    const volumes = (await attempt('', listTime, () => listVolumes(system, configured))) ?? [];
    return (await candidatesOf(volumes, configured, system)).filter((one) => one.configured || detect());
  }

  async function findNow(): Promise<Pen[]> {
    if (closed) return [];
    const all = await candidates();
    attempts.keep(new Set([...all.map(({ volume }) => volume.path), ...penPaths().map((path) => resolve(path)), '']));
    // A volume that is mounted twice, or named twice, is one pen.
    const byFolder = new Map<string, FoundPen>();
    const plain = new Set<string>();
    for (const candidate of all) {
      const { path } = candidate.volume;
      // A pen that is written to may be slow. As long as it is mounted it is there.
      const before = candidate.mounted ? last.find(({ pen }) => pen.path === path) : undefined;
      const found = await attempt(path, volumeTime, () => look(candidate, system), before ?? null);
      if (found && !byFolder.has(found.folder)) byFolder.set(found.folder, found);
      // It may have been mounted since the mounts were listed.
      if (found && !candidate.mounted && !(await system.isMountPoint(path).catch(() => true))) plain.add(path);
    }
    folders = plain;
    last = closed ? [] : withOwnIds([...byFolder.values()], last, known());
    return last.map(({ pen }) => pen).sort((a, b) => (a.path < b.path ? -1 : 1));
  }

  async function fingerprintNow(): Promise<string> {
    // Of Linux it is what the kernel has at hand, and nothing to wait for.
    const ask = system.platform === 'linux' ? unhurried : attempt;
    const parts = [await ask('', listTime, () => mountsFingerprint(system, clock)), attempts.late()];
    for (const path of penPaths()) parts.push(await attempt(resolve(path), volumeTime, () => system.identity(path)));
    return parts.join(' ');
  }

  return {
    find: calls.coalesced(findNow),
    isFolder: (path) => folders.has(path),
    fingerprint: calls.coalesced(fingerprintNow),
    async close() {
      closed = true;
      attempts.close();
      await calls.ended();
    },
  };
}

/** Where the folders really are that the configuration names. */
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

/** As an attempt that has all the time. */
const unhurried = (_path: string, _ms: number, task: () => Promise<string>): Promise<string | undefined> =>
  task().catch(() => undefined);

async function look(
  { volume, configured, mounted, mountPlace }: Candidate,
  system: PenSystem,
): Promise<FoundPen | null> {
  // A list of mounts may be old by now, and those of some systems name drives that are mounted nowhere.
  if (mounted && !(await system.isMountPoint(volume.path))) return null;
  if (mountPlace && !hasMark(await system.entries(volume.path))) return null;
  return identify(volume, { configured, mounted }, system);
}

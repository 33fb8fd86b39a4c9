/** Which pens are plugged in. */
import { resolve } from 'node:path';
import type { Clock, Log } from '../../base/ports.js';
import { createAttempts } from './attempts.js';
import { type Candidate, candidatesOf } from './candidates.js';
import { createCoalescing } from './coalesce.js';
import { type FoundPen, identify } from './identify.js';
import { withOwnIds } from './identify-clones.js';
import { type PenSystem, thisSystem } from './system.js';
import type { Pen } from '../types.js';
import { listVolumes, mountsFingerprint } from './volumes.js';

export interface PenFinderParts {
  /** `pen_paths` of the configuration, absolute. */
  penPaths: () => readonly string[];
  /** Where it answers no, only what `penPaths` names is a pen. */
  detect?: () => boolean;
  system?: PenSystem;
  clock: Clock;
  log: Log;
}

export interface PenFinder {
  /** In the order of their paths. Never fails: what cannot be read is no pen, and the log says so once. */
  find(): Promise<Pen[]>;
  /** Whether the last `find` met this path, with all links followed, in the configuration. */
  isConfigured(path: string): boolean;
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
  system = thisSystem,
  clock,
  log,
}: PenFinderParts): PenFinder {
  const attempts = createAttempts(clock, log);
  const { attempt } = attempts;
  let last: readonly FoundPen[] = [];
  let configured: ReadonlySet<string> = new Set();
  let closed = false;
  const calls = createCoalescing();

  async function configuredFolders(): Promise<Set<string>> {
    const folders = new Set<string>();
    for (const path of new Set(penPaths().map((one) => resolve(one)))) {
      const folder = await attempt(path, volumeTime, () => system.realPath(path));
      if (folder !== undefined) folders.add(folder);
    }
    return folders;
  }

  async function candidates(): Promise<Candidate[]> {
    configured = await configuredFolders();
    const volumes = (await attempt('', listTime, () => listVolumes(system, configured))) ?? [];
    return (await candidatesOf(volumes, configured, system)).filter((one) => one.configured || detect());
  }

  async function look({ volume, configured, mounted, mountPlace }: Candidate): Promise<FoundPen | null> {
    if (mountPlace && (await system.entries(volume.path)).length === 0) return null;
    return identify(volume, { configured, mounted }, system);
  }

  async function findNow(): Promise<Pen[]> {
    if (closed) return [];
    const all = await candidates();
    attempts.keep(new Set([...all.map(({ volume }) => volume.path), ...penPaths().map((path) => resolve(path)), '']));
    // A volume that is mounted twice, or named twice, is one pen.
    const byFolder = new Map<string, FoundPen>();
    for (const candidate of all) {
      const { path } = candidate.volume;
      // A pen that is written to may be slow. As long as it is mounted it is there.
      const before = candidate.mounted ? last.find(({ pen }) => pen.path === path) : undefined;
      const found = await attempt(path, volumeTime, () => look(candidate), before ?? null);
      if (found && !byFolder.has(found.folder)) byFolder.set(found.folder, found);
    }
    last = closed ? [] : withOwnIds([...byFolder.values()], last);
    return last.map(({ pen }) => pen).sort((a, b) => (a.path < b.path ? -1 : 1));
  }

  async function fingerprintNow(): Promise<string> {
    const parts = [await attempt('', listTime, () => mountsFingerprint(system, clock)), attempts.late()];
    for (const path of penPaths()) parts.push(await attempt(resolve(path), volumeTime, () => system.identity(path)));
    return parts.join(' ');
  }

  return {
    find: calls.coalesced(findNow),
    isConfigured: (path) => configured.has(path),
    fingerprint: calls.coalesced(fingerprintNow),
    async close() {
      closed = true;
      attempts.close();
      await calls.ended();
    },
  };
}

/** Which pens are plugged in. */
import { resolve } from 'node:path';
import { messageOf, systemCodeOf } from '../../base/errors.js';
import type { Clock, Log } from '../../base/ports.js';
import { type FoundPen, identify } from './identify.js';
import { withOwnIds } from './identify-clones.js';
import { isBelow, unescapeOctal } from './mountinfo.js';
import { type PenSystem, thisSystem } from './system.js';
import { createTimeLimit, Unanswered } from './time-limit.js';
import { createTurns } from './turns.js';
import type { Pen, Volume } from '../types.js';
import { listVolumes, mediaFolders, mountsFingerprint } from './volumes.js';

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
  /** In the order of their paths. Never fails: what cannot be read is no pen, and the diary says so once. */
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

interface Candidate {
  volume: Volume;
  configured: boolean;
  mounted: boolean;
  /**
   * Something is mounted here at other times, so an empty folder is no pen: files for it would go to the host's disk.
   */
  mountPlace: boolean;
}

export function createPenFinder({
  penPaths,
  detect = () => true,
  system = thisSystem,
  clock,
  log,
}: PenFinderParts): PenFinder {
  const limit = createTimeLimit(clock);
  const told = new Map<string, string>();
  let last: readonly FoundPen[] = [];
  let configured: ReadonlySet<string> = new Set();
  let closed = false;
  const turns = createTurns();

  /** The diary hears of a trouble once, until the path is well again. */
  async function attempt<Answer>(
    path: string,
    ms: number,
    task: () => Promise<Answer>,
    unanswered?: Answer,
  ): Promise<Answer | undefined> {
    try {
      const answer = await limit.ask(path, ms, task);
      told.delete(path);
      return answer;
    } catch (error) {
      const trouble = messageOf(error);
      if (systemCodeOf(error) !== 'ENOENT' && !closed && !told.has(path)) {
        told.set(path, trouble);
        log.debug(
          `${path === '' ? 'The list of volumes' : path} could not be read in the search for pens: ${trouble}.`,
        );
      }
      return error instanceof Unanswered ? unanswered : undefined;
    }
  }

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
    const named = configured;
    const volumes = (await attempt('', listTime, () => listVolumes(system, named))) ?? [];
    const mounted = volumes.map((volume): Candidate => ({
      volume,
      configured: named.has(volume.path),
      mounted: true,
      mountPlace: false,
    }));
    const others = [...named].filter((path) => !volumes.some((volume) => volume.path === path));
    const places = others.length > 0 ? await fstabPoints(system) : new Set<string>();
    const folders = others.map((path): Candidate => {
      const onVolume = volumes.some((volume) => isBelow(volume.path, path));
      const mountPlace =
        !onVolume && (places.has(path) || mediaFolders(system.platform).some((folder) => isBelow(folder, path)));
      return {
        volume: { path, label: null, device: '', type: '', readOnly: false, uuid: null },
        configured: true,
        mounted: false,
        mountPlace,
      };
    });
    return [...mounted, ...folders].filter((one) => one.configured || detect()).sort(byPreference);
  }

  async function look({ volume, configured, mounted, mountPlace }: Candidate): Promise<FoundPen | null> {
    if (mountPlace && (await system.entries(volume.path)).length === 0) return null;
    return identify(volume, { configured, mounted }, system);
  }

  async function findNow(): Promise<Pen[]> {
    if (closed) return [];
    const all = await candidates();
    forgetOthers(new Set([...all.map(({ volume }) => volume.path), ...penPaths().map((path) => resolve(path)), '']));
    // A volume that is mounted twice, or named twice, is one pen.
    const byFolder = new Map<string, FoundPen>();
    for (const candidate of all) {
      const {
        volume: { path },
        mounted,
      } = candidate;
      // A pen that is written to may be slow. As long as it is mounted it is there.
      const before = mounted ? last.find(({ pen }) => pen.path === path) : undefined;
      const found = await attempt(path, volumeTime, () => look(candidate), before ?? null);
      if (found && !byFolder.has(found.folder)) byFolder.set(found.folder, found);
    }
    last = closed ? [] : withOwnIds([...byFolder.values()], last);
    return last.map(({ pen }) => pen).sort((a, b) => (a.path < b.path ? -1 : 1));
  }

  function forgetOthers(paths: ReadonlySet<string>): void {
    limit.keep(paths);
    for (const path of told.keys()) if (!paths.has(path)) told.delete(path);
  }

  async function fingerprintNow(): Promise<string> {
    const parts = [await attempt('', listTime, () => mountsFingerprint(system, clock)), limit.late()];
    for (const path of penPaths()) parts.push(await attempt(resolve(path), volumeTime, () => system.identity(path)));
    return parts.join(' ');
  }

  return {
    find: turns.taking(findNow),
    isConfigured: (path) => configured.has(path),
    fingerprint: turns.taking(fingerprintNow),
    async close() {
      closed = true;
      limit.close();
      await turns.ended();
    },
  };
}

/** What the configuration names comes first, then what can be written. */
function byPreference(a: Candidate, b: Candidate): number {
  return Number(b.configured) - Number(a.configured) || Number(a.volume.readOnly) - Number(b.volume.readOnly);
}

/** Where fstab(5) says that something is mounted. */
async function fstabPoints(system: PenSystem): Promise<Set<string>> {
  const text = system.platform === 'linux' ? await system.text('/etc/fstab').catch(() => '') : '';
  return new Set(text.split('\n').map((line) => unescapeOctal(line.trim().split(/\s+/)[1] ?? '')));
}

/** Carries out the plan for a pen. May be cut off at any point: the next plan does the rest. */
import { TonstiftError } from '../../base/errors.js';
import { linkedSignal } from '../../base/async/linked-signal.js';
import type { Log, Progress } from '../../base/ports.js';
import { silentLog } from '../../base/ports.js';
import { keepMemory } from './apply-memory.js';
import { copyToPen } from './copy.js';
import { oursIn, type ForeignFile, type PlannedCopy, type SyncPlan } from '../plan/plan.js';
import { sharesOf } from './shares.js';
import { syncVolume } from './sync-volume.js';
import { removeFromPen, removeLeftovers } from './remove.js';
import type { RememberedFile, WantedFile } from '../types.js';
import { throwIfStopped, volumeError } from '../volume-errors.js';
import type { VolumeRoot } from '../volume-root.js';
import { say } from '../../base/language/sentence.js';

export interface SyncOptions {
  /** As it was when the plan was made. */
  remembered: readonly RememberedFile[];
  /** Keeps all that is ours on this pen; durable when it returns. Called only when something changes. */
  save: (remembered: RememberedFile[]) => Promise<void>;
  signal?: AbortSignal;
  /** In bytes of all copies: each counts when it is written and once more when it is read back. */
  progress?: Progress;
  log?: Log;
  /**
   * Asked again and again while a file is copied;
   * answers false where it has become another one or is not to be there any more.
   */
  isWanted?: (file: WantedFile) => boolean;
}

export interface SyncReport {
  copied: RememberedFile[];
  removed: RememberedFile[];
  /** OIDs of albums that were on the pen already. */
  kept: number[];
  /** `error.message` is a sentence for a person. What an album had on the pen before is still there. */
  failed: { oid: number; error: TonstiftError }[];
  shadowed: ForeignFile[];
  changed: ForeignFile[];
}

/**
 * First removes what gives room, then copies in the given order; what does not fit waits until a later copy has made
 * room. An old copy goes when the new one is there.
 * @throws TonstiftError `no_pen` where the pen is gone, `aborted` or the signal's reason, `not_now` where what is on
 *   the pen cannot be noted at first; all else is in the report
 */
export async function syncPen(root: VolumeRoot, plan: SyncPlan, options: SyncOptions): Promise<SyncReport> {
  const { signal, log = silentLog, progress, isWanted = () => true } = options;
  const attempt = attemptOn(root, signal);
  const memory = await keepMemory(oursIn(plan), options.remembered, options.save);
  const report: SyncReport = {
    copied: [],
    removed: [],
    failed: [],
    shadowed: plan.shadowed,
    changed: plan.changed,
    kept: [...plan.keep, ...plan.adopt].map(({ oid }) => oid),
  };
  const shares = sharesOf(
    plan.copy.map(({ wanted }) => wanted),
    progress,
  );

  async function remove(file: RememberedFile): Promise<void> {
    const error = await attempt(`${file.path} cannot be removed`, async () => {
      await removeFromPen(root, file);
      await memory.forget(file);
      report.removed.push(file);
      log.info(`${file.path} was removed from the pen.`);
    });
    if (error !== null) report.failed.push({ oid: file.oid, error });
  }

  async function copy({ wanted, name, replaces }: PlannedCopy): Promise<TonstiftError | null> {
    const inPlace = replaces.find(({ path }) => path === name);
    const outdated = new AbortController();
    const either = linkedSignal([signal, outdated.signal]);
    const error = await attempt(`"${wanted.title}" (${wanted.oid}) cannot be copied`, async () => {
      const file = await copyToPen(root, wanted, name, {
        signal: either.signal,
        log,
        replaces: inPlace,
        beforeRename: memory.add,
        progress: (part) => {
          if (!isWanted(wanted)) outdated.abort(outdatedError(wanted));
          shares.reach(part);
        },
      });
      await memory.put(file);
      report.copied.push(file);
      log.info(`"${wanted.title}" (${wanted.oid}) was copied to the pen as ${name}.`);
    }).finally(() => either.unlink());
    // What does not fit may be tried once more.
    if (error?.code !== 'no_space') shares.end(wanted);
    // The next plan does what is wanted instead.
    if (outdated.signal.aborted && error !== null) return null;
    if (error !== null) return error;
    for (const old of replaces) if (old !== inPlace) await remove(old);
    return null;
  }

  const stuck = await attempt('Leftovers cannot be removed', () => removeLeftovers(root, plan.leftovers));
  if (stuck !== null) log.warn(stuck.message);
  for (const file of plan.remove) await remove(file);
  await copyWhileRoom(plan.copy, copy, report.failed);
  for (const { wanted } of plan.copy) shares.end(wanted);
  await syncVolume(root.at(''), { signal, log });
  return report;
}

type Attempt = (what: string, task: () => Promise<void>) => Promise<TonstiftError | null>;

/** Answers why a task failed, or null. A pen that is gone, and a stop, end it all. */
function attemptOn(root: VolumeRoot, signal: AbortSignal | undefined): Attempt {
  return async (what, task) => {
    throwIfStopped(signal);
    try {
      await task();
      return null;
    } catch (thrown) {
      throwIfStopped(signal);
      const error = await volumeError(thrown, root, what);
      if (error.code === 'no_pen') throw error;
      return error;
    }
  };
}

/** What does not fit is tried once more as long as other copies have made room. */
async function copyWhileRoom(
  copies: readonly PlannedCopy[],
  copy: (planned: PlannedCopy) => Promise<TonstiftError | null>,
  failed: SyncReport['failed'],
): Promise<void> {
  for (let waiting = copies, before = Infinity; waiting.length > 0 && waiting.length < before;) {
    before = waiting.length;
    const full: { planned: PlannedCopy; error: TonstiftError }[] = [];
    for (const planned of waiting) {
      const error = await copy(planned);
      if (error?.code === 'no_space') full.push({ planned, error });
      else if (error !== null) failed.push({ oid: planned.wanted.oid, error });
    }
    waiting = full.map(({ planned }) => planned);
    if (waiting.length === before || waiting.length === 0)
      failed.push(...full.map(({ planned, error }) => ({ oid: planned.wanted.oid, error })));
  }
}

const outdatedError = ({ title, oid }: WantedFile): TonstiftError =>
  new TonstiftError('not_now', say('error.changed_copying', { title, oid }));

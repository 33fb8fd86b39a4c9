/** Executes the plan for a pen. It may be interrupted at any point: the next plan does the rest. */
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
  /** The list from which the plan was made. */
  remembered: readonly RememberedFile[];
  /** Saves the list of our files durably. Called only on a change. */
  save: (remembered: RememberedFile[]) => Promise<void>;
  signal?: AbortSignal;
  /** In bytes of all copies; each byte counts once when written and once when read back. */
  progress?: Progress;
  log?: Log;
  /** Called repeatedly while a file is copied; returns false if it has changed or is no longer wanted. */
  isWanted?: (file: WantedFile) => boolean;
}

export interface SyncReport {
  copied: RememberedFile[];
  removed: RememberedFile[];
  /** OIDs of albums that were already on the pen. */
  kept: number[];
  /** `error.message` is a sentence for the user. The album's former file is still on the pen. */
  failed: { oid: number; error: TonstiftError }[];
  shadowed: ForeignFile[];
  changed: ForeignFile[];
}

/**
 * First removes files to free space, then copies in the given order. A copy that does not fit waits until a later copy
 * has freed space. An old copy is removed after the new one is in place.
 * @throws TonstiftError `no_pen` if the pen is gone, `aborted` or the signal's reason, `not_now` if the list of files
 *   cannot be saved at the start; all other errors are in the report
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
    using either = linkedSignal([signal, outdated.signal]);
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
    });
    // A copy that does not fit may be tried again.
    if (error?.code !== 'no_space') shares.end(wanted);
    // The next plan handles the changed file.
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

/** Returns the error of a task, or null. Throws if the pen is gone or on a stop. */
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

/** Retries copies that do not fit, as long as other copies have freed space. */
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

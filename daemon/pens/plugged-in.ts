/**
 * The plugged-in pens: finds them, updates each independently, and drops them when they are removed.
 *
 * mounts   the system's list of volumes; compared at every poll, which is cheap
 * search   looks for a pen in each volume; after a change of the mounts, and regularly
 * sync     brings one pen to its desired state; see `pen-sync.ts`
 * leaving  work on a pen was ended to unmount it
 * epoch    counts the unmounted pens: an earlier search may have found a pen that was still mounted
 */
import { messageOf, TonstiftError } from '../../workers/base/errors.js';
import type { MonotonicClock } from '../../workers/base/ports.js';
import type { PenFinder } from '../../workers/pen/find/find-pens.js';
import type { Pen } from '../../workers/pen/types.js';
import type { SyncReport } from '../../workers/pen/transfer/apply.js';
import { SayOnce } from '../reconcile/say-once.js';
import { WorkQueue } from '../reconcile/work-queue.js';
import { mergedOrders, PenSync, type PenOrder, type PenSyncParts } from './pen-sync.js';
import { say } from '../../workers/base/language/sentence.js';

export interface PluggedInParts extends PenSyncParts {
  finder: PenFinder;
  clock: MonotonicClock;
  /** All pens that are plugged in now, known or not. */
  searched(ids: ReadonlySet<string>): void;
  /** A pen was plugged in. */
  found(pen: Pen): void;
  /** A run on the pen has succeeded. */
  synced(sync: PenSync): void;
}

/** Milliseconds between comparisons of the mounts; one reads one small file. */
const pollMs = 1000;
/** Milliseconds after a change during which every poll searches: files may appear on a volume just after it. */
const burstMs = 6000;
/** Milliseconds between searches even if the mounts did not change. */
const sweepMs = 15_000;
/** Milliseconds between checks of the files on pens: another program or a person may have changed them. */
const followMs = 60_000;
/** Key of the search for pens. */
const search = 'search';

export class PluggedIn {
  private readonly pens = new Map<string, PenSync>();
  private readonly syncs: WorkQueue<PenOrder, SyncReport>;
  private readonly searches: WorkQueue;
  private readonly once: SayOnce;
  private readonly cancels: (() => void)[] = [];
  /** Pens that must not be opened until the unmount has ended: an open file would prevent it. */
  private readonly leaving = new Set<string>();
  private epoch = 0;
  private lastMounts = '';
  private isOld = false;
  private burstUntil = 0;

  constructor(private readonly parts: PluggedInParts) {
    const { clock, log } = parts;
    this.once = new SayOnce(log);
    this.searches = new WorkQueue({
      clock,
      pauses: [sweepMs],
      work: (_, { signal }) => this.search(signal),
      judge: () => 'failed',
      ended: (_, outcome) => {
        if (outcome.kind === 'done') this.once.clear(search);
        else this.once.say(search, 'warn', `Cannot search for pens: ${messageOf(outcome.error)}`);
      },
    });
    this.syncs = new WorkQueue({
      clock,
      pauses: [10_000],
      merge: mergedOrders,
      work: async (id, run) => this.get(id).reconcile(run),
      // A pen that cannot be written stays so until it is plugged in again.
      judge: (_, id) => (this.pens.get(id)?.pen.readOnly === false ? { notNow: true } : 'failed'),
      ended: (id, outcome) => {
        const sync = this.pens.get(id);
        if (outcome.kind !== 'done') sync?.failed(outcome.error);
        else if (sync !== undefined) this.parts.synced(sync);
      },
    });
  }

  /** Searches now, and whenever a volume is mounted. */
  start(): void {
    const { clock } = this.parts;
    this.cancels.push(
      clock.every(pollMs, () => void this.poll()),
      clock.every(sweepMs, () => this.wake()),
      clock.every(followMs, () => this.follow()),
    );
    this.wake();
  }

  /** Searches again: there may be another pen. */
  wake(): void {
    this.searches.add(search);
  }

  /** The desired files of the pens may have changed. */
  follow(): void {
    for (const [id, sync] of this.pens) {
      sync.reconsider();
      this.syncs.add(id);
    }
  }

  all(): PenSync[] {
    return [...this.pens.values()];
  }

  has(id: string): boolean {
    return this.pens.has(id);
  }

  /** True if everything is on the pen, and no run is active or queued. */
  isSettled(sync: PenSync): boolean {
    const { id } = sync.pen;
    return this.pens.get(id) === sync && sync.state === 'ready' && !this.syncs.isBusy(id);
  }

  /** A change that a pen waits for has happened. */
  look({ pen: { id } }: PenSync): void {
    if (this.pens.has(id)) this.syncs.add(id);
  }

  /** Runs an order now, after the current run. Throws an error that prevents reading the pen. */
  carryOut({ pen }: PenSync, order: PenOrder): Promise<SyncReport> {
    return this.syncs.run(pen.id, order);
  }

  /** Finds the pens, and copies nothing automatically: for a short command. */
  async searchOnce(): Promise<void> {
    await this.search(new AbortController().signal, false);
    await Promise.all(this.all().map((sync) => sync.rest()));
  }

  /** Stops the work on a pen, runs `work`, and searches again. If `work` fails, the pen stays. */
  async leave(sync: PenSync, reason: string, work: () => Promise<void>): Promise<void> {
    const { pen } = sync;
    this.leaving.add(pen.id);
    try {
      sync.lastSeen = this.parts.clock.now();
      await this.forget(sync, reason);
      await work();
    } catch (error) {
      // The next search compares its files.
      this.isOld = true;
      if (sync.state === 'copying') sync.state = 'looking';
      this.pens.set(pen.id, sync);
      throw error;
    } finally {
      this.leaving.delete(pen.id);
      this.epoch += 1;
      this.parts.changed();
      this.wake();
    }
  }

  async stop(): Promise<void> {
    for (const cancel of this.cancels) cancel();
    await this.searches.stop();
    await this.syncs.stop();
    for (const sync of this.all()) {
      sync.gone(new TonstiftError('not_now', 'The daemon is stopping.'));
      await this.note(sync);
    }
    this.pens.clear();
    await this.parts.finder.close();
  }

  private get(id: string): PenSync {
    const sync = this.pens.get(id);
    if (sync === undefined) throw new TonstiftError('no_pen', say('error.pen_gone', { id }));
    return sync;
  }

  private async forget(sync: PenSync, reason: string): Promise<void> {
    const { id } = sync.pen;
    this.pens.delete(id);
    const error = new TonstiftError('not_now', reason);
    sync.gone(error);
    await this.syncs.forget(id, error);
    await this.note(sync);
  }

  /** Remembers a pen, and when it was last seen. */
  private async note({ pen, lastSeen }: PenSync): Promise<void> {
    const { memory, log } = this.parts;
    await memory
      .seen(pen, lastSeen)
      .catch((error: unknown) => log.warn(`Cannot record the pen ${memory.nameOf(pen)}: ${messageOf(error)}`));
  }

  private async poll(): Promise<void> {
    const { finder, clock } = this.parts;
    const mounts = await finder.fingerprint().catch(() => '');
    if (mounts !== this.lastMounts) {
      this.burstUntil = clock.monotonic() + burstMs;
      // A pen that seems to have stayed may have been removed and plugged in again between two polls.
      this.isOld = true;
    }
    this.lastMounts = mounts;
    if (clock.monotonic() < this.burstUntil) this.wake();
  }

  private async search(signal: AbortSignal, follow = true): Promise<void> {
    const { finder, log, memory } = this.parts;
    const { epoch } = this;
    const found = new Map((await finder.find()).map((pen) => [pen.id, pen]));
    // An unmount has queued another search.
    const isOutdated = (): boolean => signal.aborted || epoch !== this.epoch;
    if (isOutdated()) return;
    for (const [id, sync] of [...this.pens]) {
      const { pen } = sync;
      const now = found.get(id);
      if (now !== undefined && now.path === pen.path && now.readOnly === pen.readOnly) {
        await this.meet(sync, now, follow);
        continue;
      }
      const gone = `The pen ${memory.nameOf(pen)} is gone.`;
      await this.forget(sync, gone);
      if (now === undefined) log.info(gone);
      this.parts.changed();
    }
    if (follow && this.isOld) this.follow();
    this.isOld = false;
    this.parts.searched(new Set(found.keys()));
    for (const pen of found.values()) {
      if (isOutdated()) return;
      if (!this.pens.has(pen.id) && !this.leaving.has(pen.id)) await this.add(pen, follow);
    }
  }

  /** A pen that is still plugged in may provide more data now: its log has appeared. */
  private async meet(sync: PenSync, now: Pen, follow: boolean): Promise<void> {
    sync.lastSeen = this.parts.clock.now();
    const saysLess = now.serial === null && sync.pen.serial !== null;
    if (saysLess || JSON.stringify(now) === JSON.stringify(sync.pen)) return;
    sync.pen = now;
    await this.note(sync);
    sync.reconsider();
    this.parts.changed();
    if (follow) this.look(sync);
  }

  private async add(pen: Pen, follow: boolean): Promise<void> {
    const { log, clock, memory } = this.parts;
    const model = [pen.language, pen.generation].filter((part) => part !== null).join(', ');
    log.info(`Found a pen: ${memory.nameOf(pen)} at ${pen.path}${pen.language === null ? '' : ` (${model})`}.`);
    const sync = new PenSync(pen, clock.now(), this.parts);
    const noted = this.note(sync);
    // The pen counts as plugged in before it is on the disk, so a request to forget it is refused meanwhile.
    this.pens.set(pen.id, sync);
    await noted;
    this.parts.found(pen);
    this.parts.changed();
    if (follow) this.look(sync);
  }
}

/**
 * The pens that are plugged in: found, each brought up to date by itself, forgotten when they are gone.
 *
 * mounts   the system's list of volumes; compared at every poll, since it costs little
 * search   looks into each volume for a pen; on a change of the mounts, and as a sweep
 * sync     brings one pen to its desired state; see `pen-sync.ts`
 * leaving  we ourselves have ended the work on it, to unmount it
 * epoch    counts the times that we left a pen: a search that began before may have met it while it was still mounted
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
  /** All that are there now, ours or not. */
  searched(ids: ReadonlySet<string>): void;
  /** One is there anew. */
  found(pen: Pen): void;
}

/** The list of mounts is compared so often; it costs a read of one small file. */
const pollMs = 1000;
/** Behind a change every poll looks closely for so long: files may come to a volume just after it. */
const burstMs = 6000;
/** Looked at closely even where nothing was noticed. */
const sweepMs = 15_000;
/** So often it is looked at what is on the pens: another program or a person may have changed it. */
const followMs = 60_000;
/** Key of the search for pens. */
const search = 'search';

export class PluggedIn {
  private readonly pens = new Map<string, PenSync>();
  private readonly syncs: WorkQueue<PenOrder, SyncReport>;
  private readonly searches: WorkQueue;
  private readonly once: SayOnce;
  private readonly cancels: (() => void)[] = [];
  /** Not opened by us until that is over: it could not be unmounted. */
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
        else this.once.say(search, 'warn', `Pens could not be looked for: ${messageOf(outcome.error)}`);
      },
    });
    this.syncs = new WorkQueue({
      clock,
      pauses: [10_000],
      merge: mergedOrders,
      work: async (id, run) => this.get(id).reconcile(run),
      // A pen that cannot be written stays so until it is plugged in anew.
      judge: (_, id) => (this.pens.get(id)?.pen.readOnly === false ? { notNow: true } : 'failed'),
      ended: (id, outcome) => {
        if (outcome.kind !== 'done') this.pens.get(id)?.failed(outcome.error);
      },
    });
  }

  /** Searches now, and whenever something is mounted. */
  start(): void {
    const { clock } = this.parts;
    this.cancels.push(
      clock.every(pollMs, () => void this.poll()),
      clock.every(sweepMs, () => this.wake()),
      clock.every(followMs, () => this.follow()),
    );
    this.wake();
  }

  /** A hint that there may be another pen. */
  wake(): void {
    this.searches.add(search);
  }

  /** What is to be on the pens may have changed. */
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

  /** Something that a pen waits for has changed. */
  look({ pen: { id } }: PenSync): void {
    if (this.pens.has(id)) this.syncs.add(id);
  }

  /** Does now what was asked, after what runs. Throws what keeps the pen from being looked at. */
  carryOut({ pen }: PenSync, order: PenOrder): Promise<SyncReport> {
    return this.syncs.run(pen.id, order);
  }

  /** Finds what is there, and copies nothing by itself: for a command that ends again. */
  async searchOnce(): Promise<void> {
    await this.search(new AbortController().signal, false);
    await Promise.all(this.all().map((sync) => sync.rest()));
  }

  /** Stops what runs on a pen, does something with it, and searches again. */
  async leave(sync: PenSync, reason: string, work: () => Promise<void>): Promise<void> {
    const { pen } = sync;
    this.leaving.add(pen.id);
    try {
      sync.lastSeen = this.parts.clock.now();
      await this.forget(sync, reason);
      await work();
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

  /** Remembers a pen, and when it was seen last. */
  private async note({ pen, lastSeen }: PenSync): Promise<void> {
    const { memory, log } = this.parts;
    await memory
      .seen(pen, lastSeen)
      .catch((error: unknown) => log.warn(`The pen ${pen.name} cannot be noted: ${messageOf(error)}`));
  }

  private async poll(): Promise<void> {
    const { finder, clock } = this.parts;
    const mounts = await finder.fingerprint().catch(() => '');
    if (mounts !== this.lastMounts) {
      this.burstUntil = clock.monotonic() + burstMs;
      // A pen that seems to have stayed may have been out and in again between two polls.
      this.isOld = true;
    }
    this.lastMounts = mounts;
    if (clock.monotonic() < this.burstUntil) this.wake();
  }

  private async search(signal: AbortSignal, follow = true): Promise<void> {
    const { finder, log } = this.parts;
    const { epoch } = this;
    const found = new Map((await finder.find()).map((pen) => [pen.id, pen]));
    // Leaving a pen has asked for another search.
    const isOutdated = (): boolean => signal.aborted || epoch !== this.epoch;
    if (isOutdated()) return;
    for (const [id, sync] of [...this.pens]) {
      const { pen } = sync;
      const now = found.get(id);
      if (now !== undefined && now.path === pen.path && now.readOnly === pen.readOnly) {
        await this.meet(sync, now, follow);
        continue;
      }
      await this.forget(sync, `The pen ${pen.name} is gone.`);
      if (now === undefined) log.info(`The pen ${pen.name} is gone.`);
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

  /** It is still there, and may say more of itself by now: its log has appeared. */
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
    const { log, clock } = this.parts;
    const model = [pen.language, pen.generation].filter((part) => part !== null).join(', ');
    log.info(`A pen is here: ${pen.name} at ${pen.path}${pen.language === null ? '' : ` (${model})`}.`);
    const sync = new PenSync(pen, clock.now(), this.parts);
    await this.note(sync);
    this.pens.set(pen.id, sync);
    this.parts.found(pen);
    this.parts.changed();
    if (follow) this.syncs.add(pen.id);
  }
}

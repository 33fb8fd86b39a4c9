/**
 * library → pen: a pen that is plugged in holds the current file of each album chosen for it, and no stale one of ours.
 */
import { statfs } from 'node:fs/promises';
import type { PenView } from '../../http/resources/pens/service.js';
import { messageOf, TonstiftError } from '../../workers/base/errors.js';
import type { Library } from '../../workers/library/library.js';
import { syncPen, type SyncReport } from '../../workers/pen/transfer/apply.js';
import { planPen } from '../../workers/pen/plan/plan-pen.js';
import { isInOrder, type SyncPlan } from '../../workers/pen/plan/plan.js';
import type { Pen, WantedFile } from '../../workers/pen/types.js';
import { withVolume, type VolumeRoot } from '../../workers/pen/volume-root.js';
import type { Clock, Log } from '../../workers/base/ports.js';
import type { Jobs } from '../jobs.js';
import type { PenMemory } from './memory.js';
import { doneOf, emptyReport, isFor, keyOf, reasonsOf, shadowSentence, type Stuck, troubleOf } from './report.js';
import type { Variants, Wanted } from './variants.js';

export interface PenSyncParts {
  memory: PenMemory;
  jobs: Jobs;
  clock: Clock;
  log: Log;
  library: Library;
  variants: Variants;
  autoSync(): boolean;
  /** A folder that the configuration names: it need not be mounted. */
  mayBeFolder(path: string): boolean;
  changed(): void;
  /** Everything is on it. */
  settled(pen: Pen): void;
}

/** What a person asked for beside what happens by itself. */
interface Order {
  copy?: number;
  remove?: number;
  /** As if it happened by itself, though that is switched off. */
  all?: boolean;
}

const retryAfter = 10_000;

export class PenSync {
  private readonly controller = new AbortController();
  private chain: Promise<unknown> = Promise.resolve();
  private looking = false;
  private cancelRetry = (): void => undefined;
  private said = '';
  private failures = 0;
  private warned: ReadonlySet<string> = new Set();
  private stuck: Stuck | null = null;
  private copying: Order | null = null;
  /**
   * What is to be on the pen by now, while a copy runs: `keyOf` each. Null where nothing has changed since it began.
   */
  private wantedNow: ReadonlySet<string> | null = null;

  state: PenView['state'] = 'looking';
  progress: PenView['progress'] = null;
  problems: PenView['problems'] = [];
  shadowed: PenView['shadowed'] = [];
  space: { free: number; total: number } | null = null;

  constructor(
    readonly pen: Pen,
    private readonly parts: PenSyncParts,
  ) {}

  /** Looks soon; one look answers for all that asked before it began. */
  look(): void {
    if (this.controller.signal.aborted) return;
    if (this.copying !== null) void this.reconsider(this.copying).catch(() => undefined);
    if (this.looking) return;
    this.looking = true;
    void this.serial(() => {
      this.looking = false;
      return this.once({});
    }).catch((error: unknown) => this.failed(error));
  }

  /**
   * Does now what was asked, after what runs. Throws what stood in the way.
   * False where the album to copy was edited meanwhile.
   */
  async carryOut(order: Order): Promise<boolean> {
    const report = await this.serial(() => this.once(order));
    const failure = report.failed.find(({ oid }) => order.all === true || oid === order.copy || oid === order.remove);
    if (failure !== undefined) throw failure.error;
    const shadow = report.shadowed.find(({ oid }) => oid === order.copy);
    if (shadow !== undefined) throw new TonstiftError('conflict', shadowSentence(shadow));
    return order.copy === undefined || [...report.kept, ...report.copied.map(({ oid }) => oid)].includes(order.copy);
  }

  /** The pen is gone, or is to go: what runs is stopped. */
  async stop(reason: string): Promise<void> {
    this.cancelRetry();
    this.controller.abort(new TonstiftError('not_now', reason));
    await this.chain;
  }

  private serial<Result>(work: () => Promise<Result>): Promise<Result> {
    const next = this.chain.then(work);
    this.chain = next.catch(() => undefined);
    return next;
  }

  private async once(order: Order): Promise<SyncReport> {
    const { pen, parts } = this;
    const { signal } = this.controller;
    signal.throwIfAborted();
    this.cancelRetry();
    this.checkWritable();
    const auto = this.isAuto(order);
    const { files: wanted, absent, coming, failed } = await this.wanted(order);
    signal.throwIfAborted();
    const known = new Set(parts.library.albums.map((album) => album.oid));
    const mayGo = (oid: number): boolean => oid === order.remove || !known.has(oid) || (auto && !absent.has(oid));
    const report = await withVolume(pen.path, { mounted: !parts.mayBeFolder(pen.path) }, async (root) => {
      const plan = await this.plan(root, wanted);
      return this.apply(root, { ...plan, remove: plan.remove.filter(({ oid }) => mayGo(oid)) }, order);
    });
    const all = { ...report, failed: [...report.failed, ...failed] };
    await this.tell(all, coming, auto);
    return all;
  }

  private get writeProtected(): string {
    return `The pen ${this.pen.name} is write-protected.`;
  }

  /** Throws `no_pen`. */
  checkWritable(): void {
    if (this.pen.readOnly) throw new TonstiftError('no_pen', this.writeProtected);
  }

  private isAuto(order: Order): boolean {
    return this.parts.autoSync() || order.all === true;
  }

  private wanted(order: Order): Promise<Wanted> {
    const { library, variants } = this.parts;
    const auto = this.isAuto(order);
    return variants.wanted(
      this.pen,
      library.albums.filter((album) => (auto && isFor(album, this.pen)) || album.oid === order.copy),
    );
  }

  /** An album may have been edited or deleted while its file is on its way to the pen: that need not arrive. */
  private async reconsider(order: Order): Promise<void> {
    const { files } = await this.wanted(order);
    if (this.copying === order) this.wantedNow = new Set(files.map(keyOf));
  }

  /** The diary hears of a file that cannot be read once, not with every look. */
  private async plan(root: VolumeRoot, wanted: readonly WantedFile[]): Promise<SyncPlan> {
    const { memory, log } = this.parts;
    const said = new Set<string>();
    const warn = (sentence: string): void => {
      said.add(sentence);
      if (!this.warned.has(sentence)) log.warn(sentence);
    };
    const plan = await planPen(root, {
      wanted,
      remembered: memory.files(this.pen.id),
      signal: this.controller.signal,
      log: { ...log, warn },
    });
    this.warned = said;
    return plan;
  }

  private async apply(root: VolumeRoot, plan: SyncPlan, order: Order): Promise<SyncReport> {
    if (isInOrder(plan)) return emptyReport(plan);
    const byItself = Object.keys(order).length === 0;
    const reasons = await reasonsOf(root, plan);
    if (byItself && this.stuck?.reasons === reasons)
      return { ...this.stuck.report, shadowed: plan.shadowed, changed: plan.changed };
    this.copying = order;
    const report = await this.carry(root, plan).finally(() => {
      this.copying = null;
      this.wantedNow = null;
    });
    const isStuck =
      report.failed.length > 0 &&
      report.failed.every(({ error }) => error.code === 'no_space' || error.code === 'too_large');
    this.stuck =
      isStuck && report.copied.length + report.removed.length === 0
        ? { reasons: await reasonsOf(root, plan), report }
        : null;
    return report;
  }

  private carry(root: VolumeRoot, plan: SyncPlan): Promise<SyncReport> {
    const { pen, parts } = this;
    const { memory, jobs, log } = parts;
    const albums = plan.copy.length;
    this.state = 'copying';
    parts.changed();
    const title =
      albums > 0 ? `${albums} ${albums === 1 ? 'album' : 'albums'} onto ${pen.name}` : `Tidying up ${pen.name}`;
    const stopped = this.controller.signal;
    return jobs
      .run({ lane: `pen:${pen.id}`, kind: 'copy', title, oid: null }, ({ signal, progress }) =>
        syncPen(root, plan, {
          remembered: memory.files(pen.id),
          save: (files) => memory.remember(pen.id, files),
          signal: AbortSignal.any([signal, stopped]),
          isWanted: (file) => this.wantedNow?.has(keyOf(file)) !== false,
          progress: (done, total) => {
            this.progress = { done, total };
            progress(done, total);
          },
          log,
        }),
      )
      .finally(() => (this.progress = null));
  }

  /** Nothing is done with it until someone asks. */
  async rest(): Promise<void> {
    await this.measure();
    this.state = this.pen.readOnly ? 'problem' : 'ready';
    this.problems = this.pen.readOnly ? [{ oid: null, reason: this.writeProtected }] : [];
  }

  /** How full it is. */
  async measure(): Promise<void> {
    const space = await statfs(this.pen.path).catch(() => null);
    this.space = space === null ? null : { free: space.bavail * space.bsize, total: space.blocks * space.bsize };
  }

  private async tell(report: SyncReport, coming: number, auto: boolean): Promise<void> {
    const { pen, parts } = this;
    const { log } = parts;
    this.failures = 0;
    await this.measure();
    this.problems = report.failed.map(({ oid, error }) => ({ oid, reason: messageOf(error) }));
    this.shadowed = report.shadowed.map(({ oid, path }) => ({ oid, path }));
    this.state = this.problems.length + this.shadowed.length > 0 ? 'problem' : coming > 0 ? 'looking' : 'ready';
    // The same trouble again is no news.
    const trouble = troubleOf(report);
    if (trouble !== '' && trouble !== this.said) log.warn(`The pen ${pen.name}: ${trouble}`);
    const done = doneOf(report);
    if (coming === 0 && trouble === '' && (done !== '' || this.said !== 'ready'))
      log.info(
        `The pen ${pen.name} ${auto ? 'is up to date' : 'gets only what you copy'}` +
          `${done !== '' ? ` (${done})` : ''}: safe to unplug.`,
      );
    else if (done !== '') log.info(`The pen ${pen.name}: ${done}.`);
    this.said = trouble === '' && coming === 0 ? 'ready' : trouble;
    // What is full or in the way stays so until someone acts; the rest may pass.
    if (report.failed.some(({ error }) => error.code === 'not_now')) this.retry();
    parts.changed();
    if (this.state === 'ready') parts.settled(pen);
  }

  private failed(error: unknown): void {
    const { pen, parts } = this;
    if (this.controller.signal.aborted) return;
    this.state = 'problem';
    this.problems = [{ oid: null, reason: messageOf(error) }];
    if (pen.readOnly) void this.measure().then(() => parts.changed());
    // Most are pens that were just pulled out; that is told soon enough.
    if (this.failures++ === 0 && !pen.readOnly) parts.log.debug(`The pen ${pen.name}: ${messageOf(error)}`);
    else if (messageOf(error) !== this.said) {
      parts.log.warn(pen.readOnly ? messageOf(error) : `The pen ${pen.name}: ${messageOf(error)}`);
      this.said = messageOf(error);
    }
    parts.changed();
    if (!pen.readOnly) this.retry();
  }

  private retry(): void {
    this.cancelRetry = this.parts.clock.after(retryAfter, () => this.look());
  }
}

/**
 * library → pen. Desired: a plugged-in pen has the current file of each album chosen for it, and no outdated file of
 * ours. Actual: the files on the pen, and the remembered ones. Difference: copy, replace, remove.
 */
import { statfs } from 'node:fs/promises';
import type { PenView } from '../../http/resources/pens/service.js';
import { messageOf, TonstiftError, wordsOf } from '../../workers/base/errors.js';
import type { Library } from '../../workers/library/library.js';
import { syncPen, type SyncReport } from '../../workers/pen/transfer/apply.js';
import { planPen } from '../../workers/pen/plan/plan-pen.js';
import { sameFiles } from '../../workers/pen/plan/own-files.js';
import { isInOrder, oursIn, type SyncPlan } from '../../workers/pen/plan/plan.js';
import type { Pen, WantedFile } from '../../workers/pen/types.js';
import { SourceChanged } from '../../workers/pen/volume-errors.js';
import { withVolume, type VolumeRoot } from '../../workers/pen/volume-root.js';
import type { Log, MonotonicClock } from '../../workers/base/ports.js';
import { counted } from '../../workers/base/text/counted.js';
import type { GmeTarget } from '../../workers/library/fingerprint.js';
import type { Builds } from '../albums/builds.js';
import type { Jobs } from '../jobs.js';
import type { PenMemory } from './memory.js';
import { doneOf, emptyReport, reasonsOf, type Stuck, troubleOf } from './report.js';
import { SayOnce } from '../reconcile/say-once.js';
import type { Run } from '../reconcile/work-queue.js';
import { isFor, keyOf, wantedOn, withFurther, type FurtherFiles, type PenKind, type Wanted } from './wanted.js';
import { say, type Sentence } from '../../workers/base/language/sentence.js';

export interface PenSyncParts {
  memory: PenMemory;
  jobs: Jobs;
  log: Log;
  library: Library;
  builds: Builds;
  /** The kind of files for a pen. */
  targetOf: (pen: PenKind) => GmeTarget;
  /** Files besides those of albums. */
  further: (target: GmeTarget) => readonly FurtherFiles[];
  autoSync(): boolean;
  /** True for a plain folder from the configuration; elsewhere a volume must be mounted. */
  mayBeFolder(path: string): boolean;
  changed(): void;
  clock: Pick<MonotonicClock, 'monotonic'>;
}

/**
 * An order by a person, in addition to automatic copying. It is kept until a run has carried it out, or the pen is
 * gone.
 */
export interface PenOrder {
  /** OIDs. */
  copy?: readonly number[];
  remove?: readonly number[];
  /** Copy as if copying were automatic, although that is switched off; done after a run with no builds left. */
  all?: boolean;
}

export const mergedOrders = (a: PenOrder, b: PenOrder): PenOrder => ({
  copy: [...(a.copy ?? []), ...(b.copy ?? [])],
  remove: [...(a.remove ?? []), ...(b.remove ?? [])],
  all: a.all === true || b.all === true,
});

/**
 * Milliseconds until a retry of files that could not be copied. While nothing can be copied, it doubles up to the
 * longest, so that a pen whose memory fails is not written without end.
 */
const retryAfter = 10_000;
const longestRetry = 16 * 60_000;

/** One plugged-in pen; the work queue of the pens schedules it. */
export class PenSync {
  private readonly once: SayOnce;
  private failures = 0;
  private stuck: Stuck | null = null;
  private isCopying = false;
  /**
   * During a copy, the files that should be on the pen now: `keyOf` each. Null if nothing has changed since it began.
   */
  private wantedNow: ReadonlySet<string> | null = null;
  /** True while an order for all chosen albums is not complete. */
  private isOrdered = false;
  /** Unfinished orders for single albums, by OID. */
  private readonly ordered = new Map<number, 'copy' | 'remove'>();
  /** Number of its files that are still being built. */
  private coming = 0;
  /** Why the last run ended without a report. */
  private failure: { error: unknown } | null = null;
  /** Callers that wait for the result of an order. */
  private readonly waiting = new Set<{ resolve: (report: SyncReport) => void; reject: (error: unknown) => void }>();

  /** Callers without an answer yet: the pen is not unmounted automatically. */
  callers = 0;
  state: PenView['state'] = 'looking';
  progress: PenView['progress'] = null;
  problems: PenView['problems'] = [];
  shadowed: PenView['shadowed'] = [];
  space: { free: number; total: number } | null = null;

  /** @param lastSeen milliseconds since 1970 */
  constructor(
    public pen: Pen,
    public lastSeen: number,
    private readonly parts: PenSyncParts,
  ) {
    this.once = new SayOnce(parts.log);
  }

  /**
   * Compares and copies. Throws an error that prevents reading the pen; errors of single albums are in the report.
   */
  async reconcile({ order = {}, signal, wakeIn }: Run<PenOrder>): Promise<SyncReport> {
    const { pen, parts } = this;
    this.isOrdered ||= order.all === true;
    this.failure = null;
    for (const oid of order.copy ?? []) this.ordered.set(oid, 'copy');
    for (const oid of order.remove ?? []) this.ordered.set(oid, 'remove');
    signal.throwIfAborted();
    // Without the library, the desired files are unknown.
    const away = parts.library.awayWords;
    if (away !== null) throw new TonstiftError('not_now', away);
    this.checkWritable();
    const auto = this.isAuto;
    const { files: wanted, absent, coming, failed } = this.wanted();
    const known = new Set(parts.library.albums.map((album) => album.oid));
    const mayGo = (oid: number): boolean =>
      this.ordered.get(oid) === 'remove' || (!absent.has(oid) && (auto || !known.has(oid)));
    const report = await withVolume(pen.path, { mounted: !parts.mayBeFolder(pen.path) }, async (root) => {
      const plan = await this.plan(root, wanted, signal);
      return this.apply(root, { ...plan, remove: plan.remove.filter(({ oid }) => mayGo(oid)) }, order, signal);
    });
    await this.lookInto(wanted, report);
    const all = { ...report, failed: [...report.failed, ...failed] };
    const ended = new Set([...all.kept, ...[...all.copied, ...all.failed].map(({ oid }) => oid)]);
    // The others were edited while they were copied: that change has queued another run.
    const open = coming + wanted.filter(({ oid }) => !ended.has(oid)).length;
    if (open + all.failed.length === 0) this.isOrdered = false;
    this.forgetDone(all);
    await this.publish(all, open, auto);
    // A full disk or a blocking file needs a person; other errors may pass, so they are retried.
    if (all.failed.some(({ error }) => error.code === 'not_now')) wakeIn(this.untilRetry());
    return all;
  }

  /** Has damaged files of the library built again: otherwise each retry would write them to the pen. */
  private async lookInto(wanted: readonly WantedFile[], { failed }: SyncReport): Promise<void> {
    const changed = new Set(failed.filter(({ error }) => error instanceof SourceChanged).map(({ oid }) => oid));
    for (const file of wanted.filter(({ oid }) => changed.has(oid)))
      await this.parts.builds
        .lookInto(file)
        .catch((error: unknown) => this.parts.log.debug(`${file.source} could not be checked: ${messageOf(error)}`));
  }

  /** Milliseconds. */
  private untilRetry(): number {
    const { next = Infinity } = this.stuck ?? {};
    return next === Infinity ? retryAfter : Math.max(0, next - this.parts.clock.monotonic());
  }

  private get name(): string {
    return this.parts.memory.nameOf(this.pen);
  }

  private get writeProtected(): Sentence {
    return say('error.write_protected', { name: this.name });
  }

  /** Throws `no_pen`. */
  checkWritable(): void {
    if (this.pen.readOnly) throw new TonstiftError('no_pen', this.writeProtected);
  }

  private get isAuto(): boolean {
    return this.parts.autoSync() || this.isOrdered;
  }

  /** Returns the report of the run with no builds left. Throws an error that prevents reading the pen. */
  async built(report: SyncReport): Promise<SyncReport> {
    // The pen may have been removed since the report.
    if (this.failure !== null) throw this.failure.error;
    if (this.coming === 0) return report;
    return await new Promise((resolve, reject) => void this.waiting.add({ resolve, reject }));
  }

  /** The pen is no longer handled. */
  gone(error: unknown): void {
    this.failure = { error };
    for (const { reject } of this.waiting) reject(error);
    this.waiting.clear();
  }

  private forgetDone({ kept, copied, failed }: SyncReport): void {
    const has = new Set([...kept, ...copied.map(({ oid }) => oid)]);
    const hasFailed = new Set(failed.map(({ oid }) => oid));
    const { albums } = this.parts.library;
    const isMeant = (oid: number): boolean => albums.some((album) => album.oid === oid && isFor(album, this.pen));
    for (const [oid, what] of this.ordered)
      if (what === 'remove' ? !hasFailed.has(oid) : has.has(oid) || !isMeant(oid)) this.ordered.delete(oid);
  }

  private wanted(): Wanted {
    const { library, builds, targetOf, further } = this.parts;
    const auto = this.isAuto;
    const target = targetOf(this.pen);
    const chosen = library.albums.filter(
      (album) => isFor(album, this.pen) && (auto || this.ordered.get(album.oid) === 'copy'),
    );
    return withFurther(wantedOn(target, chosen, builds, library.gmeFolder), further(target));
  }

  /** An album may have been edited or deleted while its file is being copied: then the copy is aborted. */
  reconsider(): void {
    if (this.isCopying) this.wantedNow = new Set(this.wanted().files.map(keyOf));
  }

  private async plan(root: VolumeRoot, wanted: readonly WantedFile[], signal: AbortSignal): Promise<SyncPlan> {
    const { memory, log } = this.parts;
    const unreadable: string[] = [];
    const warn = (sentence: string): void => void unreadable.push(sentence);
    const plan = await planPen(root, {
      wanted,
      remembered: memory.files(this.pen.id),
      signal,
      log: { ...log, warn },
    });
    this.once.sayAll('files', 'warn', unreadable);
    return plan;
  }

  /** Files that were deleted from the pen by hand are forgotten. */
  private async remember(plan: SyncPlan): Promise<void> {
    const { memory, log } = this.parts;
    const { id } = this.pen;
    const seen = oursIn(plan);
    if (sameFiles(seen, memory.files(id))) return;
    await memory
      .remember(id, seen)
      .catch((error: unknown) => log.warn(`Cannot record the files on the pen ${this.name}: ${messageOf(error)}`));
  }

  private async apply(root: VolumeRoot, plan: SyncPlan, order: PenOrder, signal: AbortSignal): Promise<SyncReport> {
    await this.remember(plan);
    if (isInOrder(plan)) {
      this.stuck = null;
      return emptyReport(plan);
    }
    const byItself = Object.keys(order).length === 0;
    const reasons = await reasonsOf(root, plan);
    const before = this.stuck?.reasons === reasons ? this.stuck : null;
    if (byItself && before !== null && this.parts.clock.monotonic() < before.next)
      return { ...before.report, shadowed: plan.shadowed, changed: plan.changed };
    this.isCopying = true;
    const report = await this.carry(root, plan, signal).finally(() => {
      this.isCopying = false;
      this.wantedNow = null;
    });
    const pause = pauseAfter(report, before, byItself);
    const next = this.parts.clock.monotonic() + pause;
    this.stuck = pause === 0 ? null : { reasons: await reasonsOf(root, plan), report, pause, next };
    return report;
  }

  private carry(root: VolumeRoot, plan: SyncPlan, signal: AbortSignal): Promise<SyncReport> {
    const { pen, parts } = this;
    const { memory, jobs, log } = parts;
    const albums = plan.copy.length;
    this.state = 'copying';
    parts.changed();
    const title = albums > 0 ? `${counted(albums, 'album')} onto ${this.name}` : `Tidying up ${this.name}`;
    return jobs
      .run({ kind: 'copy', title, oid: null, signal }, ({ signal: stopped, progress }) =>
        syncPen(root, plan, {
          remembered: memory.files(pen.id),
          save: (files) => memory.remember(pen.id, files),
          signal: stopped,
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

  /** Leaves the pen alone until someone asks. */
  async rest(): Promise<void> {
    await this.measure();
    this.state = this.pen.readOnly ? 'problem' : 'ready';
    this.problems = this.pen.readOnly ? [{ oid: null, reason: this.writeProtected }] : [];
  }

  async measure(): Promise<void> {
    const space = await statfs(this.pen.path).catch(() => null);
    this.space = space === null ? null : { free: space.bavail * space.bsize, total: space.blocks * space.bsize };
  }

  private async publish(report: SyncReport, coming: number, auto: boolean): Promise<void> {
    const { parts } = this;
    const { log } = parts;
    this.failures = 0;
    this.coming = coming;
    await this.measure();
    this.problems = report.failed.map(({ oid, error }) => ({ oid, reason: wordsOf(error) }));
    this.shadowed = report.shadowed.map(({ oid, path }) => ({ oid, path }));
    this.state = this.problems.length + this.shadowed.length > 0 ? 'problem' : coming > 0 ? 'looking' : 'ready';
    const trouble = troubleOf(report);
    const done = doneOf(report);
    const isReady = coming === 0 && trouble === '';
    const isNews = this.once.isNews('state', isReady ? 'ready' : trouble);
    if (trouble !== '' && isNews) log.warn(`The pen ${this.name}: ${trouble}`);
    if (isReady && (isNews || done !== '')) {
      const how = auto ? 'is up to date' : 'gets only what you copy';
      log.info(`The pen ${this.name} ${how}${done !== '' ? ` (${done})` : ''}: safe to unplug.`);
    } else if (done !== '') log.info(`The pen ${this.name}: ${done}.`);
    parts.changed();
    if (coming === 0) {
      for (const { resolve } of this.waiting) resolve(report);
      this.waiting.clear();
    }
  }

  /** The pen could not be read. */
  failed(error: unknown): void {
    const { pen, parts } = this;
    this.gone(error);
    this.state = 'problem';
    this.problems = [{ oid: null, reason: wordsOf(error) }];
    if (pen.readOnly) void this.measure().then(() => parts.changed());
    // Most of these pens were just removed, which is logged soon.
    if (this.failures++ === 0 && !pen.readOnly) parts.log.debug(`The pen ${this.name}: ${messageOf(error)}`);
    else this.once.say('state', 'warn', pen.readOnly ? messageOf(error) : `The pen ${this.name}: ${messageOf(error)}`);
    parts.changed();
  }
}

/**
 * @param before the previous attempt, if it had the same reasons
 * @returns milliseconds until the attempt is repeated: 0 if it is not held back, Infinity if only a change helps
 */
function pauseAfter({ failed, copied, removed }: SyncReport, before: Stuck | null, byItself: boolean): number {
  if (failed.length === 0 || copied.length + removed.length > 0) return 0;
  const isHeld = ({ error }: (typeof failed)[number]): boolean =>
    ['not_now', 'no_space', 'too_large'].includes(error.code) && !(error instanceof SourceChanged);
  if (!failed.every(isHeld)) return 0;
  if (failed.every(({ error }) => error.code !== 'not_now')) return Infinity;
  if (before === null || before.pause === Infinity) return retryAfter;
  return byItself ? Math.min(before.pause * 2, longestRetry) : before.pause;
}

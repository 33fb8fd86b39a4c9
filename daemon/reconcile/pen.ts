/** library → pen: a pen that is plugged in holds the current file of each album chosen for it, and no stale one of ours. */
import { statfs } from 'node:fs/promises';
import type { PenView } from '../../http/services.js';
import { messageOf, TonstiftError } from '../../workers/errors.js';
import type { Library } from '../../workers/library/library.js';
import type { AlbumRecord } from '../../workers/library/types.js';
import { syncPen, type SyncReport } from '../../workers/pen/apply.js';
import { planPen } from '../../workers/pen/plan-pen.js';
import { isInOrder, type SyncPlan } from '../../workers/pen/plan.js';
import type { Pen } from '../../workers/pen/types.js';
import { withVolume, type VolumeRoot } from '../../workers/pen/volume-root.js';
import type { Clock, Log } from '../../workers/ports.js';
import type { Jobs } from '../jobs.js';
import type { PenMemory } from '../pen-memory.js';
import type { Variants } from './variants.js';

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
    if (this.looking || this.controller.signal.aborted) return;
    this.looking = true;
    void this.serial(() => {
      this.looking = false;
      return this.once({});
    }).catch((error: unknown) => this.failed(error));
  }

  /** Does now what was asked, after what runs. Throws what stood in the way. */
  async carryOut(order: Order): Promise<void> {
    const report = await this.serial(() => this.once(order));
    const failure = report.failed.find(({ oid }) => order.all === true || oid === order.copy || oid === order.remove);
    if (failure !== undefined) throw failure.error;
    const shadow = report.shadowed.find(({ oid }) => oid === order.copy);
    if (shadow !== undefined) throw new TonstiftError('conflict', shadowSentence(shadow));
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
    if (pen.readOnly) throw new TonstiftError('no_pen', `The pen ${pen.name} is write-protected.`);
    const auto = parts.autoSync() || order.all === true;
    const chosen = parts.library.albums.filter((album) => (auto && isFor(album, pen)) || album.oid === order.copy);
    const { files: wanted, absent, coming, failed } = await parts.variants.wanted(pen, chosen);
    signal.throwIfAborted();
    const known = new Set(parts.library.albums.map((album) => album.oid));
    const mayGo = (oid: number): boolean => oid === order.remove || !known.has(oid) || (auto && !absent.has(oid));
    const report = await withVolume(pen.path, { mounted: !parts.mayBeFolder(pen.path) }, async (root) => {
      const plan = await planPen(root, { wanted, remembered: parts.memory.files(pen.id), signal, log: parts.log });
      return this.apply(root, { ...plan, remove: plan.remove.filter(({ oid }) => mayGo(oid)) });
    });
    report.failed.push(...failed);
    await this.tell(report, coming);
    return report;
  }

  private apply(root: VolumeRoot, plan: SyncPlan): Promise<SyncReport> {
    const { pen, parts } = this;
    const { memory, jobs, log } = parts;
    const albums = plan.copy.length;
    if (isInOrder(plan)) return Promise.resolve(emptyReport(plan));
    this.state = 'copying';
    const title = albums > 0 ? `${albums} ${albums === 1 ? 'album' : 'albums'} onto ${pen.name}` : `Tidying up ${pen.name}`;
    const stopped = this.controller.signal;
    return jobs.run({ lane: `pen:${pen.id}`, kind: 'copy', title, oid: null }, ({ signal, progress }) =>
      syncPen(root, plan, {
        remembered: memory.files(pen.id),
        save: (files) => memory.remember(pen.id, files),
        signal: AbortSignal.any([signal, stopped]),
        progress: (done, total) => {
          this.progress = { done, total };
          progress(done, total);
        },
        log,
      }),
    ).finally(() => (this.progress = null));
  }

  private async tell(report: SyncReport, coming: number): Promise<void> {
    const { pen, parts } = this;
    const { log } = parts;
    this.failures = 0;
    const space = await statfs(pen.path).catch(() => null);
    this.space = space === null ? null : { free: space.bavail * space.bsize, total: space.blocks * space.bsize };
    this.problems = report.failed.map(({ oid, error }) => ({ oid, reason: messageOf(error) }));
    this.shadowed = report.shadowed.map(({ oid, path }) => ({ oid, path }));
    this.state = this.problems.length + this.shadowed.length > 0 ? 'problem' : coming > 0 ? 'looking' : 'ready';
    const sentences = [...report.failed.map(({ error }) => messageOf(error)), ...report.shadowed.map(shadowSentence)];
    // The same trouble again is no news.
    const trouble = sentences.join(' ');
    if (trouble !== '' && trouble !== this.said) log.warn(`The pen ${pen.name}: ${trouble}`);
    const done = [report.copied.length > 0 && `${report.copied.length} copied`, report.removed.length > 0 && `${report.removed.length} removed`].filter((part) => part !== false);
    if (coming === 0 && trouble === '' && (done.length > 0 || this.said !== 'ready')) log.info(`The pen ${pen.name} is up to date${done.length > 0 ? ` (${done.join(', ')})` : ''}: safe to unplug.`);
    else if (done.length > 0) log.info(`The pen ${pen.name}: ${done.join(', ')}.`);
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
    // Most are pens that were just pulled out; that is told soon enough.
    if (this.failures++ === 0 && !pen.readOnly) parts.log.debug(`The pen ${pen.name}: ${messageOf(error)}`);
    else if (messageOf(error) !== this.said) {
      parts.log.warn(`The pen ${pen.name}: ${messageOf(error)}`);
      this.said = messageOf(error);
    }
    parts.changed();
    if (!pen.readOnly) this.retry();
  }

  private retry(): void {
    this.cancelRetry = this.parts.clock.after(retryAfter, () => this.look());
  }
}

/** Whether an album is chosen for a pen. */
export const isFor = ({ on_pens }: AlbumRecord, { id, serial }: Pick<Pen, 'id' | 'serial'>): boolean =>
  on_pens === 'all' || (Array.isArray(on_pens) && (on_pens.includes(id) || (serial !== null && on_pens.includes(serial))));

const emptyReport = ({ keep, shadowed, changed }: SyncPlan): SyncReport => ({ copied: [], removed: [], kept: keep.map(({ oid }) => oid), failed: [], shadowed, changed });

const shadowSentence = ({ oid, path }: { oid: number; path: string }): string =>
  `${path} on the pen has the product id ${oid} too and is not ours. The pen plays only one of them; remove it, or give album ${oid} another OID.`;

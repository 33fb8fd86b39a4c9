/**
 * Schedules the embedding of papers: after an import, by the clock, after a failure. Only one run at a time.
 *
 * backlog   papers whose text is not embedded with the current model
 * refused   papers that the embedding API rejects; retried after a long time, or on request
 * clears    deletes every vector first; only such a run can change the model
 * thorough  compares the vectors too, even if the backlog is empty
 */
import { say, type Words } from '../../../workers/base/language/sentence.js';
import { randomUUID } from 'node:crypto';
import type { Config } from '../../../config/fields.js';
import type { PaperStatus } from '../../../http/papers/papers/service.js';
import { restAskedFor, runPauses } from '../../../workers/papers/embedding-api/retry.js';
import { messageOf, TonstiftError } from '../../../workers/base/errors.js';
import type { Log, MonotonicClock } from '../../../workers/base/ports.js';
import type { EventBus } from '../../events.js';
import type { Jobs } from '../../jobs.js';
import type { Outcome, Verdict } from '../../reconcile/outcome.js';
import { SayOnce } from '../../reconcile/say-once.js';
import { WorkQueue, type Run } from '../../reconcile/work-queue.js';
import { checkModelInUse, OtherModel } from './other-model.js';
import { ownName } from './owner.js';
import { Schedule } from './schedule.js';
import { isUnreachable, paperProblem, papersWordsOf } from '../problem.js';
import { notesOf, type PaperStores, type StoresInUse } from '../stores.js';

export interface PaperRunsParts {
  settings: () => Readonly<Config>;
  stores: StoresInUse;
  /** False if there is no paper database yet. */
  isUsed: () => boolean;
  /** Called when cached counts are out of date. */
  changed: () => void;
  jobs: Jobs;
  events: EventBus;
  clock: MonotonicClock;
  log: Log;
  /** The daemon's data folder. Only one daemon at a time uses it. */
  data: string;
  /** Embeds only on request. */
  byHand?: boolean;
  /** Returns true if no embedding server was set up. Then an unreachable default server is not a problem. */
  hasDefaultServer?: () => boolean;
}

/** Milliseconds after which other daemons' claims have expired. */
const othersPause = 150_000;
const reportEvery = 60_000;
const key = 'papers';

interface Order {
  /** Compares the vector database too, even if no paper is waiting. */
  thorough?: boolean;
  /** Retries rejected papers before their retry time. */
  refused?: boolean;
  /** Deletes every vector. The model may change. */
  clears?: boolean;
}

type Published = Pick<PaperStatus, 'state' | 'problem' | 'fact' | 'progress'>;

const idle: Published = { state: 'idle', problem: null, fact: null, progress: null };

export class PaperRuns {
  private readonly queue: WorkQueue<Order>;
  private readonly once: SayOnce;
  private schedule: Schedule | null = null;
  private stopping = false;
  private published: Published = idle;
  private otherModel: string | null = null;
  /** Why the file of the database is damaged: that stays until it is opened again. */
  private damage: Words | null = null;
  /** The embedding API's answer while it asks to wait. */
  private asksToWait: Words | null = null;

  constructor(private readonly parts: PaperRunsParts) {
    this.once = new SayOnce(parts.log);
    this.queue = new WorkQueue({
      clock: parts.clock,
      pauses: runPauses,
      merge: (a, b) => ({
        thorough: a.thorough || b.thorough,
        refused: a.refused || b.refused,
        clears: a.clears || b.clears,
      }),
      work: (_, run) => this.work(run),
      judge: verdictOf,
      ended: (_, outcome) => this.ended(outcome),
    });
  }

  get status(): Published & Pick<PaperStatus, 'other_model' | 'next_run'> {
    const next = this.schedule?.next?.toISOString() ?? null;
    return { ...this.shown(), other_model: this.otherModel, next_run: next };
  }

  /** Embeds missing papers now, and from then on by the schedule. */
  start(): void {
    this.followSchedule();
    if (this.parts.isUsed()) this.queue.add(key, { thorough: true });
  }

  followSchedule(): void {
    this.schedule?.stop();
    const { embed_schedule: pattern } = this.parts.settings();
    const tick = (): void => void (this.parts.isUsed() && this.queue.add(key));
    this.schedule = pattern === '' || this.stopping ? null : new Schedule(pattern, this.parts.clock, tick);
    this.changed();
  }

  /** Call it after papers were added, or `thorough` if some were deleted. Ignores a pause. */
  wake(order: Pick<Order, 'thorough'> = {}): void {
    if (this.parts.isUsed()) this.queue.hurry(key, order);
  }

  /** Also retries postponed papers. */
  retryNow(): void {
    if (this.parts.isUsed()) this.queue.hurry(key, everything);
  }

  /** Like `retryNow`, but resolves when no paper is left, and throws what prevented it. */
  async runNow(): Promise<void> {
    if (this.parts.isUsed()) await paperProblem(() => this.queue.run(key, everything));
  }

  /** Call it when a query has found the file of the database damaged. */
  damaged(words: Words): void {
    if (this.damage !== null) return;
    this.damage = words;
    if (this.parts.byHand !== true) this.parts.log.error(String(words));
    this.changed();
  }

  private shown(): Published {
    return { ...this.published, problem: this.damage ?? this.published.problem };
  }

  /** Call it after the settings have changed. */
  reopened(): void {
    this.damage = null;
    this.queue.interrupt(key, new TonstiftError('aborted', 'The settings have changed.'));
    this.queue.resume();
    if (this.parts.isUsed()) this.queue.hurry(key, { thorough: true });
  }

  /** Deletes every vector; the model may change. Tests the new model first. Resolves after the deletion. */
  async startOver(): Promise<void> {
    if (!this.parts.isUsed()) return;
    this.queue.interrupt(key, new TonstiftError('aborted', 'All papers are embedded again.'));
    await this.queue.run(key, { clears: true });
  }

  async stop(): Promise<void> {
    this.stopping = true;
    this.schedule?.stop();
    await this.queue.stop();
  }

  private async work({ order = {}, signal, wakeIn }: Run<Order>): Promise<void> {
    const { stores } = this.parts;
    if (order.clears === true) {
      await stores.use(clearAll);
      this.queue.add(key, { ...order, clears: false, thorough: true });
      return;
    }
    try {
      const left = await stores.use((opened) => this.embed(opened, order, signal));
      this.otherModel = null;
      this.publish(idle);
      if (left > 0) wakeIn(othersPause);
    } catch (error) {
      this.otherModel = error instanceof OtherModel ? error.stored : null;
      const isOver = signal.aborted || (error instanceof TonstiftError && error.code === 'aborted');
      this.publish(isOver ? idle : this.failureOf(error));
      throw isOver ? new TonstiftError('aborted', 'The embedding was stopped.') : error;
    }
  }

  private failureOf(error: unknown): Published {
    if (this.lacksServer(papersWordsOf(error))) return { ...idle, fact: say('papers.no_server') };
    return { ...idle, state: 'waiting', problem: wordsToShow(error) };
  }

  /** Returns true if an error only means that no embedding server was set up. */
  lacksServer(words: Words | null): boolean {
    return this.parts.hasDefaultServer?.() === true && isUnreachable(words);
  }

  /** @returns the number of papers that others have claimed, or that were added meanwhile */
  private async embed(
    { database, config, ...stores }: PaperStores,
    order: Order,
    signal: AbortSignal,
  ): Promise<number> {
    const { jobs, clock, log, byHand, data, settings } = this.parts;
    signal.throwIfAborted();
    const { waiting } = await database.embeddingBacklog(await notesOf({ database, config }), clock.now());
    if (order.thorough !== true && order.refused !== true && waiting === 0) {
      await checkModelInUse(stores.manager, database);
      return 0;
    }
    this.publish({ ...this.published, state: 'embedding', progress: null });
    const owner = byHand === true ? randomUUID() : await ownName(data);
    const { embedMissing } = await import('./embed-missing.js');
    const job = { kind: 'embed', title: 'Embedding papers', oid: null, signal } as const;
    const { embedded, failed, left } = await jobs.run(job, async ({ signal: stopped, progress }) => {
      const quiet = this.reportProgress();
      const { embed_batch_size: batchSize } = settings();
      const { manager } = stores;
      const parts = { manager, database, batchSize, owner, clock, log, retryRefused: order.refused === true };
      const onWait = (problem: Words): void => {
        this.asksToWait = problem;
        this.publish({ ...this.published, problem });
      };
      try {
        return await embedMissing({ ...parts, onWait }, stopped, (done, total) => {
          this.asksToWait = null;
          this.published = { ...idle, state: 'embedding', progress: { done, total } };
          progress(done, total);
        });
      } finally {
        this.asksToWait = null;
        quiet();
      }
    });
    if (embedded > 0) log.info(`Embedded ${counted(embedded)} ${embedded === 1 ? 'paper' : 'papers'}.`);
    if (failed > 0)
      log.warn(
        `${counted(failed)} ${failed === 1 ? 'paper' : 'papers'} could not be embedded; the page Papers shows why.`,
      );
    return left;
  }

  /** Logs the progress once a minute, and shows on the page if there is none. Returns a function that stops it. */
  private reportProgress(): () => void {
    const { clock, log } = this.parts;
    let logged = 0;
    let movedAt = clock.monotonic();
    return clock.every(reportEvery, () => {
      const { done, total } = this.published.progress ?? { done: 0, total: 0 };
      if (done !== logged) {
        logged = done;
        movedAt = clock.monotonic();
        return log.info(`${counted(done)} of ${counted(total)} papers are embedded.`);
      }
      const minutes = Math.round((clock.monotonic() - movedAt) / 60_000);
      const silent = say('api.silent', { minutes: String(minutes) });
      log.info(String(silent));
      // The API's own answer is more precise.
      this.publish({ ...this.published, problem: this.asksToWait ?? silent });
    });
  }

  private ended(outcome: Outcome): void {
    if (outcome.kind === 'done') return this.once.clear(key);
    const { error } = outcome;
    // A command reports the error itself.
    if (this.parts.byHand === true || (error instanceof TonstiftError && error.code === 'aborted')) return;
    if (this.lacksServer(papersWordsOf(error))) return this.once.say(key, 'info', String(say('papers.no_server')));
    const sentence = sentenceOf(error);
    if (!this.once.isNews(key, sentence)) return;
    const next = outcome.kind === 'not now' ? ` The next try is in ${Math.ceil(outcome.pause / 1000)} s.` : '';
    this.parts.log.warn(`${sentence}${next}`);
  }

  private publish(now: Published): void {
    this.published = now;
    this.changed();
  }

  /** Notifies subscribers that the papers have changed. */
  changed(): void {
    this.parts.changed();
    if (!this.stopping) this.parts.events.emit('papers.changed', this.shown());
  }
}

const everything: Order = { thorough: true, refused: true };

/** The user must decide about vectors of another model. An aborted run is started again by whatever aborted it. */
function verdictOf(error: unknown): Verdict {
  if (error instanceof OtherModel || (error instanceof TonstiftError && error.code === 'aborted')) return 'failed';
  return { notNow: true, atLeast: restAskedFor(error) };
}

const clearAll = ({ database, manager }: PaperStores): Promise<void> =>
  paperProblem(async () => {
    await manager.generateEmbedding('A paper.');
    // Before the vectors are deleted, so that a daemon that starts with the former model afterwards stops at once.
    const { name: model } = manager.freshModel;
    await database.setEmbeddingModel(model);
    await (await manager.collection).clear({ model });
    await database.forgetEmbedded({ collection: await manager.embeddingNotes() });
  });

/** Messages of the system have no full stop. */
const wordsToShow = (thrown: unknown): Words => {
  const words = papersWordsOf(thrown);
  return typeof words === 'string' ? sentenceOf(thrown) : words;
};
const sentenceOf = (thrown: unknown): string => messageOf(thrown).replace(/([^.!?…])$/, '$1.');
const counted = (count: number): string => count.toLocaleString('en');

/**
 * When papers are embedded: right after an import, by the clock, after a failure, and never twice at once.
 *
 * backlog   papers whose text is not embedded with the current model
 * refused   papers that the embedding API does not take; retried after a long time, or when asked
 * anew      every vector goes first; the only way to another model
 * thorough  the vectors are counted too, though the backlog is empty
 */
import { say, type Words } from '../../workers/base/language/sentence.js';
import { randomUUID } from 'node:crypto';
import { Cron } from 'croner';
import type { Config } from '../../config/fields.js';
import type { PaperStatus } from '../../http/resources/papers/service.js';
import { restAskedFor, runPauses } from '../../workers/embedding-api/retry.js';
import { messageOf, TonstiftError } from '../../workers/base/errors.js';
import type { Log, MonotonicClock } from '../../workers/base/ports.js';
import type { EventBus } from '../events.js';
import type { Jobs } from '../jobs.js';
import type { Outcome, Verdict } from '../reconcile/outcome.js';
import { SayOnce } from '../reconcile/say-once.js';
import { WorkQueue, type Run } from '../reconcile/work-queue.js';
import { OtherModel } from './other-model.js';
import { ownName } from './owner.js';
import { paperProblem, papersWordsOf } from './problem.js';
import { notesOf, type PaperStores, type StoresInUse } from './stores.js';

export interface PaperRunsParts {
  settings: () => Readonly<Config>;
  stores: StoresInUse;
  /** False where there is no paper database yet. */
  isUsed: () => boolean;
  /** What was counted is no more so. */
  changed: () => void;
  jobs: Jobs;
  events: EventBus;
  clock: MonotonicClock;
  log: Log;
  /** Folder of this daemon, of which no two daemons run at once. */
  data: string;
  /** Embeds only when asked. */
  byHand?: boolean;
}

/** What another daemon holds is looked at when it has lost it. */
const othersPause = 150_000;
const reportEvery = 60_000;
const key = 'papers';

interface Order {
  /** The vector database is compared too, though no paper seems to wait. */
  thorough?: boolean;
  /** What was refused is tried again before its time. */
  refused?: boolean;
  /** Every vector goes, and the model may be another. */
  anew?: boolean;
}

type Published = Pick<PaperStatus, 'state' | 'problem' | 'progress'>;

const idle: Published = { state: 'idle', problem: null, progress: null };

export class PaperRuns {
  private readonly queue: WorkQueue<Order>;
  private readonly once: SayOnce;
  private cron: Cron | null = null;
  private stopping = false;
  private published: Published = idle;
  private otherModel: string | null = null;
  /** What the embedding API has answered, while it is waited for as it asks. */
  private asksToWait: Words | null = null;

  constructor(private readonly parts: PaperRunsParts) {
    this.once = new SayOnce(parts.log);
    this.queue = new WorkQueue({
      clock: parts.clock,
      pauses: runPauses,
      merge: (a, b) => ({
        thorough: a.thorough || b.thorough,
        refused: a.refused || b.refused,
        anew: a.anew || b.anew,
      }),
      work: (_, run) => this.work(run),
      judge: verdictOf,
      ended: (_, outcome) => this.ended(outcome),
    });
  }

  get status(): Published & Pick<PaperStatus, 'other_model' | 'next_run'> {
    return { ...this.published, other_model: this.otherModel, next_run: this.cron?.nextRun()?.toISOString() ?? null };
  }

  /** Embeds what was left undone, and from now on by the schedule. */
  start(): void {
    this.followSchedule();
    if (this.parts.isUsed()) this.queue.add(key, { thorough: true });
  }

  followSchedule(): void {
    this.cron?.stop();
    const { embed_schedule: schedule } = this.parts.settings();
    const tick = (): void => void (this.parts.isUsed() && this.queue.add(key));
    this.cron = schedule === '' || this.stopping ? null : new Cron(schedule, { unref: true }, tick);
    this.changed();
  }

  /** There are new papers: in spite of a pause. */
  wake(): void {
    if (this.parts.isUsed()) this.queue.hurry(key);
  }

  /** All that was put off too. */
  retryNow(): void {
    if (this.parts.isUsed()) this.queue.hurry(key, everything);
  }

  /** As `retryNow`; resolves when nothing is left to do. Throws what stood in the way. */
  async runNow(): Promise<void> {
    if (this.parts.isUsed()) await paperProblem(() => this.queue.run(key, everything));
  }

  /** The settings are others now. */
  reopened(): void {
    this.queue.interrupt(key, new TonstiftError('aborted', 'The settings have changed.'));
    this.queue.resume();
    if (this.parts.isUsed()) this.queue.hurry(key, { thorough: true });
  }

  /** Every vector goes, and the model may be another; first it must answer. Resolves when they are gone. */
  async startAnew(): Promise<void> {
    if (!this.parts.isUsed()) return;
    this.queue.interrupt(key, new TonstiftError('aborted', 'All papers are embedded anew.'));
    await this.queue.run(key, { anew: true });
  }

  async stop(): Promise<void> {
    this.stopping = true;
    this.cron?.stop();
    await this.queue.stop();
  }

  private async work({ order = {}, signal, wakeIn }: Run<Order>): Promise<void> {
    const { stores } = this.parts;
    if (order.anew === true) {
      await stores.use(clearAll);
      this.queue.add(key, { ...order, anew: false, thorough: true });
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
      this.publish(isOver ? idle : { state: 'waiting', problem: wordsToShow(error), progress: null });
      throw isOver ? new TonstiftError('aborted', 'The embedding was stopped.') : error;
    }
  }

  /** @returns papers that others hold, or that came meanwhile */
  private async embed(
    { database, config, ...stores }: PaperStores,
    order: Order,
    signal: AbortSignal,
  ): Promise<number> {
    const { jobs, clock, log, byHand, data, settings } = this.parts;
    signal.throwIfAborted();
    const { waiting } = await database.embeddingBacklog(await notesOf({ database, config }), clock.now());
    if (order.thorough !== true && order.refused !== true && waiting === 0) return 0;
    this.publish({ state: 'embedding', problem: this.published.problem, progress: null });
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
          this.published = { state: 'embedding', problem: null, progress: { done, total } };
          progress(done, total);
        });
      } finally {
        this.asksToWait = null;
        quiet();
      }
    });
    if (embedded > 0) log.info(`${counted(embedded)} ${embedded === 1 ? 'paper is' : 'papers are'} embedded.`);
    if (failed > 0)
      log.warn(
        `${counted(failed)} ${failed === 1 ? 'paper' : 'papers'} could not be embedded; the page Papers says why.`,
      );
    return left;
  }

  /** A line a minute, on the page too where nothing moves; what comes back ends that. */
  private reportProgress(): () => void {
    const { clock, log } = this.parts;
    let logged = 0;
    let movedAt = clock.now();
    return clock.every(reportEvery, () => {
      const { done, total } = this.published.progress ?? { done: 0, total: 0 };
      if (done !== logged) {
        logged = done;
        movedAt = clock.now();
        return log.info(`${counted(done)} of ${counted(total)} papers are embedded.`);
      }
      const minutes = Math.round((clock.now() - movedAt) / 60_000);
      const silent = say('api.silent', { minutes: String(minutes) });
      log.info(String(silent));
      // The answer of the API says more.
      this.publish({ ...this.published, problem: this.asksToWait ?? silent });
    });
  }

  private ended(outcome: Outcome): void {
    if (outcome.kind === 'done') return this.once.clear(key);
    const { error } = outcome;
    // A command reports what is thrown.
    if (this.parts.byHand === true || (error instanceof TonstiftError && error.code === 'aborted')) return;
    const sentence = sentenceOf(error);
    if (!this.once.isNews(key, sentence)) return;
    const next = outcome.kind === 'not now' ? ` Tried again in ${Math.ceil(outcome.pause / 1000)} s.` : '';
    this.parts.log.warn(`${sentence}${next}`);
  }

  private publish(now: Published): void {
    this.published = now;
    this.changed();
  }

  /** For whoever subscribes: the papers are others now. */
  changed(): void {
    this.parts.changed();
    if (!this.stopping) this.parts.events.emit('papers.changed', this.published);
  }
}

const everything: Order = { thorough: true, refused: true };

/** Only a person can decide what becomes of vectors of another model; what was aborted is begun by whoever did that. */
function verdictOf(error: unknown): Verdict {
  if (error instanceof OtherModel || (error instanceof TonstiftError && error.code === 'aborted')) return 'failed';
  return { notNow: true, atLeast: restAskedFor(error) };
}

const clearAll = ({ database, manager }: PaperStores): Promise<void> =>
  paperProblem(async () => {
    await manager.generateEmbedding('A paper.');
    // Before the vectors go: a daemon that begins with the former model after that does not begin.
    await database.setEmbeddingModel(manager.modelName);
    await (await manager.collection).clear({ model: manager.modelName });
    await database.forgetEmbedded({ collection: await manager.embeddingNotes() });
  });

/** The system's own messages have no full stop. */
const wordsToShow = (thrown: unknown): Words => {
  const words = papersWordsOf(thrown);
  return typeof words === 'string' ? sentenceOf(thrown) : words;
};
const sentenceOf = (thrown: unknown): string => messageOf(thrown).replace(/([^.!?…])$/, '$1.');
const counted = (count: number): string => count.toLocaleString('en');

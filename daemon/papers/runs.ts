/** When papers are embedded: right after an import, by the clock, after a failure, and never twice at once. */
import { randomUUID } from 'node:crypto';
import { Cron } from 'croner';
import pLimit from 'p-limit';
import type { Config } from '../../config/fields.js';
import type { PaperStatus } from '../../http/resources/papers/service.js';
import { EmbeddingApiError } from '../../workers/embedding-api/errors.js';
import { linkedSignal } from '../../workers/base/async/linked-signal.js';
import { messageOf, TonstiftError } from '../../workers/base/errors.js';
import type { Clock, Log } from '../../workers/base/ports.js';
import type { EventBus } from '../events.js';
import type { Jobs } from '../jobs.js';
import { Looking } from '../reconcile/looking.js';
import { OtherModel } from './other-model.js';
import { ownName } from './owner.js';
import { paperProblem } from './problem.js';
import type { PaperStores, StoresInUse } from './stores.js';

export interface PaperRunsParts {
  settings: () => Readonly<Config>;
  stores: StoresInUse;
  /** False where there is no paper database yet. */
  isUsed: () => boolean;
  jobs: Jobs;
  events: EventBus;
  clock: Clock;
  log: Log;
  /** Folder of this house, of which no two daemons run at once. */
  data: string;
  /** Embeds only when told to. */
  byHand?: boolean;
}

/** Milliseconds until what was away is tried again: doubled each time. */
const firstRetry = 15_000;
const longestRetry = 15 * 60_000;
/** No server is believed that it wants to be left alone for longer. */
const longestRest = 24 * 3_600_000;
/** What another daemon holds is looked at when it has lost it. */
const othersPause = 150_000;
const sayEvery = 60_000;
const lane = 'papers';

export class PaperRuns {
  private readonly looking: Looking;
  /** Embedding, and throwing vectors away, one after the other. */
  private readonly alone = pLimit(1);
  private cron: Cron | null = null;
  private cancelLook = (): void => undefined;
  private retry = firstRetry;
  /** When the next try is due, in milliseconds since 1970. */
  private retryAt = 0;
  /** The server has asked for peace until then, in milliseconds since 1970. */
  private restUntil = 0;
  /** The vector database is compared too, though no paper seems to wait. */
  private thorough = true;
  /** What was refused is tried again before its time. */
  private again = false;
  private ends = new AbortController();
  private stopping = false;
  private told: Pick<PaperStatus, 'state' | 'problem' | 'progress'> = { state: 'idle', problem: null, progress: null };
  private otherModel: string | null = null;
  /** The last failure in the log, so that it is not said with every try. */
  private said: string | null = null;

  constructor(private readonly parts: PaperRunsParts) {
    this.looking = new Looking(
      () => this.run(),
      (error) => this.failed(error),
    );
  }

  get status(): Pick<PaperStatus, 'state' | 'problem' | 'progress' | 'other_model' | 'next_run'> {
    return { ...this.told, other_model: this.otherModel, next_run: this.cron?.nextRun()?.toISOString() ?? null };
  }

  followSchedule(): void {
    this.cron?.stop();
    const { embed_schedule: schedule } = this.parts.settings();
    this.cron =
      schedule === '' || this.stopping
        ? null
        : new Cron(schedule, { unref: true }, () => {
            if (this.parts.clock.now() >= this.restUntil) this.look();
          });
    this.changed();
  }

  look(): void {
    if (!this.stopping && this.parts.isUsed()) this.looking.look();
  }

  /** All that was put off too. */
  lookNow(): void {
    this.thorough = true;
    this.again = true;
    this.look();
  }

  /** As `lookNow`; resolves when nothing is left to do. Throws what stood in the way. */
  async runNow(): Promise<void> {
    this.thorough = true;
    this.again = true;
    if (this.parts.isUsed()) await paperProblem(() => this.run());
  }

  /** The settings are others now. */
  reopened(): void {
    this.interrupt('The settings have changed.');
    this.startOver();
    this.thorough = true;
    this.look();
  }

  /** Every vector goes, and the model may be another; first it must answer. */
  async startAnew(): Promise<void> {
    if (!this.parts.isUsed()) return;
    this.interrupt('All papers are embedded anew.');
    await this.alone(() =>
      this.parts.stores.use(({ manager, database }) =>
        paperProblem(async () => {
          await manager.generateEmbedding('A paper.');
          await manager.clearCollection();
          await database.setEmbeddingModel(manager.modelName);
          await database.forgetEmbedded({ collection: manager.collectionName });
        }),
      ),
    );
  }

  async stop(): Promise<void> {
    this.stopping = true;
    this.cron?.stop();
    this.cancelLook();
    this.interrupt('The daemon is stopping.');
    await this.looking.stop();
  }

  private interrupt(why: string): void {
    this.ends.abort(new TonstiftError('aborted', why));
    this.ends = new AbortController();
    this.cancelLook();
  }

  private async run(): Promise<void> {
    const { signal } = this.ends;
    try {
      await this.alone(() => this.parts.stores.use((stores) => this.embed(stores, signal)));
      this.otherModel = null;
      this.tell({ state: 'idle', problem: null, progress: null });
    } catch (error) {
      this.otherModel = error instanceof OtherModel ? error.stored : null;
      const isOver = signal.aborted || (error instanceof TonstiftError && error.code === 'aborted');
      this.tell(
        isOver
          ? { state: 'idle', problem: null, progress: null }
          : { state: 'waiting', problem: sentenceOf(error), progress: null },
      );
      throw isOver ? new TonstiftError('aborted', 'The embedding was stopped.') : error;
    }
  }

  private async embed({ manager, database }: PaperStores, ends: AbortSignal): Promise<void> {
    const { jobs, clock, log, byHand, data, settings } = this.parts;
    ends.throwIfAborted();
    const { thorough, again } = this;
    if (!thorough && (await database.embeddingBacklog(manager.collectionName)).waiting === 0) return;
    this.cancelLook();
    this.tell({ state: 'embedding', problem: this.told.problem, progress: null });
    const owner = byHand === true ? randomUUID() : await ownName(data);
    const { embedMissing } = await import('./embed-missing.js');
    const { embedded, failed, left } = await jobs.run(
      { lane, kind: 'embed', title: 'Embedding papers', oid: null },
      async ({ signal: stopped, progress }) => {
        const { signal, unlink } = linkedSignal([stopped, ends]);
        const quiet = this.sayHowFar();
        try {
          return await embedMissing(
            { manager, database, batchSize: settings().embed_batch_size, owner, clock, log, again },
            signal,
            (done, total) => {
              this.told = { state: 'embedding', problem: null, progress: { done, total } };
              progress(done, total);
            },
          );
        } finally {
          quiet();
          unlink();
        }
      },
    );
    if (embedded > 0) log.info(`${counted(embedded)} ${embedded === 1 ? 'paper is' : 'papers are'} embedded.`);
    if (failed > 0)
      log.warn(
        `${counted(failed)} ${failed === 1 ? 'paper' : 'papers'} could not be embedded; the page Papers says why.`,
      );
    this.thorough = false;
    this.again = false;
    this.startOver();
    if (left > 0) this.lookIn(othersPause);
  }

  /** A line a minute, on the page too where nothing moves; what comes back ends that. */
  private sayHowFar(): () => void {
    const { clock, log } = this.parts;
    let said = 0;
    let movedAt = clock.now();
    return clock.every(sayEvery, () => {
      const { done, total } = this.told.progress ?? { done: 0, total: 0 };
      if (done !== said) {
        said = done;
        movedAt = clock.now();
        return log.info(`${counted(done)} of ${counted(total)} papers are embedded.`);
      }
      const minutes = Math.round((clock.now() - movedAt) / 60_000);
      const problem = `Nothing has come from the embedding API for ${minutes} min; it is waited for.`;
      log.info(problem);
      this.tell({ ...this.told, problem });
    });
  }

  private failed(error: unknown): void {
    const { log, clock } = this.parts;
    if (this.stopping || (error instanceof TonstiftError && error.code === 'aborted')) return;
    const sentence = sentenceOf(error);
    const isNew = sentence !== this.said;
    this.said = sentence;
    if (error instanceof OtherModel) {
      if (isNew) log.warn(sentence);
      return;
    }
    const rest = Math.min(restAskedFor(error), longestRest);
    const now = clock.now();
    if (rest > 0) this.restUntil = now + rest;
    // A try out of turn, for there are new papers, makes nobody wait longer.
    if (this.retryAt <= now) {
      this.retryAt = now + this.retry;
      this.retry = Math.min(this.retry * 2, longestRetry);
    }
    const pause = Math.max(this.retryAt, this.restUntil) - now;
    if (isNew) log.warn(`${sentence} Tried again in ${Math.ceil(pause / 1000)} s.`);
    this.lookIn(pause);
  }

  private startOver(): void {
    this.retry = firstRetry;
    this.retryAt = 0;
    this.restUntil = 0;
  }

  private lookIn(ms: number): void {
    this.cancelLook();
    if (!this.stopping) this.cancelLook = this.parts.clock.after(ms, () => this.look());
  }

  private tell(now: typeof this.told): void {
    if (now.state === 'idle') this.said = null;
    this.told = now;
    this.changed();
  }

  /** Tells those who listen that the papers are others now. */
  changed(): void {
    if (!this.stopping) this.parts.events.emit('papers.changed', this.told);
  }
}

/** The system's own messages have no full stop. */
const sentenceOf = (thrown: unknown): string => messageOf(thrown).replace(/([^.!?…])$/, '$1.');
const counted = (count: number): string => count.toLocaleString('en');

/** Milliseconds for which a server wants to be left alone. */
function restAskedFor(thrown: unknown): number {
  if (thrown instanceof EmbeddingApiError) return thrown.retryAfterMs ?? 0;
  return thrown instanceof Error && thrown.cause !== undefined ? restAskedFor(thrown.cause) : 0;
}

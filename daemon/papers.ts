/** The papers: imported, embedded when it is time, found again. The PaperService of the HTTP room. */
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Cron } from 'croner';
import { isUrl } from '../config/url.js';
import type { Config, FieldName } from '../config/fields.js';
import type { PaperImport, PaperQuery, PaperService, PaperStatus } from '../http/services.js';
import { EmbeddingsManager } from '../workers/embeddings/manager.js';
import type { ImportedEmbeddings } from '../workers/embeddings/import-slice.js';
import type { FoundPaper } from '../workers/embeddings/search-papers.js';
import type { ExportedEmbeddings } from '../workers/embeddings/slices.js';
import { messageOf, TonstiftError } from '../workers/errors.js';
import { writeDurably } from '../workers/files/durable.js';
import { unlessGone } from '../workers/files/walk.js';
import { DatabaseManager } from '../workers/papers/database-manager.js';
import { importPapers, type PaperSource } from '../workers/papers/ingest/import-papers.js';
import type { Clock, Log } from '../workers/ports.js';
import type { EventBus } from './events.js';
import type { Jobs } from './jobs.js';
import { Looking } from './looking.js';
import { paperProblem } from './paper-problem.js';
import { embedMissing } from './reconcile/embeddings.js';

export interface PapersParts {
  settings: () => Readonly<Config>;
  jobs: Jobs;
  events: EventBus;
  clock: Clock;
  log: Log;
  /** Folder of this house, of which no two daemons run at once. */
  data: string;
  /** Embeds only when told to. */
  byHand?: boolean;
}

/** What makes a new manager necessary. */
export const paperFields = [
  'paper_db', 'embedding_db', 'collection_name', 'llm_backend_url', 'llm_backend_auth_token', 'embedding_model', 'requests_per_minute', 'embed_batch_size',
] as const satisfies readonly FieldName[];

/** Milliseconds until what was away is tried again: doubled each time. */
const firstRetry = 15_000;
const longestRetry = 15 * 60_000;
const lane = 'papers';

export class Papers implements PaperService {
  private open: { manager: EmbeddingsManager; database: DatabaseManager } | null = null;
  private readonly looking: Looking;
  private cron: Cron | null = null;
  private cancelRetry = (): void => undefined;
  private retry = firstRetry;
  private state: PaperStatus['state'] = 'idle';
  private problem: string | null = null;
  private progress: PaperStatus['progress'] = null;
  /** The vector database is compared too, though no paper seems to wait. */
  private thorough = true;
  private stopping = false;

  constructor(private readonly parts: PapersParts) {
    this.looking = new Looking(() => this.embedOnce(), (error) => this.failed(error));
  }

  /** Embeds what was left undone, and from now on by the schedule. */
  start(): void {
    this.followSchedule();
    if (this.isUsed()) this.looking.look();
  }

  followSchedule(): void {
    this.cron?.stop();
    const { embed_schedule: schedule } = this.parts.settings();
    this.cron = schedule === '' ? null : new Cron(schedule, { unref: true }, () => {
      if (this.isUsed()) this.looking.look();
    });
  }

  /** The settings of the papers are others now. */
  async reopen(): Promise<void> {
    await this.parts.jobs.abort(lane, 'The settings have changed.');
    await this.close();
    this.retry = firstRetry;
    this.thorough = true;
    if (this.isUsed()) this.looking.look();
  }

  async stop(): Promise<void> {
    this.stopping = true;
    this.cron?.stop();
    this.cancelRetry();
    await this.parts.jobs.abort(lane, 'The daemon is stopping.');
    await this.looking.stop();
    await this.close();
  }

  private async close(): Promise<void> {
    const { open } = this;
    this.open = null;
    this.cancelRetry();
    if (open === null) return;
    for (const part of [open.manager, open.database]) await part.close().catch((error: unknown) => this.parts.log.warn(messageOf(error)));
  }

  private parted(): { manager: EmbeddingsManager; database: DatabaseManager } {
    const config = this.parts.settings();
    this.open ??= {
      manager: new EmbeddingsManager({
        apiUrl: config.llm_backend_url, authToken: config.llm_backend_auth_token, modelName: config.embedding_model, collectionName: config.collection_name,
        requestsPerMinute: config.requests_per_minute, embeddingDb: config.embedding_db, paperDb: config.paper_db,
      }, { log: this.parts.log, clock: this.parts.clock }),
      database: new DatabaseManager(config.paper_db),
    };
    return this.open;
  }

  /** Those who have only albums get no database. */
  private isUsed(): boolean {
    const { paper_db: path } = this.parts.settings();
    return !this.stopping && (isUrl(path) || existsSync(path));
  }

  private async embedOnce(): Promise<void> {
    const { jobs, clock, log } = this.parts;
    const { manager, database } = this.parted();
    const { waiting } = await database.embeddingBacklog(manager.collectionName);
    if (waiting === 0 && !this.thorough) return this.changed();
    this.cancelRetry();
    const owner = this.parts.byHand === true ? randomUUID() : await ownName(this.parts.data);
    this.state = 'embedding';
    this.changed();
    try {
      const { embedded, failed } = await jobs.run({ lane, kind: 'embed', title: 'Embedding papers', oid: null }, ({ signal, progress }) =>
        embedMissing({ manager, database, batchSize: this.parts.settings().embed_batch_size, owner, clock, log }, signal, (done, total) => {
          this.progress = { done, total };
          progress(done, total);
        }));
      if (embedded > 0) log.info(`${embedded} papers are embedded.`);
      if (failed > 0) log.warn(`${failed} papers could not be embedded; the page Papers says why.`);
      this.state = 'idle';
      this.problem = null;
      this.thorough = false;
      this.retry = firstRetry;
    } finally {
      this.progress = null;
      this.changed();
    }
  }

  private failed(error: unknown): void {
    const { log, clock } = this.parts;
    if (this.stopping || (error instanceof TonstiftError && error.code === 'aborted')) return;
    const sentence = messageOf(error);
    if (sentence !== this.problem) log.warn(`${sentence} Tried again in ${Math.round(this.retry / 1000)} s.`);
    this.state = 'waiting';
    this.problem = sentence;
    this.cancelRetry = clock.after(this.retry, () => this.looking.look());
    this.retry = Math.min(this.retry * 2, longestRetry);
    this.changed();
  }

  private changed(): void {
    if (this.stopping) return;
    this.parts.events.emit('papers.changed', { state: this.state, problem: this.problem, progress: this.progress });
  }

  async status(): Promise<PaperStatus> {
    const config = this.parts.settings();
    const facts = {
      state: this.state, problem: this.problem, progress: this.progress, model: config.embedding_model, collection: config.collection_name,
      next_run: this.cron?.nextRun()?.toISOString() ?? null,
    };
    const none = { papers: 0, embedded: 0, waiting: 0, failed: 0, failures: [], conferences: [], years: [], sessions: [] };
    if (!this.isUsed()) return { ...facts, ...none };
    const { database } = this.parted();
    try {
      const { conferences, years, sessions } = await database.statistics();
      const { total, embedded, waiting, failed } = await database.embeddingBacklog(config.collection_name);
      const failures = failed === 0 ? [] : await database.embeddingFailures(config.collection_name, 20);
      return {
        ...facts, papers: total, embedded, waiting, failed,
        failures: failures.map(({ uid, title, reason }) => ({ uid, title, reason })),
        conferences: conferences.map(({ conference }) => conference), years: years.map(({ year }) => year), sessions: sessions.map(({ session }) => session),
      };
    } catch (error) {
      return { ...facts, ...none, state: 'waiting', problem: messageOf(error) };
    }
  }

  async search({ query, limit, conferences, years, sessions, distance_threshold: distanceThreshold }: PaperQuery): Promise<FoundPaper[]> {
    if (!this.isUsed()) return [];
    const { manager, database } = this.parted();
    return paperProblem(() => manager.searchPapersSemantic(query, database, { limit, conferences, years, sessions, distanceThreshold }));
  }

  /** Embeds what came right afterwards. */
  async import(source: PaperSource, title: string, signal?: AbortSignal): Promise<PaperImport> {
    const { jobs, log } = this.parts;
    const report = await jobs.run({ lane: 'papers-import', kind: 'import', title, oid: null }, ({ signal: stopped, progress }) =>
      paperProblem(() => importPapers(this.parted().database, source, { signal: signal === undefined ? stopped : AbortSignal.any([stopped, signal]), progress })));
    const { added, updated, unchanged, rejected_count: rejected } = report;
    log.info(`${title}: ${added} papers are new, ${updated} changed, ${unchanged} were there already${rejected > 0 ? `, ${rejected} could not be taken` : ''}.`);
    if (added + updated > 0 && this.parts.byHand !== true) this.looking.look();
    this.changed();
    return report;
  }

  async embed(all = false): Promise<PaperStatus> {
    if (all) await this.startAnew();
    this.thorough = true;
    if (this.isUsed()) this.looking.look();
    return this.status();
  }

  /** Every vector goes, and the model may be another; first it must answer. */
  private async startAnew(): Promise<void> {
    if (!this.isUsed()) return;
    await this.parts.jobs.abort(lane, 'All papers are embedded anew.');
    const { manager, database } = this.parted();
    await paperProblem(async () => {
      await manager.generateEmbedding('A paper.');
      await manager.clearCollection();
      await database.setEmbeddingModel(manager.modelName);
      await database.forgetEmbedded({ collection: manager.collectionName });
    });
  }

  /** Resolves when nothing is left to do; for a command. Throws what stood in the way. */
  async embedNow(all: boolean): Promise<PaperStatus> {
    if (all) await this.startAnew();
    this.thorough = true;
    if (this.isUsed()) await paperProblem(() => this.embedOnce());
    return this.status();
  }

  exportEmbeddings(conference: string, year: number): Promise<ExportedEmbeddings> {
    return paperProblem(() => this.parted().manager.exportEmbeddings(conference, year));
  }

  importEmbeddings(data: ImportedEmbeddings, conference: string, year: number): Promise<number> {
    return paperProblem(() => this.parted().manager.importEmbeddings(data, conference, year));
  }
}

/** By which other daemons on one paper database tell this one; made once. */
async function ownName(data: string): Promise<string> {
  const path = join(data, 'papers-owner');
  const known = (await readFile(path, 'utf8').catch(unlessGone(''))).trim();
  if (/^[0-9a-f-]{36}$/.test(known)) return known;
  const name = randomUUID();
  await mkdir(data, { recursive: true });
  await writeDurably(path, `${name}\n`);
  return name;
}

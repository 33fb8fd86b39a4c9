/** Imports, embeds and searches papers. Implements the PaperService of the HTTP room. */
import type { Config, FieldName } from '../../config/fields.js';
import { stagingFolder } from '../../config/places.js';
import type {
  CountQuery,
  LikeQuery,
  PaperCounts,
  PaperImport,
  PaperMatches,
  PaperQuery,
  PapersCheck,
  PaperService,
  PapersFound,
  PapersLike,
  PaperStatus,
  ServerTest,
} from '../../http/papers/papers/service.js';
import { linkedSignal } from '../../workers/base/async/linked-signal.js';
import { maskedUrl } from '../../workers/base/text/url-secrets.js';
import type { LocalServer } from '../../workers/papers/embedding-api/server-test.js';
import type { EmbeddingsManager } from '../../workers/papers/embeddings/manager.js';
import type { ExportedEmbeddings, ImportedEmbeddings } from '../../workers/papers/embeddings/records/slices.js';
import { messageOf, TonstiftError } from '../../workers/base/errors.js';
import type { DatabaseManager } from '../../workers/papers/database-manager.js';
import type { PaperSource } from '../../workers/papers/ingest/import-papers.js';
import { sameModel } from '../../workers/papers/vectors/model.js';
import {
  excludedFilters,
  filterFields,
  parseFieldFilters,
  unknownFilters,
} from '../../workers/papers/field-filters.js';
import { formatOf } from '../../workers/papers/ingest/types.js';
import type { Paper } from '../../workers/papers/types.js';
import type { BackupPart } from '../backup-part.js';
import type { JobContext } from '../jobs.js';
import { PaperAlerts } from './alerts/alerts.js';
import { PaperFeeds, type PaperFeedsParts } from './alerts/feeds.js';
import { KeptSearches } from './alerts/kept-searches.js';
import { alertStore } from './alerts/stored-alerts.js';
import { PaperChanges } from './changes.js';
import { KeptBacklog } from './embed/backlog.js';
import { LatentPapers } from './found/latent-papers.js';
import { papersLike } from './found/like.js';
import { paperProblem, papersWordsOf } from './problem.js';
import { citationsOf, recordOf, unknownPaper } from './record.js';
import { PaperRuns, type PaperRunsParts } from './embed/runs.js';
import { matchesOf } from './found/matches.js';
import { PaperMaps } from './map/maps.js';
import { SavedPapers } from './saved.js';
import { searchPapers } from './found/search.js';
import { papersInBackup } from './papers-backup.js';
import { createPaperStores, isPaperDatabaseThere, notesOf, type PaperStores, type StoresInUse } from './stores.js';
import { countsBySeries, namesOfSeries, seriesIn } from './found/venues.js';
import { say, type Words } from '../../workers/base/language/sentence.js';

export type PapersParts = Omit<PaperRunsParts, 'stores' | 'isUsed' | 'changed'> & Pick<PaperFeedsParts, 'feedLimits'>;

/** Settings that require opening the stores again. */
export const reopeningFields = [
  'paper_db',
  'embedding_db',
  'collection_name',
  'llm_backend_url',
  'llm_backend_auth_token',
  'embedding_model',
  'requests_per_minute',
  'embed_batch_size',
  'embedding_input',
  'embedding_document_prefix',
  'embedding_query_prefix',
  'embedding_document_type',
  'embedding_query_type',
  'embedding_dimensions',
] as const satisfies readonly FieldName[];

/** @param noted the model that the database notes */
const isImprovable = (manager: EmbeddingsManager, noted: string | null): boolean =>
  noted !== null && sameModel(manager.modelFor(noted).name, noted) && !sameModel(manager.freshModel.name, noted);

/** Null if the server accepts as many as the settings allow. */
function textsPerRequest(
  { apiClient }: EmbeddingsManager,
  { embed_batch_size: most }: Readonly<Config>,
): number | null {
  const now = apiClient.batchSize(most).now();
  return now < most ? now : null;
}

/** Milliseconds. Other machines may have added papers. */
const choicesLast = 60_000;

export class Papers implements PaperService {
  readonly formatOf = formatOf;
  readonly fields = filterFields;
  readonly unknownFields = unknownFilters;
  readonly excludedFields = excludedFilters;
  readonly citations = citationsOf;
  private readonly stores: StoresInUse;
  private readonly runs: PaperRuns;
  readonly saved: SavedPapers;
  readonly alerts: PaperAlerts;
  readonly feeds: PaperFeeds;
  readonly changes: PaperChanges;
  readonly maps: PaperMaps;
  private readonly latent: LatentPapers;
  readonly inBackup: BackupPart;
  private readonly ending = new AbortController();
  /** The filter values of a search, cached because a scan of all papers takes longer than the rest of the page. */
  private choices: { at: number; what: Pick<PaperStatus, 'conferences' | 'years' | 'sessions'> } | null = null;

  private readonly backlog = new KeptBacklog();

  constructor(private readonly parts: PapersParts) {
    this.stores = createPaperStores({ ...parts, damaged: (words) => this.runs.damaged(words) });
    const { data, clock, log } = parts;
    const shared = { stores: this.stores, isUsed: this.isUsed, clock, log };
    this.latent = new LatentPapers(shared);
    this.maps = new PaperMaps({
      ...{ ...shared, data },
      problem: () => this.whyNotEmbedded,
      search: (query) => this.search(query),
      changed: () => this.runs.changed(),
    });
    parts.events.subscribe(({ type, data: facts }) => {
      if (type === 'papers.changed' && (facts as { state: string }).state === 'embedding') this.maps.vectorsChanged();
    });
    this.saved = new SavedPapers(shared);
    const store = alertStore(data, log);
    const searches = new KeptSearches(store, clock);
    this.alerts = new PaperAlerts({
      ...{ ...shared, searches },
      withNames: (database, query) => this.withNames(database, query),
    });
    this.feeds = new PaperFeeds({
      ...{ ...parts, store },
      import: (source, title, signal) => this.import(source, title, signal),
      forgetImport: (id) => paperProblem(() => this.stores.use(({ database }) => database.forgetImport(id))),
      changed: () => this.runs.changed(),
    });
    this.changes = new PaperChanges({
      ...{ ...shared, jobs: parts.jobs, ending: this.ending.signal },
      changed: () => this.papersChanged({ thorough: true }),
    });
    this.inBackup = papersInBackup({ ...shared, searches, changed: () => this.papersChanged() });
    this.runs = new PaperRuns({ ...parts, ...shared, changed: () => this.backlog.forget() });
  }

  readonly isUsed = (): boolean => isPaperDatabaseThere(this.parts.settings());

  /** Embeds missing papers now, and from then on by the schedule. */
  start(): void {
    this.runs.start();
    this.feeds.start().catch((error: unknown) => this.parts.log.warn(messageOf(error)));
  }

  followSchedule(): void {
    this.runs.followSchedule();
  }

  /** Call it after the settings of the papers have changed. Running work ends with the former settings. */
  reopen(): void {
    this.choices = null;
    this.maps.reopen();
    this.latent.reopen();
    this.backlog.forget();
    void this.stores.close();
    this.runs.reopened();
  }

  async stop(): Promise<void> {
    this.ending.abort(new TonstiftError('not_now', say('error.stopping')));
    await this.feeds.stop();
    await this.maps.stop();
    await this.latent.stop();
    await this.runs.stop();
    await this.stores.end();
  }

  async status(): Promise<PaperStatus> {
    const { embedding_model: model, collection_name: collection }: Readonly<Config> = this.parts.settings();
    const none = {
      ...this.runs.status,
      model,
      collection,
      papers: 0,
      embedded: 0,
      waiting: 0,
      failed: 0,
      elsewhere: 0,
      lost: 0,
      is_improvable: false,
      texts_per_request: null,
      failures: [],
      conferences: [],
      years: [],
      sessions: [],
    };
    if (!this.isUsed()) return none;
    try {
      return await this.stores.use(async ({ database, config, manager }) => {
        const choices = await this.choicesOf(database);
        const notes = await notesOf({ database, config });
        const { total, ...counts } = await this.backlog.of(() =>
          database.embeddingBacklog(notes, this.parts.clock.now()),
        );
        const failures = counts.failed === 0 ? [] : await database.embeddingFailures(notes, 20);
        return {
          ...none,
          ...this.runs.status,
          ...counts,
          papers: total,
          is_improvable: isImprovable(manager, await database.getEmbeddingModel()),
          texts_per_request: textsPerRequest(manager, config),
          failures: failures.map(({ uid, title, reason }) => ({ uid, title, reason })),
          ...choices,
          conferences: seriesIn(choices.conferences),
        };
      });
    } catch (error) {
      return { ...none, state: 'waiting', problem: papersWordsOf(error) };
    }
  }

  private async choicesOf(database: DatabaseManager): Promise<Pick<PaperStatus, 'conferences' | 'years' | 'sessions'>> {
    const now = this.parts.clock.monotonic();
    if (this.choices !== null && now - this.choices.at < choicesLast) return this.choices.what;
    const what = await database.choices();
    this.choices = { at: now, what };
    return what;
  }

  /** Adds the other names of the series that are asked for. */
  private async withNames<Query extends { conferences: string[] }>(
    database: DatabaseManager,
    query: Query,
  ): Promise<Query> {
    if (query.conferences.length === 0) return query;
    const { conferences } = await this.choicesOf(database);
    return { ...query, conferences: namesOfSeries(query.conferences, conferences) };
  }

  private get whyNotEmbedded(): Words | null {
    const { problem, fact } = this.runs.status;
    return problem ?? (fact === null ? null : say('papers.set_up_server'));
  }

  async search(query: PaperQuery, signal?: AbortSignal): Promise<PapersFound> {
    if (!this.isUsed()) return { papers: [], by: 'words and meaning', why: null, is_whole: true };
    const found = await paperProblem(() =>
      this.stores.use(async (stores) =>
        searchPapers(stores, await this.withNames(stores.database, query), this.whyNotEmbedded, signal),
      ),
    );
    return this.runs.lacksServer(found.why) ? { ...found, why: say('papers.set_up_server') } : found;
  }

  async like(query: LikeQuery): Promise<PapersLike> {
    if (!this.isUsed()) throw unknownPaper(query.uid);
    return paperProblem(() =>
      this.stores.use(async (stores) => {
        const latent = this.parts.byHand === true ? null : this.latent;
        const parts = { stores, latent, problem: this.whyNotEmbedded };
        return papersLike(parts, await this.withNames(stores.database, query));
      }),
    );
  }

  async record(uid: string): Promise<Paper> {
    if (!this.isUsed()) throw unknownPaper(uid);
    return paperProblem(() => this.stores.use(({ database }) => recordOf(database, uid)));
  }

  async counts({ query, ...lists }: CountQuery): Promise<PaperCounts> {
    if (!this.isUsed()) return { papers: 0, years: [], conferences: [], is_whole: true };
    return paperProblem(async () => {
      const { filters, text } = parseFieldFilters(query);
      const asked = { words: text, fieldFilters: filters, ...lists };
      const { isWhole, conferences, ...counts } = await this.stores.use(async ({ database }) =>
        database.countPapers(await this.withNames(database, asked)),
      );
      return { ...counts, conferences: countsBySeries(conferences), is_whole: isWhole };
    });
  }

  async matches({ query, sessions, ...chosen }: CountQuery): Promise<PaperMatches> {
    return matchesOf(await this.counts({ query, sessions, conferences: [], years: [] }), chosen);
  }

  async check(signal?: AbortSignal): Promise<PapersCheck> {
    const { checkPapers, nothingToCheck } = await import('./check.js');
    if (!this.isUsed()) return nothingToCheck;
    using ends = linkedSignal([this.ending.signal, signal]);
    return await paperProblem(() => this.stores.use((stores) => checkPapers(stores, ends.signal)));
  }

  import(source: PaperSource, title: string, signal?: AbortSignal): Promise<PaperImport> {
    return this.parts.jobs.run({ kind: 'papers', title, oid: null, signal }, (context) =>
      this.importWithin(source, title, context),
    );
  }

  /**
   * For callers that are a job already: a job that waits for another of its kind could wait forever. Embeds the new
   * papers right afterwards.
   */
  async importWithin(source: PaperSource, title: string, { signal, progress }: JobContext): Promise<PaperImport> {
    const { importPapers } = await import('../../workers/papers/ingest/import-papers.js');
    using ends = linkedSignal([signal, this.ending.signal]);
    const named = { title: source.name || title, ...source };
    let came = true;
    try {
      const report = await paperProblem(() =>
        this.stores.use(({ database }) =>
          importPapers(database, named, { signal: ends.signal, progress, folder: stagingFolder(this.parts) }),
        ),
      );
      const { added, updated, unchanged, rejected_count: rejected } = report;
      const notTaken = rejected > 0 ? `, ${rejected} rejected` : '';
      this.parts.log.info(`${title}: ${added} new, ${updated} changed, ${unchanged} unchanged${notTaken}.`);
      came = added + updated > 0;
      return report;
    } finally {
      this.choices = null;
      this.backlog.forget();
      // Also papers stored before a failure.
      if (came && this.parts.byHand !== true) this.runs.wake();
      this.runs.changed();
    }
  }

  /**
   * Call it after a backup was restored, to embed the papers whose vectors it does not have; `thorough` after papers
   * were deleted or given back, to delete their vectors too.
   */
  private papersChanged(order: { thorough?: true } = {}): void {
    this.choices = null;
    this.maps.vectorsChanged();
    this.backlog.forget();
    if (this.parts.byHand !== true) this.runs.wake(order);
    this.runs.changed();
  }

  async embed(all = false): Promise<PaperStatus> {
    try {
      if (all) await this.runs.startOver();
    } finally {
      this.runs.retryNow();
    }
    return this.status();
  }

  /** For a command: resolves when no paper is left to embed, and throws what prevented it. */
  async embedNow(all: boolean): Promise<PaperStatus> {
    if (all) await this.runs.startOver();
    await this.runs.runNow();
    return this.status();
  }

  async testServer(signal?: AbortSignal): Promise<ServerTest> {
    const { testServer } = await import('../../workers/papers/embedding-api/server-test.js');
    using ends = linkedSignal([this.ending.signal, signal]);
    const test = async ({ manager, config }: PaperStores): Promise<ServerTest> => {
      const { embedding_model: model, embed_batch_size: batch } = config;
      const as = manager.freshModel.input.documents;
      const found = await testServer(manager.apiClient, { as, batch, signal: ends.signal });
      return { address: maskedUrl(config.llm_backend_url), model, batch, ...found };
    };
    return await paperProblem(() => this.stores.use(test));
  }

  async findServers(signal?: AbortSignal): Promise<LocalServer[]> {
    const { findServers } = await import('../../workers/papers/embedding-api/server-test.js');
    using ends = linkedSignal([this.ending.signal, signal]);
    return await findServers(ends.signal);
  }

  exportEmbeddings(conference: string, year: number): Promise<ExportedEmbeddings> {
    return paperProblem(() => this.stores.use(({ manager }) => manager.exportEmbeddings(conference, year)));
  }

  async readEmbeddings(json: AsyncIterable<Uint8Array>): Promise<ImportedEmbeddings> {
    const { readSlice } = await import('../../workers/papers/embeddings/records/read-slice.js');
    return paperProblem(() => readSlice(json));
  }

  importEmbeddings(data: ImportedEmbeddings, conference: string, year: number): Promise<number> {
    return paperProblem(async () => {
      const { withUids } = await import('./embed/with-uids.js');
      return this.stores.use(async ({ manager, database }) =>
        manager.importEmbeddings(await withUids(data, database), conference, year),
      );
    }).finally(() => {
      this.maps.vectorsChanged();
      this.backlog.forget();
      // Checks the imported vectors, and embeds papers whose vector the import has removed.
      if (this.parts.byHand !== true) this.runs.wake();
    });
  }
}

declare module '../events.js' {
  interface EventData {
    'papers.changed': Pick<PaperStatus, 'state' | 'problem' | 'fact' | 'progress'>;
  }
}

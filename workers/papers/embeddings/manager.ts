import { EventEmitter } from 'node:events';
import type { EmbeddingApi } from '../embedding-api/client.js';
import type { DatabaseManager } from '../database-manager.js';
import { parseMetadata, type ParsedMetadata } from '../parse-metadata.js';
import type { PaperLike } from '../types.js';
import type { CollectionFacts, Damage, VectorCollection, VectorStore } from '../vectors/types.js';
import { addPapers } from './embed/add-papers.js';
import { checkedId, checkOptions } from './arguments.js';
import { embedText } from './context.js';
import { batchSizeOf, embedFromDatabase, type EmbedFromDatabaseOptions } from './embed/embed-database.js';
import { EmbeddingsError } from '../embedding-api/errors.js';
import { failing, failureOf } from './failures.js';
import { importSlice } from './records/import-slice.js';
import { Connections, type EmbeddingsManagerParts } from './connections.js';
import { recordOf } from './records/record-of.js';
import { updateMetadata, type MetadataUpdates } from './records/metadata-updates.js';
import { modelInUse, type ModelInUse } from './model-in-use.js';
import { sameModel } from '../vectors/model.js';
import { embeddingText, refOf } from './embed/paper-record.js';
import { papersLike, type PapersLikeOptions } from './search/papers-like.js';
import { searchPapers, type FoundPaper, type SearchPapersOptions } from './search/search-papers.js';
import { searchSimilar, type SearchResult, type SearchSimilarOptions } from './search/search-similar.js';
import { settingsOf, type EmbeddingsManagerOptions, type EmbeddingsSettings } from './settings.js';
import {
  deleteByFilter,
  exportSlice,
  sliceOf,
  type DeleteFilter,
  type ExportedEmbeddings,
  type ImportedEmbeddings,
  type ImportOptions,
} from './records/slices.js';
import {
  countWithinDistance,
  findWithinDistance,
  type FindWithinDistanceOptions,
  type PapersWithinDistance,
  type WithinDistanceOptions,
} from './search/within-distance.js';

/** `metadata` of `getCollectionStats`. */
export type CollectionMetadata = Pick<CollectionFacts, 'model' | 'dimension'>;

/**
 * Embeds papers, stores the vectors, and searches them. Connects at the first use, and again at the first use after
 * `close()`. All distances are Euclidean. Every failure is an `EmbeddingsError` with the reason as its `cause`.
 * `docs/embeddings.md` has an example of each operation.
 *
 * Emits `damaged` for each damaged file that is found when the collection is opened. The records in it are missing.
 */
export class EmbeddingsManager extends EventEmitter<{ damaged: [Damage] }> {
  readonly apiUrl: string;
  readonly modelName: string;
  /** A folder, the URL of a Chroma server, or that of a PostgreSQL database with pgvector. */
  readonly embeddingDb: string;
  readonly collectionName: string;
  /** A file, or the URL of a PostgreSQL database. */
  readonly paperDb: string;
  /** 0 means no limit. */
  readonly requestsPerMinute: number;
  readonly #settings: EmbeddingsSettings;
  readonly #parts: EmbeddingsManagerParts;
  #connections: Connections;
  /** Never rejects. */
  #closed: Promise<unknown> = Promise.resolve();

  /** @throws ValueError if an option is unknown or invalid */
  constructor(options?: EmbeddingsManagerOptions | null, parts: EmbeddingsManagerParts = {}) {
    super();
    this.#settings = settingsOf(options ?? {}, parts.environment ?? process.env);
    this.#parts = parts;
    this.#connections = this.#unconnected();
    ({
      apiUrl: this.apiUrl,
      modelName: this.modelName,
      embeddingDb: this.embeddingDb,
      collectionName: this.collectionName,
      paperDb: this.paperDb,
      requestsPerMinute: this.requestsPerMinute,
    } = this.#settings);
  }

  /** The vector database, connected on first access. */
  get client(): Promise<VectorStore> {
    return this.#connections.client();
  }

  /** The collection, opened or created on first access, which connects too. */
  get collection(): Promise<VectorCollection> {
    return this.#connections.collection();
  }

  /** The client of the embedding API, created on first access. @throws EmbeddingsError for an invalid address */
  get apiClient(): EmbeddingApi {
    return this.#connections.api();
  }

  /** Connects to the vector database that `embeddingDb` names. Creates a local folder if it is missing. */
  async connect(): Promise<void> {
    await this.client;
  }

  /**
   * Stops running operations (received vectors are saved) and closes all connections. Does nothing on a closed manager.
   * On a manager that is closing, waits for it.
   */
  async close(): Promise<void> {
    const connections = this.#connections;
    this.#connections = this.#unconnected();
    const closing = failing('Cannot close the manager', () => connections.end());
    const former = this.#closed;
    this.#closed = Promise.allSettled([former, closing]);
    await former;
    await closing;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  #unconnected(): Connections {
    return new Connections(this.#settings, this.#parts, (damage) => void this.emit('damaged', damage));
  }

  /** Returns true if the API can be reached. Never throws. */
  async testApiConnection(): Promise<boolean> {
    const connections = this.#connections;
    return connections
      .during('Cannot reach the API', () => connections.api().test({ signal: connections.signal }))
      .catch(() => false);
  }

  /** Embeds a text. The numbers are rounded to 32-bit floats. */
  async generateEmbedding(text: string): Promise<number[]> {
    const connections = this.#connections;
    return connections.during('Cannot embed the text', async () =>
      Array.from(
        await embedText(
          { api: connections.api(), signal: connections.signal, as: connections.freshModel.input.documents },
          text,
          null,
        ),
      ),
    );
  }

  /**
   * Opens or creates the collection. `reset` deletes its records.
   * @throws EmbeddingsError if the manager is not connected
   */
  async createCollection(options?: { reset?: boolean | null } | null): Promise<void> {
    const connections = this.#connections;
    const reset = options?.reset ?? false;
    if (!connections.isConnected)
      throw new EmbeddingsError('The manager is not connected; call connect() before createCollection().');
    return connections.during(`Cannot create the collection "${this.collectionName}"`, async () => {
      checkOptions('createCollection', options, { reset: true });
      const store = await connections.client();
      if (reset) await store.drop(this.collectionName);
      await store.collection(this.collectionName);
    });
  }

  /** Returns true if a record has this id, or belongs to a paper with this `uid` or `id`. */
  async paperExists(paperId: number | string): Promise<boolean> {
    return this.#connections.operate('Cannot look up the paper', async ({ collection }) => {
      const record = await recordOf(collection, { id: checkedId(paperId), isUid: false });
      return record !== undefined;
    });
  }

  /** Returns true if the paper is missing or its text has changed since it was stored. */
  async paperNeedsUpdate(paper: PaperLike): Promise<boolean> {
    return this.#connections.operate('Cannot look up the paper', async ({ collection }) => {
      const stored = await recordOf(collection, refOf(paper));
      return stored?.document !== embeddingText(paper);
    });
  }

  /** Returns title, blank line, abstract. @throws EmbeddingsError that names the uid if both are missing */
  static embeddingTextFromPaper(paper: PaperLike): string {
    return embeddingText(paper);
  }

  /**
   * Converts stored metadata to canonical types: lists of authors and keywords, a number for the year.
   * @throws EmbeddingsError if the value is not an object of metadata
   */
  static parseMetadata(metadata: Readonly<Record<string, unknown>>): ParsedMetadata {
    try {
      return parseMetadata(metadata);
    } catch (thrown) {
      throw failureOf('Cannot read the metadata', thrown);
    }
  }

  /** Embeds one paper and stores it. Replaces the paper's record. The id is `uid`, else `id`, else computed. */
  async addPaper(paper: PaperLike): Promise<void> {
    await this.#connections.operate('Cannot add the paper', (context) => addPapers(context, [paper], { waits: false }));
  }

  /** Like `addPaper`, with many texts per request. Returns how many were stored. */
  async addPapers(papers: readonly PaperLike[]): Promise<number> {
    return this.#connections.operate('Cannot add the papers', (context) => addPapers(context, papers));
  }

  /** Returns the records nearest to a query. */
  async searchSimilar(query: string, options?: SearchSimilarOptions | null): Promise<SearchResult> {
    return this.#connections.operate('The search failed', (context) => searchSimilar(context, query, options ?? {}));
  }

  async getCollectionStats(): Promise<{ count: number; name: string; metadata: CollectionMetadata }> {
    return this.#connections.operate('Cannot read the collection', async ({ collection }) => {
      const { count, model, dimension } = await collection.facts();
      return { count, name: collection.name, metadata: { model, dimension } };
    });
  }

  /**
   * Compares the model noted in the paper database with the current one. A leading `alias-` is ignored, and a missing
   * note counts as compatible.
   */
  async checkModelCompatibility(): Promise<[compatible: boolean, stored: string | null, current: string | null]> {
    const connections = this.#connections;
    const stored = await connections.during('Cannot read the paper database', () =>
      connections.database().getEmbeddingModel(),
    );
    const { name } = this.modelFor(stored);
    return [stored === null || sameModel(stored, name), stored, name];
  }

  /** Returns the model for vectors with this note. */
  modelFor(noted: string | null): ModelInUse {
    return modelInUse(this.#settings, noted);
  }

  /** Returns the model for the existing vectors, or for the first ones. */
  async modelInUse(): Promise<ModelInUse> {
    const connections = this.#connections;
    return connections.during('Cannot read the model', () => connections.model());
  }

  /** The model for vectors that replace all existing ones. */
  get freshModel(): ModelInUse {
    return this.modelFor(null);
  }

  /** Embeds the papers of the paper database that have no vector or whose text has changed. Returns how many. */
  async embedFromDatabase(options?: EmbedFromDatabaseOptions | null): Promise<number> {
    return this.#connections.operate('Embedding from the paper database failed', (context) =>
      embedFromDatabase(context, options ?? {}),
    );
  }

  /** Like `embedFromDatabase`, with a given number of texts per request. */
  async createEmbeddingsFromDb(batchSize?: number | { batchSize?: number }): Promise<number> {
    return this.#connections.operate('Embedding from the paper database failed', (context) =>
      embedFromDatabase(context, {}, batchSizeOf(batchSize)),
    );
  }

  /** Searches full papers by meaning, author and `field:"value"` filters. */
  async searchPapersSemantic(
    query: string,
    database: DatabaseManager,
    options?: SearchPapersOptions | null,
  ): Promise<FoundPaper[]> {
    return this.#connections.operate('The search failed', (context) =>
      searchPapers(context, database, query, options ?? {}),
    );
  }

  /**
   * Returns the full papers nearest to the vector of one paper, without that paper: `limit` (10) of them, nearest
   * first, with `distance` and `similarity` as in `searchPapersSemantic`. `sessions`, `years` and `conferences` filter.
   * Sends no request to the embedding API.
   * @param paperId `uid` or `id`, as for `paperExists`
   * @throws EmbeddingsError also if the paper has no vector, or the vectors come from another model
   */
  async searchPapersLike(
    paperId: number | string,
    database: DatabaseManager,
    options?: PapersLikeOptions | null,
  ): Promise<FoundPaper[]> {
    return this.#connections.operate('The search failed', (context) =>
      papersLike(context, database, paperId, options ?? {}),
    );
  }

  /** Counts the papers within a radius of a query. @throws EmbeddingsError also if the collection is empty */
  async countPapersWithinDistance(
    database: DatabaseManager,
    query: string,
    options?: WithinDistanceOptions | null,
  ): Promise<number> {
    return this.#connections.operate('The search failed', (context) =>
      countWithinDistance(context, database, query, options ?? {}),
    );
  }

  /**
   * Returns the papers within a radius of a query or of a vector.
   * @throws EmbeddingsError also if the collection is empty
   */
  async findPapersWithinDistance(
    database: DatabaseManager,
    query: string,
    options?: FindWithinDistanceOptions | null,
  ): Promise<PapersWithinDistance> {
    return this.#connections.operate('The search failed', (context) =>
      findWithinDistance(context, database, query, options ?? {}),
    );
  }

  /** Deletes the records that match all criteria, and returns how many. @throws ValueError without criteria */
  async deleteEmbeddingsByFilter(filter?: DeleteFilter | null): Promise<number> {
    const connections = this.#connections;
    return connections.during('Cannot delete the embeddings', () =>
      deleteByFilter(() => connections.collection(), filter),
    );
  }

  /** Exports the records of one conference and year, ready for JSON. */
  async exportEmbeddings(conference: string, year: number): Promise<ExportedEmbeddings> {
    return this.#connections.operate('The export failed', ({ collection }) =>
      exportSlice(collection, sliceOf(conference, year)),
    );
  }

  /** Replaces the records of a conference and year by an export. Returns how many records were imported. */
  async importEmbeddings(
    data: ImportedEmbeddings,
    conference: string,
    year: number,
    options?: ImportOptions | null,
  ): Promise<number> {
    return this.#connections.operate('The import failed', async (context) => {
      // First, because an unreachable paper database must not fail an import that has replaced the records.
      const collection = await context.notes();
      const { ids, former } = await importSlice(context, data, sliceOf(conference, year), options ?? {});
      // The next embedding must check each of these papers: its vector may be missing, or belong to another text.
      const uids = [...new Set([...ids, ...former])];
      await context.database().vectorsChanged({ collection, uids });
      return ids.length;
    });
  }

  /** Merges new values into the metadata of papers, by uid. Returns how many papers were found. */
  async updatePaperMetadata(updates: MetadataUpdates): Promise<number> {
    return this.#connections.operate('Cannot update the metadata', ({ collection }) =>
      updateMetadata(collection, updates),
    );
  }

  /** Returns the name under which the paper database records which papers are embedded. */
  async embeddingNotes(): Promise<string> {
    return this.#connections.operate('Cannot read the paper database', ({ notes }) => notes());
  }

  /** Deletes all records of the collection. */
  async clearCollection(): Promise<void> {
    return this.#connections.operate('Cannot empty the collection', ({ collection }) => collection.clear());
  }
}

/**
 * Runs `work` with a connected manager, and always closes it afterwards.
 * @throws EmbeddingsError if the manager cannot connect; whatever `work` throws
 */
export async function withManager<Result>(
  work: (manager: EmbeddingsManager) => Result | Promise<Result>,
  options?: EmbeddingsManagerOptions,
): Promise<Result> {
  await using manager = new EmbeddingsManager(options);
  await manager.connect();
  return await work(manager);
}

import { EventEmitter } from 'node:events';
import type { EmbeddingApi } from '../embedding-api/client.js';
import type { DatabaseManager } from '../papers/database-manager.js';
import { parseMetadata, type ParsedMetadata } from '../papers/parse-metadata.js';
import type { PaperLike } from '../papers/types.js';
import type { CollectionFacts, Damage, VectorCollection, VectorStore } from '../vectors/types.js';
import { addPapers } from './embed/add-papers.js';
import { checkedId, checkOptions } from './arguments.js';
import { embedText } from './context.js';
import { batchSizeOf, embedFromDatabase, type EmbedFromDatabaseOptions } from './embed/embed-database.js';
import { EmbeddingsError } from '../embedding-api/errors.js';
import { failing, failureOf } from './failures.js';
import { importSlice } from './records/import-slice.js';
import { Connections, type EmbeddingsManagerParts } from './connections.js';
import { updateMetadata, type MetadataUpdates } from './records/metadata-updates.js';
import { sameModel } from '../vectors/model.js';
import { embeddingText, idOf } from './embed/paper-record.js';
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

/** `await using` where the runtime knows it; elsewhere its polyfills look under this name. */
const asyncDispose: typeof Symbol.asyncDispose = Symbol.asyncDispose ?? Symbol.for('Symbol.asyncDispose');

/**
 * Embeds papers, keeps the vectors, and searches them. Nothing is connected and no request goes out before the first
 * use; after `close()` the next use connects again. All distances are Euclidean. Everything that fails raises an
 * `EmbeddingsError` with its reason as `cause`. `docs/embeddings.md` has an example of each operation.
 *
 * Emits `damaged`, once for each file that was found broken when the collection was opened: what it held is missing.
 */
export class EmbeddingsManager extends EventEmitter<{ damaged: [Damage] }> {
  readonly apiUrl: string;
  readonly modelName: string;
  /** A folder, or the URL of a Chroma server. */
  readonly embeddingDb: string;
  readonly collectionName: string;
  /** A file, or the URL of a PostgreSQL database. */
  readonly paperDb: string;
  /** 0: no limit. */
  readonly requestsPerMinute: number;
  readonly #settings: EmbeddingsSettings;
  readonly #parts: EmbeddingsManagerParts;
  #connections: Connections;
  /** Never rejects. */
  #closed: Promise<unknown> = Promise.resolve();

  /** @throws ValueError where `requestsPerMinute` is negative or no number */
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

  /** The client of the embedding API, made on first access. @throws EmbeddingsError for an address that cannot be */
  get apiClient(): EmbeddingApi {
    return this.#connections.api();
  }

  /** Connects to the vector database: a Chroma server for a URL, otherwise a folder, which is made. */
  async connect(): Promise<void> {
    await this.client;
  }

  /**
   * Ends what is under way (what the API answered is saved) and closes everything. On a closed manager nothing happens;
   * on one that is closing it waits for that.
   */
  async close(): Promise<void> {
    const connections = this.#connections;
    this.#connections = this.#unconnected();
    const closing = failing('The manager could not be closed', () => connections.end());
    const former = this.#closed;
    this.#closed = Promise.allSettled([former, closing]);
    await former;
    await closing;
  }

  [asyncDispose](): Promise<void> {
    return this.close();
  }

  #unconnected(): Connections {
    return new Connections(this.#settings, this.#parts, (damage) => void this.emit('damaged', damage));
  }

  /** True when the API can be reached; false for everything else. Never throws. */
  async testApiConnection(): Promise<boolean> {
    const connections = this.#connections;
    return connections
      .during('The API could not be asked', () => connections.api().test({ signal: connections.signal }))
      .catch(() => false);
  }

  /** The vector of a text, as 32-bit floats hold it. */
  async generateEmbedding(text: string): Promise<number[]> {
    const connections = this.#connections;
    return connections.during('The text could not be embedded', async () =>
      Array.from(await embedText({ api: connections.api(), signal: connections.signal }, text, null)),
    );
  }

  /**
   * Opens or creates the collection; `reset` deletes what it held.
   * @throws EmbeddingsError where nothing is connected
   */
  async createCollection(options?: { reset?: boolean | null } | null): Promise<void> {
    const connections = this.#connections;
    const reset = options?.reset ?? false;
    if (!connections.isConnected)
      throw new EmbeddingsError('The manager is not connected; call connect() before createCollection().');
    return connections.during(`The collection "${this.collectionName}" could not be created`, async () => {
      checkOptions('createCollection', options, { reset: true });
      const store = await connections.client();
      if (reset) await store.drop(this.collectionName);
      await store.collection(this.collectionName);
    });
  }

  /** Whether a record has this id, or is of a paper with this `uid` or `id`. */
  async paperExists(paperId: number | string): Promise<boolean> {
    return this.#connections.operate('The paper could not be looked up', async ({ collection }) => {
      const id = checkedId(paperId);
      return (
        (await collection.count({ ids: [id] })) > 0 ||
        (await collection.count({ where: { $or: [{ uid: id }, { id }] } })) > 0
      );
    });
  }

  /** True where the paper is missing, or its stored text is not what would be embedded now. */
  async paperNeedsUpdate(paper: PaperLike): Promise<boolean> {
    return this.#connections.operate('The paper could not be looked up', async ({ collection }) => {
      const [stored] = await collection.get([idOf(paper)]);
      return stored?.document !== embeddingText(paper);
    });
  }

  /** Title, blank line, abstract. @throws EmbeddingsError that names the uid where neither is there */
  static embeddingTextFromPaper(paper: PaperLike): string {
    return embeddingText(paper);
  }

  /**
   * Stored metadata with canonical types: lists of authors and keywords, a number for the year.
   * @throws EmbeddingsError for what is no paper
   */
  static parseMetadata(metadata: Readonly<Record<string, unknown>>): ParsedMetadata {
    try {
      return parseMetadata(metadata);
    } catch (thrown) {
      throw failureOf('The metadata could not be read', thrown);
    }
  }

  /**
   * Embeds one paper and stores it, in place of a former record of its id. The id is `uid`, else `id`, else computed.
   */
  async addPaper(paper: PaperLike): Promise<void> {
    await this.#connections.operate('The paper could not be added', (context) => addPapers(context, [paper]));
  }

  /** As `addPaper`, with many texts a request. Answers how many were stored. */
  async addPapers(papers: readonly PaperLike[]): Promise<number> {
    return this.#connections.operate('The papers could not be added', (context) => addPapers(context, papers));
  }

  /** The records nearest to a query. */
  async searchSimilar(query: string, options?: SearchSimilarOptions | null): Promise<SearchResult> {
    return this.#connections.operate('The search failed', (context) => searchSimilar(context, query, options ?? {}));
  }

  async getCollectionStats(): Promise<{ count: number; name: string; metadata: CollectionMetadata }> {
    return this.#connections.operate('The collection could not be looked at', async ({ collection }) => {
      const { count, model, dimension } = await collection.facts();
      return { count, name: collection.name, metadata: { model, dimension } };
    });
  }

  /** Whether the model noted in the paper database is the current one (a leading `alias-` aside), or none is noted. */
  async checkModelCompatibility(): Promise<[compatible: boolean, stored: string | null, current: string | null]> {
    const connections = this.#connections;
    const stored = await connections.during('The paper database could not be read', () =>
      connections.database().getEmbeddingModel(),
    );
    return [stored === null || sameModel(stored, this.modelName), stored, this.modelName];
  }

  /** Embeds the papers of the paper database that are missing or whose text has changed. Answers how many. */
  async embedFromDatabase(options?: EmbedFromDatabaseOptions | null): Promise<number> {
    return this.#connections.operate('Embedding from the paper database failed', (context) =>
      embedFromDatabase(context, options ?? {}),
    );
  }

  /** As `embedFromDatabase`, with so many texts a request. */
  async createEmbeddingsFromDb(batchSize?: number | { batchSize?: number }): Promise<number> {
    return this.#connections.operate('Embedding from the paper database failed', (context) =>
      embedFromDatabase(context, {}, batchSizeOf(batchSize)),
    );
  }

  /** Full papers by meaning, author and `field:"value"` filters. */
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
   * Full papers nearest to the vector of one, which itself is left out: `limit` (10) of them, nearest first, with
   * `distance` and `similarity` as `searchPapersSemantic` has them. `sessions`, `years` and `conferences` filter. No
   * request goes out.
   * @param paperId `uid` or `id`, as for `paperExists`
   * @throws EmbeddingsError also where the paper has no vector, or the vectors are another model's
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

  /** How many papers lie within a radius of a query. @throws EmbeddingsError also where the collection is empty */
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
   * The papers within a radius of a query, or of a vector.
   * @throws EmbeddingsError also where the collection is empty
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

  /** Deletes what matches all criteria, and answers how many. @throws ValueError without any */
  async deleteEmbeddingsByFilter(filter?: DeleteFilter | null): Promise<number> {
    const connections = this.#connections;
    return connections.during('The embeddings could not be deleted', () =>
      deleteByFilter(() => connections.collection(), filter),
    );
  }

  /** What is stored of one conference and year, ready for JSON. */
  async exportEmbeddings(conference: string, year: number): Promise<ExportedEmbeddings> {
    return this.#connections.operate('The export failed', ({ collection }) =>
      exportSlice(collection, sliceOf(conference, year)),
    );
  }

  /** Puts an export in place of what is stored of its conference and year. Answers how many records came. */
  async importEmbeddings(
    data: ImportedEmbeddings,
    conference: string,
    year: number,
    options?: ImportOptions | null,
  ): Promise<number> {
    return this.#connections.operate('The import failed', async (context) => {
      const { ids, former } = await importSlice(context, data, sliceOf(conference, year), options ?? {});
      // Whoever embeds next looks at each of them: a paper may have lost its vector, or got one of another text.
      const uids = [...new Set([...ids, ...former])];
      await context.database().vectorsChanged({ collection: await context.notes(), uids });
      return ids.length;
    });
  }

  /** Merges new values into the metadata of papers, by uid. Answers how many were there. */
  async updatePaperMetadata(updates: MetadataUpdates): Promise<number> {
    return this.#connections.operate('The metadata could not be updated', ({ collection }) =>
      updateMetadata(collection, updates),
    );
  }

  /** Under which name its paper database notes what the collection holds. */
  async embeddingNotes(): Promise<string> {
    return this.#connections.operate('The paper database could not be read', ({ notes }) => notes());
  }

  /** Empties the collection. */
  async clearCollection(): Promise<void> {
    return this.#connections.operate('The collection could not be emptied', ({ collection }) => collection.clear());
  }
}

/**
 * Runs `work` with a connected manager that is closed afterwards, whatever happens.
 * @throws EmbeddingsError where it cannot be connected; what `work` throws
 */
export async function withManager<Result>(
  work: (manager: EmbeddingsManager) => Result | Promise<Result>,
  options?: EmbeddingsManagerOptions,
): Promise<Result> {
  const manager = new EmbeddingsManager(options);
  try {
    await manager.connect();
    return await work(manager);
  } finally {
    await manager.close();
  }
}

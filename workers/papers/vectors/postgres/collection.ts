/** The operations on one collection in PostgreSQL. Each reads the entry again, because other programs write too. */
import { checkRecords, checkVector } from '../check-records.js';
import type {
  CollectionFacts,
  Hit,
  Metadata,
  Nearest,
  OfModel,
  Restriction,
  VectorCollection,
  VectorRecord,
  Where,
  Within,
} from '../types.js';
import { modelToNote } from '../model.js';
import { empty, find, own, setModelOf, type Entry } from './catalogue.js';
import type { PostgresDatabase, Query } from './database.js';
import { exactNearest, exactWithin, indexedNearest, type Search } from './nearest.js';
import { checkWhere, restrict } from './restrict.js';
import { countRows, deleteRows, hasRows, idsOf, mergeMetadata, readRecords, writeRecords } from './rows.js';
import { prepareSearch } from './search.js';

export interface Surroundings {
  database: PostgresDatabase;
  hnsw: boolean;
  /** Wraps each operation, so that the store can prepare the database and knows when it may close. */
  run: <Result>(work: () => Promise<Result>) => Promise<Result>;
  /** Called after rows were added. */
  onGrown: (name: string) => void;
}

const nothing: CollectionFacts = { count: 0, dimension: null, model: null };

export class PostgresCollection implements VectorCollection {
  constructor(
    readonly name: string,
    private readonly around: Surroundings,
  ) {}

  facts(): Promise<CollectionFacts> {
    return this.read(nothing, async (query, entry) => {
      const count = await countRows(query, entry, await restrict(query, entry, {}));
      return { count, dimension: count === 0 ? null : entry.dimension, model: entry.model };
    });
  }

  async upsert(records: readonly VectorRecord[], options: OfModel = {}): Promise<void> {
    await this.write((query, entry) => this.put(query, entry, records, options));
    this.around.onGrown(this.name);
  }

  async ids(where?: Where): Promise<string[]> {
    checkWhere({ where });
    return this.read([], async (query, entry) => idsOf(query, entry, await restrict(query, entry, { where })));
  }

  get(ids: readonly string[], options: { embeddings?: boolean } = {}): Promise<VectorRecord[]> {
    return this.read([], (query, entry) => readRecords(query, entry, ids, options));
  }

  nearest(embedding: ArrayLike<number>, options: Nearest): Promise<Hit[]> {
    return this.search(embedding, options, (search, indexed) =>
      indexed ? indexedNearest(search) : exactNearest(search),
    );
  }

  within(embedding: ArrayLike<number>, options: Within): Promise<string[]> {
    return this.search(embedding, options, exactWithin);
  }

  async count(options: Restriction = {}): Promise<number> {
    checkWhere(options);
    return this.read(0, async (query, entry) => countRows(query, entry, await restrict(query, entry, options)));
  }

  updateMetadata(changes: ReadonlyMap<string, Metadata>): Promise<number> {
    return this.write((query, entry) => mergeMetadata(query, entry, changes));
  }

  delete(ids: readonly string[]): Promise<number> {
    return this.write(async (query, entry) => deleteRows(query, entry, await restrict(query, entry, { ids })));
  }

  async replace(where: Where, records: readonly VectorRecord[], options: OfModel = {}): Promise<void> {
    checkWhere({ where });
    await this.write(async (query, entry) => {
      await deleteRows(query, entry, await restrict(query, entry, { where }));
      await this.put(query, entry, records, options);
    });
    this.around.onGrown(this.name);
  }

  clear({ model = null }: { model?: string | null } = {}): Promise<void> {
    return this.write((query, entry) => empty(query, entry, model));
  }

  /** Runs in a transaction that holds the lock on the entry. */
  private async put(query: Query, entry: Entry, records: readonly VectorRecord[], coming: OfModel): Promise<void> {
    const isHeld = await hasRows(query, entry);
    const checked = checkRecords(records, isHeld ? entry.dimension : null);
    const noted = modelToNote(this.name, { count: isHeld ? 1 : 0, model: entry.model }, coming);
    if (noted !== undefined && checked.length > 0) await setModelOf(query, entry, noted);
    await writeRecords(query, entry, checked);
  }

  private async search<Found>(
    embedding: ArrayLike<number>,
    options: Nearest,
    find: (search: Search, indexed: boolean) => Promise<Found[]>,
  ): Promise<Found[]> {
    checkWhere(options);
    const own = Float32Array.from(embedding);
    const found = await this.read<Found[] | undefined>(undefined, async (query, entry) => {
      // The dimension of deleted rows does not matter.
      if (own.length !== entry.dimension && !(await hasRows(query, entry))) return undefined;
      const vector = checkVector(own, entry.dimension ?? own.length, 'The query');
      const indexed = this.around.hnsw && entry.indexed;
      return find(await prepareSearch(query, entry, vector, options), indexed);
    });
    if (found === undefined) checkVector(own, own.length, 'The query');
    return found ?? [];
  }

  /** @param missing the answer if the collection does not exist (any more) */
  private read<Result>(missing: Result, work: (query: Query, entry: Entry) => Promise<Result>): Promise<Result> {
    const { run, database } = this.around;
    return run(() =>
      database.read(async (query) => {
        const entry = await find(query, this.name);
        return entry === undefined ? missing : work(query, entry);
      }),
    );
  }

  private write<Result>(work: (query: Query, entry: Entry) => Promise<Result>): Promise<Result> {
    const { run, database } = this.around;
    return run(() => database.write(async (query) => work(query, await own(query, this.name))));
  }
}

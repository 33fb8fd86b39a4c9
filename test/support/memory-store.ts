import { byDistance } from '../../workers/papers/vectors/by-distance.js';
import { checkRecords, checkVector, type CheckedRecord } from '../../workers/papers/vectors/check-records.js';
import { euclidean } from '../../workers/papers/vectors/euclidean.js';
import {
  VectorStoreError,
  type CollectionFacts,
  type Hit,
  type Metadata,
  type Nearest,
  type OfModel,
  type Restriction,
  type VectorCollection,
  type VectorRecord,
  type VectorStore,
  type Where,
  type Within,
} from '../../workers/papers/vectors/types.js';
import { modelToNote } from '../../workers/papers/vectors/model.js';
import { parseWhere } from '../../workers/papers/vectors/where.js';

/** A complete store in memory. The tests compare every other store with it. */
export function createMemoryStore(): VectorStore {
  const collections = new Map<string, VectorCollection>();
  let closed = false;
  const whileOpen = (): void => {
    if (closed) throw new VectorStoreError('The vector store is closed.');
  };
  return {
    collection: async (name) => {
      whileOpen();
      const found = collections.get(name) ?? new MemoryCollection(name, whileOpen);
      collections.set(name, found);
      return found;
    },
    drop: async (name) => {
      whileOpen();
      await collections.get(name)?.clear();
      collections.delete(name);
    },
    names: async () => {
      whileOpen();
      return [...collections.keys()];
    },
    close: async () => void (closed = true),
  };
}

class MemoryCollection implements VectorCollection {
  private readonly rows = new Map<string, CheckedRecord>();
  private model: string | null = null;

  /** @param whileOpen throws if the store is closed */
  constructor(
    readonly name: string,
    private readonly whileOpen: () => void,
  ) {}

  async facts(): Promise<CollectionFacts> {
    this.whileOpen();
    return { count: this.rows.size, dimension: dimensionOf(this.rows.values()), model: this.model };
  }

  async upsert(records: readonly VectorRecord[], coming: OfModel = {}): Promise<void> {
    this.whileOpen();
    const checked = checkRecords(records, dimensionOf(this.rows.values()));
    this.note(this.rows.size, coming);
    for (const row of checked) this.rows.set(row.id, row);
  }

  async ids(where: Where = {}): Promise<string[]> {
    return this.matching({ where }).map((row) => row.id);
  }

  async get(ids: readonly string[], { embeddings = false }: { embeddings?: boolean } = {}): Promise<VectorRecord[]> {
    this.whileOpen();
    const found = ids.flatMap((id) => this.rows.get(id) ?? []);
    return found.map((row) => ({
      ...row,
      metadata: { ...row.metadata },
      embedding: embeddings ? row.embedding.slice() : [],
    }));
  }

  async nearest(embedding: ArrayLike<number>, options: Nearest): Promise<Hit[]> {
    const candidates = this.matching(options);
    const query = checkVector(embedding, dimensionOf(this.rows.values()) ?? embedding.length, 'The query');
    const hits = candidates.map((row) => ({ id: row.id, distance: euclidean(row.embedding, query) }));
    const near = hits.filter((hit) => hit.distance <= (options.radius ?? Infinity)).sort(byDistance);
    return near.slice(0, options.limit ?? near.length);
  }

  async within(embedding: ArrayLike<number>, options: Within): Promise<string[]> {
    return (await this.nearest(embedding, options)).map(({ id }) => id);
  }

  async count(options: Restriction = {}): Promise<number> {
    return this.matching(options).length;
  }

  async updateMetadata(changes: ReadonlyMap<string, Metadata>): Promise<number> {
    this.whileOpen();
    const known = [...changes].flatMap(([id, change]) => {
      const row = this.rows.get(id);
      return row ? [{ ...row, metadata: { ...row.metadata, ...change } }] : [];
    });
    for (const row of known) this.rows.set(row.id, row);
    return known.length;
  }

  async delete(ids: readonly string[]): Promise<number> {
    this.whileOpen();
    return ids.filter((id) => this.rows.delete(id)).length;
  }

  async replace(where: Where, records: readonly VectorRecord[], coming: OfModel = {}): Promise<void> {
    const former = new Set(this.matching({ where }));
    const staying = [...this.rows.values()].filter((row) => !former.has(row));
    const checked = checkRecords(records, dimensionOf(staying));
    this.note(staying.length, coming);
    for (const { id } of former) this.rows.delete(id);
    for (const row of checked) this.rows.set(row.id, row);
  }

  async clear({ model = null }: { model?: string | null } = {}): Promise<void> {
    this.whileOpen();
    this.rows.clear();
    this.model = model;
  }

  private note(count: number, coming: OfModel): void {
    const model = modelToNote(this.name, { count, model: this.model }, coming);
    if (model !== undefined) this.model = model;
  }

  private matching({ where = {}, ids }: Restriction): CheckedRecord[] {
    this.whileOpen();
    const holds = parseWhere(where);
    const only = ids && new Set(ids);
    return [...this.rows.values()].filter((row) => (!only || only.has(row.id)) && holds(row.metadata));
  }
}

/** Returns null if there are no rows. */
function dimensionOf(rows: Iterable<CheckedRecord>): number | null {
  for (const row of rows) return row.embedding.length;
  return null;
}

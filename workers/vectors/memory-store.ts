import { byDistance } from './by-distance.js';
import { checkRecords, checkVector, type CheckedRecord } from './check-records.js';
import {
  VectorStoreError,
  type CollectionFacts,
  type Hit,
  type Metadata,
  type Nearest,
  type VectorCollection,
  type VectorRecord,
  type VectorStore,
  type Where,
} from './types.js';
import { parseWhere } from './where.js';

/** A real store that forgets: for tests and development. Also what every other store's answers are compared with. */
export function createMemoryStore(): VectorStore {
  const collections = new Map<string, VectorCollection>();
  let closed = false;
  const whileOpen = (): void => {
    if (closed) throw new VectorStoreError('The vector store is closed.');
  };
  return {
    collection: async (name) => {
      whileOpen();
      const found = collections.get(name) ?? createMemoryCollection(name, whileOpen);
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

function createMemoryCollection(name: string, whileOpen: () => void): VectorCollection {
  const rows = new Map<string, CheckedRecord>();
  let model: string | null = null;

  const dimension = (of: Iterable<CheckedRecord> = rows.values()): number | null => {
    for (const row of of) return row.embedding.length;
    return null;
  };
  const matching = ({ where = {}, ids }: { where?: Where; ids?: readonly string[] }): CheckedRecord[] => {
    const holds = parseWhere(where);
    const only = ids && new Set(ids);
    return [...rows.values()].filter((row) => (!only || only.has(row.id)) && holds(row.metadata));
  };
  const remove = (ids: Iterable<string>): number => [...ids].filter((id) => rows.delete(id)).length;

  const operations = {
    facts: (): CollectionFacts => ({ count: rows.size, dimension: dimension(), model }),
    setModel: (made: string): void => void (model = made),
    upsert(records: readonly VectorRecord[]): void {
      for (const row of checkRecords(records, dimension())) rows.set(row.id, row);
    },
    ids: (where: Where = {}): string[] => matching({ where }).map((row) => row.id),
    get(ids: readonly string[], { embeddings = false }: { embeddings?: boolean } = {}): VectorRecord[] {
      const found = ids.flatMap((id) => rows.get(id) ?? []);
      return found.map((row) => ({
        ...row,
        metadata: { ...row.metadata },
        embedding: embeddings ? row.embedding.slice() : [],
      }));
    },
    nearest(embedding: ArrayLike<number>, options: Nearest): Hit[] {
      const candidates = matching(options);
      const query = checkVector(embedding, dimension() ?? embedding.length, 'The query');
      const hits = candidates.map((row) => ({ id: row.id, distance: euclidean(row.embedding, query) }));
      const near = hits.filter((hit) => hit.distance <= (options.radius ?? Infinity)).sort(byDistance);
      return near.slice(0, options.limit ?? near.length);
    },
    count: (options: Pick<Nearest, 'where' | 'ids'> = {}): number => matching(options).length,
    updateMetadata(changes: ReadonlyMap<string, Metadata>): number {
      const known = [...changes].flatMap(([id, change]) => {
        const row = rows.get(id);
        return row ? [{ ...row, metadata: { ...row.metadata, ...change } }] : [];
      });
      for (const row of known) rows.set(row.id, row);
      return known.length;
    },
    delete: (ids: readonly string[]): number => remove(ids),
    replace(where: Where, records: readonly VectorRecord[]): void {
      const going = new Set(operations.ids(where));
      const staying = [...rows.values()].filter((row) => !going.has(row.id));
      const coming = checkRecords(records, dimension(staying));
      remove(going);
      for (const row of coming) rows.set(row.id, row);
    },
    clear(): void {
      rows.clear();
      model = null;
    },
  };
  return {
    name,
    facts: async () => (whileOpen(), operations.facts()),
    setModel: async (made) => (whileOpen(), operations.setModel(made)),
    upsert: async (records) => (whileOpen(), operations.upsert(records)),
    ids: async (where) => (whileOpen(), operations.ids(where)),
    get: async (ids, options) => (whileOpen(), operations.get(ids, options)),
    nearest: async (embedding, options) => (whileOpen(), operations.nearest(embedding, options)),
    count: async (options) => (whileOpen(), operations.count(options)),
    updateMetadata: async (changes) => (whileOpen(), operations.updateMetadata(changes)),
    delete: async (ids) => (whileOpen(), operations.delete(ids)),
    replace: async (where, records) => (whileOpen(), operations.replace(where, records)),
    clear: async () => (whileOpen(), operations.clear()),
  };
}

function euclidean(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += ((a[i] ?? 0) - (b[i] ?? 0)) ** 2;
  return Math.sqrt(sum);
}

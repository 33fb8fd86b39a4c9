import { createMutex } from '../../base/async/mutex.js';
import { checkRecords, checkVector, type CheckedRecord } from '../check-records.js';
import { ChromaRefusal, type ChromaHttp } from './http.js';
import { chromaNearest } from './nearest.js';
import { batches, chunks, metadataBody, metadataOf, recordsOf, upsertBody, type ChromaRows } from './records.js';
import { chromaWhere } from './where.js';
import {
  VectorStoreError,
  type CollectionFacts,
  type Metadata,
  type Nearest,
  type VectorCollection,
  type VectorRecord,
  type Where,
} from '../types.js';
import { matcher, readWhere } from '../where.js';

/** The key of the collection's own metadata that names the model. */
const modelKey = 'model';
/** Rows a page: without and with their vectors. */
const page = 1_000;
const vectorPage = 250;

/** A more thorough index than Chroma's default: it is built once and asked often. */
const configuration = { hnsw: { space: 'l2', ef_construction: 200, ef_search: 400, max_neighbors: 32 } };

interface ChromaCollection {
  id: string;
  dimension: number | null;
  metadata: Record<string, unknown> | null;
  configuration_json?: Record<string, { space?: string } | null>;
}

type Ask = (what: string, body?: unknown) => Promise<unknown>;

/** @param run wraps each operation: the store's life */
export function createChromaCollection(
  name: string,
  http: ChromaHttp,
  run: <Result>(work: () => Promise<Result>) => Promise<Result>,
): VectorCollection & { open(): Promise<void> } {
  const place = `/collections/${encodeURIComponent(name)}`;
  const changes = createMutex();
  let known: Promise<ChromaCollection> | undefined;

  async function make(metadata: Record<string, unknown> | null): Promise<ChromaCollection> {
    const made = (await http.call('POST', '/collections', {
      name,
      get_or_create: true,
      configuration,
      metadata,
    })) as ChromaCollection;
    const spaces = Object.values(made.configuration_json ?? {}).flatMap((index) => index?.space ?? []);
    const other = spaces.find((space) => space !== 'l2');
    if (other !== undefined)
      throw new VectorStoreError(
        `The collection "${name}" measures by "${other}", not by Euclidean distance (l2); another program made it.`,
      );
    return made;
  }
  function collection(): Promise<ChromaCollection> {
    known ??= make(null);
    known.catch(() => (known = undefined));
    return known;
  }
  /** Asks the collection by its id, which changes when somebody makes it anew. */
  const ask: Ask = async (what, body) => {
    const call = async (): Promise<unknown> =>
      http.call(body === undefined ? 'GET' : 'POST', `/collections/${(await collection()).id}/${what}`, body);
    return call().catch(async (thrown: unknown) => {
      if (!(thrown instanceof ChromaRefusal) || thrown.status !== 404) throw thrown;
      known = undefined;
      return call();
    });
  };
  async function now(): Promise<ChromaCollection> {
    await collection();
    return (known = http.call('GET', place).catch((thrown: unknown) => {
      if (thrown instanceof ChromaRefusal && thrown.status === 404) return make(null);
      throw thrown;
    }) as Promise<ChromaCollection>);
  }
  const countAll = async (): Promise<number> => Number(await ask('count'));

  async function facts(): Promise<CollectionFacts> {
    const { dimension, metadata } = await now();
    const count = await countAll();
    const model = metadata?.[modelKey];
    return { count, dimension: count === 0 ? null : dimension, model: typeof model === 'string' ? model : null };
  }

  async function* pages(body: object, size: number): AsyncGenerator<ChromaRows> {
    for (let offset = 0; ; offset += size) {
      const rows = (await ask('get', { ...body, limit: size, offset })) as ChromaRows;
      if (rows.ids.length > 0) yield rows;
      if (rows.ids.length < size) return;
    }
  }

  /** The ids that match; undefined where every record does. */
  async function candidates({ where = {}, ids }: Pick<Nearest, 'where' | 'ids'>): Promise<string[] | undefined> {
    const condition = readWhere(where);
    const said = chromaWhere(condition);
    if (said === false) return [];
    if (said === true && !ids) return undefined;
    const holds = said === undefined ? matcher(condition) : () => true;
    const asked = {
      include: said === undefined ? ['metadatas'] : [],
      ...(typeof said === 'object' && { where: said }),
    };
    const found: string[] = [];
    for (const some of ids ? chunks([...new Set(ids)], page) : [undefined]) {
      for await (const rows of pages({ ...asked, ...(some && { ids: some }) }, page)) {
        found.push(...rows.ids.filter((_, i) => holds(metadataOf(rows.metadatas?.[i]))));
      }
    }
    return found;
  }
  const matching = async (options: Pick<Nearest, 'where' | 'ids'>): Promise<string[]> =>
    (await candidates(options)) ?? fetchAllIds();
  async function fetchAllIds(): Promise<string[]> {
    const all: string[] = [];
    for await (const rows of pages({ include: [] }, page)) all.push(...rows.ids);
    return all;
  }

  async function formerMetadata(ids: readonly string[]): Promise<Map<string, Record<string, string>>> {
    const found = new Map<string, Record<string, string>>();
    for (const some of chunks([...new Set(ids)], page)) {
      const rows = (await ask('get', { ids: some, include: ['metadatas'] })) as ChromaRows;
      rows.ids.forEach((id, i) => found.set(id, metadataOf(rows.metadatas?.[i])));
    }
    return found;
  }
  async function check(records: readonly VectorRecord[]): Promise<CheckedRecord[]> {
    const { count, dimension, model } = await facts();
    const checked = checkRecords(records, dimension);
    // Chroma never forgets a collection's dimension.
    if (checked[0] && count === 0 && ![null, checked[0].embedding.length].includes((await collection()).dimension))
      await remake(model === null ? null : { [modelKey]: model });
    return checked;
  }
  async function remake(metadata: Record<string, unknown> | null): Promise<void> {
    await http.call('DELETE', place).catch((thrown: unknown) => {
      if (!(thrown instanceof ChromaRefusal) || thrown.status !== 404) throw thrown;
    });
    known = make(metadata);
    await known;
  }
  async function upsert(checked: readonly CheckedRecord[]): Promise<void> {
    const limits = await http.limits();
    for (const batch of batches(checked, limits))
      await ask('upsert', upsertBody(batch, await formerMetadata(batch.map(({ id }) => id)), limits));
  }
  async function remove(ids: readonly string[]): Promise<number> {
    const there = [...(await formerMetadata(ids)).keys()];
    for (const some of chunks(there, page)) await ask('delete', { ids: some });
    return there.length;
  }
  async function nearest(embedding: ArrayLike<number>, options: Nearest) {
    readWhere(options.where ?? {});
    const { count, dimension } = await facts();
    const query = checkVector(embedding, dimension ?? embedding.length, 'The query');
    if (count === 0) return [];
    const among = await candidates(options);
    return chromaNearest({
      query,
      candidates: among,
      total: among?.length ?? count,
      limit: options.limit ?? Infinity,
      radius: options.radius ?? Infinity,
      async ask(_, n_results, ids) {
        const body = { query_embeddings: [[...query]], n_results, include: ['distances'], ...(ids && { ids }) };
        const answer = (await ask('query', body)) as { ids: string[][]; distances: number[][] };
        return { ids: answer.ids[0] ?? [], distances: answer.distances[0] ?? [] };
      },
      fetch: (ids) => pages({ include: ['embeddings'], ...(ids && { ids }) }, vectorPage),
    });
  }

  const change = <Result>(work: () => Promise<Result>): Promise<Result> => run(() => changes.run(work));
  return {
    name,
    open: async () => void (await collection()),
    facts: () => run(facts),
    setModel: (model) =>
      change(async () => {
        const { id, metadata } = await now();
        await http.call('PUT', `/collections/${id}`, {
          new_metadata: {
            ...Object.fromEntries(Object.entries(metadata ?? {}).filter(([key]) => !key.includes(':'))),
            [modelKey]: model,
          },
        });
      }),
    upsert: (records) => change(async () => upsert(await check(records))),
    ids: (where) => run(() => matching({ where })),
    get: (ids, { embeddings = false } = {}) =>
      run(async () => {
        const found = new Map<string, VectorRecord>();
        const include = ['documents', 'metadatas', ...(embeddings ? ['embeddings'] : [])];
        for (const some of chunks([...new Set(ids)], embeddings ? vectorPage : page)) {
          for (const record of recordsOf((await ask('get', { ids: some, include })) as ChromaRows))
            found.set(record.id, record);
        }
        return ids.flatMap((id) => found.get(id) ?? []);
      }),
    nearest: (embedding, options) => run(() => nearest(embedding, options)),
    count: (options = {}) => run(async () => (await candidates(options))?.length ?? countAll()),
    updateMetadata: (changes) =>
      change(async () => {
        const there = [...(await formerMetadata([...changes.keys()])).keys()];
        const changed = there.filter((id) => Object.keys(changes.get(id) ?? {}).length > 0);
        for (const ids of chunks(changed, page))
          await ask('update', { ids, metadatas: ids.map((id) => metadataBody(changes.get(id) as Metadata)) });
        return there.length;
      }),
    delete: (ids) => change(() => remove(ids)),
    replace: (where: Where, records) =>
      change(async () => {
        const checked = await check(records);
        const former = await matching({ where });
        await upsert(checked);
        const coming = new Set(checked.map(({ id }) => id));
        await remove(former.filter((id) => !coming.has(id)));
      }),
    clear: () => change(() => remake(null)),
  };
}

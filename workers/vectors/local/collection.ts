/** The operations on one collection of a local store. */
import { createMutex } from '../../base/async/mutex.js';
import { messageOf } from '../../base/errors.js';
import { byDistance } from '../by-distance.js';
import { checkRecords, checkVector } from '../check-records.js';
import {
  VectorStoreError,
  type Hit,
  type Nearest,
  type VectorCollection,
  type VectorRecord,
  type Where,
} from '../types.js';
import { WhereError } from '../where.js';
import { merging, patching, storing } from './write/changes.js';
import type { Committer, CommitTask } from './write/commit.js';
import type { Epochs } from './epochs.js';
import type { Scanners } from './scan/scanners.js';
import { createFilter, select } from './scan/select.js';
import { readRecords, type Row } from './shard.js';
import { slotsOf, type Table } from './table.js';

export interface CollectionContext {
  name: string;
  folder: string;
  table: Table;
  committer: Committer;
  epochs: Epochs;
  scanners: Scanners;
}

export interface LocalCollection extends VectorCollection {
  /** When nothing is under way. */
  settled(): Promise<void>;
  /** Refuses what comes now, and waits for what is under way. */
  end(): Promise<void>;
}

export function createCollection({
  name,
  folder,
  table,
  committer,
  epochs,
  scanners,
}: CollectionContext): LocalCollection {
  const changes = createMutex();
  let ended = false;

  async function change<Result>(act: () => Promise<Result>): Promise<Result> {
    if (ended) throw new VectorStoreError(`The collection "${name}" is closed.`);
    return changes.run(() => sayingWhat(folder, act));
  }

  /** Sees the collection as it is at its beginning. */
  async function look<Result>(act: () => Promise<Result>): Promise<Result> {
    if (ended) throw new VectorStoreError(`The collection "${name}" is closed.`);
    const leave = epochs.enter();
    try {
      return await sayingWhat(folder, act);
    } finally {
      leave();
    }
  }

  async function settled(): Promise<void> {
    await changes.ended();
    await epochs.idle();
    await committer.tidied();
  }

  const known = (ids: Iterable<string>): Row[] => [...new Set(ids)].flatMap((id) => table.rows.get(id) ?? []);
  /** In the order of their slots. */
  const matching = ({ where, ids }: Pick<Nearest, 'where' | 'ids'>): Promise<readonly Row[]> => {
    const filter = createFilter(where);
    if (ids !== undefined)
      return select(
        folder,
        known(ids).sort((a, b) => a.slot - b.slot),
        filter,
      );
    const snapshot = table.snapshot();
    return select(folder, snapshot?.rows ?? [], filter, snapshot?.columns);
  };
  const matchingIds = async (where: Where | undefined): Promise<string[]> => {
    const rows = await matching({ where });
    return [...rows].sort((a, b) => a.order - b.order).map(({ id }) => id);
  };

  async function commit(task: CommitTask): Promise<void> {
    if (task.shards.length > 0) await committer.commit(task);
  }

  async function compact(): Promise<void> {
    const task = merging(table);
    if (task !== undefined) await committer.commit(task);
  }

  async function nearest(
    embedding: ArrayLike<number>,
    { limit = Infinity, radius = Infinity, ...restriction }: Nearest,
  ): Promise<Hit[]> {
    if (!(limit >= 0) || Number.isNaN(radius))
      throw new VectorStoreError(`A search takes a limit from 0 and a radius, not ${limit} and ${radius}.`);
    const query = checkVector(embedding, table.dimension ?? embedding.length, 'The query');
    const snapshot = table.snapshot();
    const rows = await matching(restriction);
    if (snapshot === undefined) return [];
    const slots = rows === snapshot.rows ? snapshot.slots : slotsOf(rows);
    // A little more than the square, which may be rounded down: the root decides.
    const within = radius < 0 ? -1 : radius * radius * (1 + 2 ** -50);
    const { positions, squares } = await scanners.scan(snapshot.floats, {
      query,
      slots,
      limit: Math.floor(limit),
      within,
    });
    const hits = Array.from(positions, (position, i): Hit => ({
      id: (rows[position] as Row).id,
      distance: Math.sqrt(squares[i] as number),
    }));
    const near = hits.filter(({ distance }) => distance <= radius).sort(byDistance);
    return limit < near.length ? near.slice(0, Math.floor(limit)) : near;
  }

  return {
    name,
    facts: () => look(async () => ({ count: table.rows.size, dimension: table.dimension, model: committer.model })),
    setModel: (model) => change(() => committer.commit({ shards: [], gone: [], model })),
    async upsert(records) {
      const own = records.map(ownRecord);
      return change(() => commit(storing(table, checkRecords(own, table.dimension), [])));
    },
    ids: (where) => look(() => matchingIds(where)),
    get: (ids, { embeddings = false } = {}) =>
      look(async () => {
        const rows = ids.flatMap((id) => table.rows.get(id) ?? []);
        const floats = table.snapshot()?.floats;
        const vectors = rows.map(({ slot }) => (embeddings && floats ? floats.read(slot) : []));
        const records = await readRecords(folder, rows);
        return rows.map(({ id }, i) => ({
          id,
          document: records[i]?.document ?? '',
          metadata: records[i]?.metadata ?? {},
          embedding: vectors[i] ?? [],
        }));
      }),
    nearest: (embedding, options) => look(() => nearest(embedding, options)),
    count: (options = {}) => look(async () => (await matching(options)).length),
    async updateMetadata(changes) {
      const own = new Map([...changes].map(([id, metadata]) => [id, { ...metadata }]));
      return change(async () => {
        const rows = known(own.keys());
        await commit(
          patching(
            rows.filter(({ id }) => Object.keys(own.get(id) ?? {}).length > 0),
            own,
          ),
        );
        return rows.length;
      });
    },
    delete: (ids) =>
      change(async () => {
        const task = storing(table, [], ids);
        await commit(task);
        await compact();
        return task.gone.length;
      }),
    async replace(where, records) {
      const own = records.map(ownRecord);
      return change(async () => {
        const going = await matchingIds(where);
        const checked = checkRecords(own, going.length === table.rows.size ? null : table.dimension);
        await commit(storing(table, checked, going));
        await compact();
      });
    },
    clear: () =>
      change(() =>
        committer.commit({ shards: [], drops: [...table.shards.keys()], gone: [...table.rows.keys()], model: null }),
      ),
    settled,
    async end() {
      ended = true;
      await settled();
    },
  };
}

/** Callers may change theirs while it waits. */
function ownRecord({ id, document, metadata, embedding }: VectorRecord): VectorRecord {
  if (typeof id === 'string' && !id.isWellFormed())
    throw new VectorStoreError(`The id ${JSON.stringify(id)} holds half of a character.`);
  return { id, document, metadata: { ...metadata }, embedding: Float32Array.from(embedding) };
}

async function sayingWhat<Result>(folder: string, act: () => Promise<Result>): Promise<Result> {
  try {
    return await act();
  } catch (error) {
    if (error instanceof VectorStoreError || error instanceof WhereError) throw error;
    throw new VectorStoreError(`The vector store in ${folder} failed: ${messageOf(error)}`, { cause: error });
  }
}

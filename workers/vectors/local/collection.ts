/** The operations on one collection of a local store. */
import { createMutex } from '../../base/async/mutex.js';
import { messageOf } from '../../base/errors.js';
import { checkRecords } from '../check-records.js';
import {
  VectorStoreError,
  type CollectionFacts,
  type Damage,
  type Hit,
  type Metadata,
  type Nearest,
  type Restriction,
  type VectorCollection,
  type VectorRecord,
  type Where,
  type Within,
} from '../types.js';
import { WhereError } from '../where.js';
import { merging, patching, storing } from './write/changes.js';
import type { Committer, CommitTask } from './write/commit.js';
import type { Epochs } from './epochs.js';
import { knownRows, matching, matchingIds, nearest, within, type SearchContext } from './search.js';
import { readRecords } from './shard.js';

export interface CollectionContext extends SearchContext {
  name: string;
  committer: Committer;
  epochs: Epochs;
  /** Found when it was opened. */
  damages: readonly Damage[];
}

export class LocalCollection implements VectorCollection {
  readonly name: string;
  readonly damages: readonly Damage[];
  private readonly changes = createMutex();
  private ended = false;

  constructor(private readonly context: CollectionContext) {
    this.name = context.name;
    this.damages = context.damages;
  }

  facts(): Promise<CollectionFacts> {
    const { table, committer } = this.context;
    return this.read(async () => ({ count: table.rows.size, dimension: table.dimension, model: committer.model }));
  }

  setModel(model: string): Promise<void> {
    return this.change(() => this.context.committer.commit({ shards: [], gone: [], model }));
  }

  async upsert(records: readonly VectorRecord[]): Promise<void> {
    const { table } = this.context;
    const own = records.map(ownRecord);
    return this.change(() => this.commit(storing(table, checkRecords(own, table.dimension), [])));
  }

  ids(where?: Where): Promise<string[]> {
    return this.read(() => matchingIds(this.context, where));
  }

  get(ids: readonly string[], { embeddings = false }: { embeddings?: boolean } = {}): Promise<VectorRecord[]> {
    const { folder, table } = this.context;
    return this.read(async () => {
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
    });
  }

  nearest(embedding: ArrayLike<number>, options: Nearest): Promise<Hit[]> {
    return this.read(() => nearest(this.context, embedding, options));
  }

  within(embedding: ArrayLike<number>, options: Within): Promise<string[]> {
    return this.read(() => within(this.context, embedding, options));
  }

  count(options: Restriction = {}): Promise<number> {
    return this.read(async () => (await matching(this.context, options)).length);
  }

  async updateMetadata(changes: ReadonlyMap<string, Metadata>): Promise<number> {
    const own = new Map([...changes].map(([id, metadata]) => [id, { ...metadata }]));
    return this.change(async () => {
      const rows = knownRows(this.context.table, own.keys());
      const changed = rows.filter(({ id }) => Object.keys(own.get(id) ?? {}).length > 0);
      await this.commit(patching(changed, own));
      return rows.length;
    });
  }

  delete(ids: readonly string[]): Promise<number> {
    return this.change(async () => {
      const task = storing(this.context.table, [], ids);
      await this.commit(task);
      await this.compact();
      return task.gone.length;
    });
  }

  async replace(where: Where, records: readonly VectorRecord[]): Promise<void> {
    const { table } = this.context;
    const own = records.map(ownRecord);
    return this.change(async () => {
      const going = await matchingIds(this.context, where);
      const checked = checkRecords(own, going.length === table.rows.size ? null : table.dimension);
      await this.commit(storing(table, checked, going));
      await this.compact();
    });
  }

  clear(): Promise<void> {
    const { table, committer } = this.context;
    return this.change(() =>
      committer.commit({ shards: [], drops: [...table.shards.keys()], gone: [...table.rows.keys()], model: null }),
    );
  }

  /** When nothing is under way. */
  async settled(): Promise<void> {
    await this.changes.ended();
    await this.context.epochs.idle();
    await this.context.committer.tidied();
  }

  /** Refuses what comes now, and waits for what is under way. */
  async end(): Promise<void> {
    this.ended = true;
    await this.settled();
  }

  private async change<Result>(act: () => Promise<Result>): Promise<Result> {
    this.throwIfEnded();
    return this.changes.run(() => explained(this.context.folder, act));
  }

  /** Sees the collection as it is at its beginning. */
  private async read<Result>(act: () => Promise<Result>): Promise<Result> {
    this.throwIfEnded();
    const leave = this.context.epochs.enter();
    try {
      return await explained(this.context.folder, act);
    } finally {
      leave();
    }
  }

  private throwIfEnded(): void {
    if (this.ended) throw new VectorStoreError(`The collection "${this.name}" is closed.`);
  }

  private async commit(task: CommitTask): Promise<void> {
    if (task.shards.length > 0) await this.context.committer.commit(task);
  }

  private async compact(): Promise<void> {
    const task = merging(this.context.table);
    if (task !== undefined) await this.context.committer.commit(task);
  }
}

/** Callers may change theirs while it waits. */
function ownRecord({ id, document, metadata, embedding }: VectorRecord): VectorRecord {
  if (typeof id === 'string' && !id.isWellFormed())
    throw new VectorStoreError(`The id ${JSON.stringify(id)} holds half of a character.`);
  return { id, document, metadata: { ...metadata }, embedding: Float32Array.from(embedding) };
}

async function explained<Result>(folder: string, act: () => Promise<Result>): Promise<Result> {
  try {
    return await act();
  } catch (error) {
    if (error instanceof VectorStoreError || error instanceof WhereError) throw error;
    throw new VectorStoreError(`The vector store in ${folder} failed: ${messageOf(error)}`, { cause: error });
  }
}

/** The operations on one collection of a local store. */
import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { createMutex } from '../../base/async/mutex.js';
import { messageOf, systemCodeOf } from '../../base/errors.js';
import { syncFolder } from '../../base/files/durable.js';
import type { Log } from '../../base/ports.js';
import { checkRecords } from '../check-records.js';
import type { FoundIds } from '../found-ids.js';
import {
  VectorStoreError,
  type CollectionFacts,
  type Damage,
  type Hit,
  type Metadata,
  type Nearest,
  type OfModel,
  type Restriction,
  type VectorCollection,
  type VectorRecord,
  type Where,
  type Within,
} from '../types.js';
import { modelToNote } from '../model.js';
import { WhereError } from '../where.js';
import { checkShards, type CheckContext } from './check-shards.js';
import { merging, patching, storing } from './write/changes.js';
import type { Committer, CommitTask } from './write/commit.js';
import type { Epochs } from './epochs.js';
import type { BrokenShard } from './index/indexer.js';
import { DamagedRow } from './scan/disk-rows.js';
import { checksumOf } from './scan/row-copy.js';
import { count, knownRows, matchingIds, nearest, within, type SearchContext } from './search.js';
import { readRecords, readVectors, type Row } from './shard.js';

export interface CollectionContext extends SearchContext, CheckContext {
  name: string;
  committer: Committer;
  epochs: Epochs;
  log: Log;
}

export class LocalCollection implements VectorCollection {
  readonly name: string;
  private readonly changes = createMutex();
  private readonly damages: Damage[] = [];
  private readonly followers = new Set<(damage: Damage) => void>();
  private checking: Promise<void> | undefined;
  private ended = false;

  constructor(private readonly context: CollectionContext) {
    this.name = context.name;
  }

  /** Tells of each broken file, of those that are known at once. The function that comes back ends it. */
  follow(told: (damage: Damage) => void): () => void {
    this.damages.forEach(told);
    this.followers.add(told);
    return () => void this.followers.delete(told);
  }

  /**
   * Reads all shards: what is broken is given up, and floats come into memory. Searches go on meanwhile, changes wait.
   */
  check(): Promise<void> {
    const { log, folder } = this.context;
    return (this.checking ??= checkShards(
      this.context,
      () => this.ended,
      (broken) => this.giveUp(broken),
    ).catch((error: unknown) => log.error(`The vectors in ${folder} could not be checked: ${messageOf(error)}`)));
  }

  /** Sets shards aside. Nothing else may be changing meanwhile. */
  async giveUp(broken: readonly BrokenShard[]): Promise<void> {
    const { folder, committer, log } = this.context;
    for (const { entry, reason } of broken) {
      await setAside(folder, entry.file);
      log.error(
        `${join(folder, entry.file)} is broken (${reason}); it was set aside as ${entry.file}.broken, ` +
          `and its ${entry.rows} records are missing.`,
      );
    }
    await committer.commit({ shards: [], drops: broken.map(({ entry }) => entry.file), gone: [] });
    for (const { entry, reason } of broken) {
      const damage = { collection: this.name, file: join(folder, entry.file), records: entry.rows, reason };
      this.damages.push(damage);
      for (const told of this.followers) told(damage);
    }
  }

  facts(): Promise<CollectionFacts> {
    const { table, committer } = this.context;
    return this.read(async () => ({ count: table.size, dimension: table.dimension, model: committer.model }));
  }

  setModel(model: string): Promise<void> {
    return this.change(() => this.context.committer.commit({ shards: [], gone: [], model }));
  }

  async upsert(records: readonly VectorRecord[], coming: OfModel = {}): Promise<void> {
    const { table } = this.context;
    const own = records.map(ownRecord);
    return this.change(() => {
      const task = storing(table, checkRecords(own, table.dimension), []);
      return this.commit({ ...task, model: this.modelWith(table.size, coming) });
    });
  }

  ids(where?: Where): Promise<string[]> {
    return this.read(() => matchingIds(this.context, where));
  }

  get(ids: readonly string[], { embeddings = false }: { embeddings?: boolean } = {}): Promise<VectorRecord[]> {
    const { folder, table } = this.context;
    return this.read(async () => {
      const rows = ids.flatMap((id) => table.row(id) ?? []);
      const vectors = embeddings ? await vectorsOf(this.context, rows) : [];
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
    return this.search(() => nearest(this.context, embedding, options));
  }

  within(embedding: ArrayLike<number>, options: Within): Promise<FoundIds> {
    return this.search(() => within(this.context, embedding, options));
  }

  count(options: Restriction = {}): Promise<number> {
    return this.read(() => count(this.context, options));
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

  async replace(where: Where, records: readonly VectorRecord[], coming: OfModel = {}): Promise<void> {
    const { table } = this.context;
    const own = records.map(ownRecord);
    return this.change(async () => {
      const going = await matchingIds(this.context, where);
      const checked = checkRecords(own, going.length === table.size ? null : table.dimension);
      const noted = this.modelWith(table.size - going.length, coming);
      await this.commit({ ...storing(table, checked, going), model: noted });
      await this.compact();
    });
  }

  clear({ model = null }: { model?: string | null } = {}): Promise<void> {
    const { table, committer } = this.context;
    return this.change(() => committer.commit({ shards: [], drops: [...table.shards.keys()], gone: [], model }));
  }

  /** When all that is under way has ended; what begins meanwhile is not waited for. */
  async settled(): Promise<void> {
    await this.changes.ended();
    await this.context.epochs.idle();
    await this.context.committer.tidied();
  }

  /** Refuses what comes now, and waits for what is under way. */
  async end(): Promise<void> {
    this.ended = true;
    await this.checking;
    await this.settled();
  }

  private async change<Result>(act: () => Promise<Result>): Promise<Result> {
    this.throwIfEnded();
    return this.changes.run(() =>
      explained(this.context.folder, async () => {
        await this.checking;
        return act();
      }),
    );
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

  /** Where floats are not on the disk as they were copied, their shard is given up, and it is searched once more. */
  private async search<Result>(act: () => Promise<Result>): Promise<Result> {
    for (;;) {
      try {
        return await this.read(act);
      } catch (error) {
        const { cause } = error as Error;
        if (!(cause instanceof DamagedRow)) throw error;
        if (!(await this.mend(cause.file))) throw error;
      }
    }
  }

  /** @returns false where the shard is there, and whole */
  private mend(file: string): Promise<boolean> {
    const { folder, table, indexer } = this.context;
    return this.change(async () => {
      const entry = table.shards.get(file)?.entry;
      if (entry === undefined) return true;
      const found = await indexer.check(folder, entry, table.dimension ?? 0);
      if (typeof found === 'string') await this.giveUp([{ entry, reason: found }]);
      return typeof found === 'string';
    });
  }

  private modelWith(count: number, coming: OfModel): string | null | undefined {
    return modelToNote(this.name, { count, model: this.context.committer.model }, coming);
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

async function vectorsOf({ folder, table }: SearchContext, rows: readonly Row[]): Promise<Float32Array[]> {
  const vectors = table.vectorRows;
  if (vectors === undefined) return [];
  if (vectors.floats !== undefined) return rows.map(({ slot }) => vectors.read(slot));
  return readVectors(folder, rows, vectors.dimension, ({ slot }) => checksumOf(vectors.copies.row(slot)));
}

async function setAside(folder: string, file: string): Promise<void> {
  await rename(join(folder, file), join(folder, `${file}.broken`)).catch((error: unknown) => {
    if (systemCodeOf(error) !== 'ENOENT') throw error;
  });
  await syncFolder(folder);
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

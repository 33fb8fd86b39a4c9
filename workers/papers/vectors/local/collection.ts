/** The operations on one collection of a local store. */
import { basename } from 'node:path';
import { createMutex } from '../../../base/async/mutex.js';
import { SharedLock } from '../../../base/async/shared-lock.js';
import { messageOf } from '../../../base/errors.js';
import { setAside } from '../../../base/files/set-aside.js';
import type { Log } from '../../../base/ports.js';
import { checkRecords, ownRecord } from '../check-records.js';
import { modelToNote } from '../model.js';
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
import { WhereError } from '../where.js';
import { patching, storing, type Committer, type CommitTask } from './commit.js';
import type { FilterContext } from './filter.js';
import { count, found, matchingIds, nearest } from './search.js';
import { DamagedShardError, readRecords } from './shard.js';

export interface CollectionContext extends FilterContext {
  name: string;
  committer: Committer;
  log: Log;
}

export class LocalCollection implements VectorCollection {
  readonly name: string;
  private readonly changes = createMutex();
  /** Readers share the memory. A change locks them out while it is applied. */
  private readonly memory = new SharedLock();
  private readonly damages: Damage[] = [];
  private readonly followers = new Set<(damage: Damage) => void>();
  private ended = false;

  constructor(private readonly context: CollectionContext) {
    this.name = context.name;
  }

  /** Reports each broken file, and the known ones at once. @returns a function that ends the reports */
  follow(report: (damage: Damage) => void): () => void {
    this.damages.forEach(report);
    this.followers.add(report);
    return () => void this.followers.delete(report);
  }

  /** Sets shards aside. No other change may run meanwhile. */
  async giveUp(damaged: readonly DamagedShardError[]): Promise<void> {
    for (const { path, reason, records } of damaged.map(({ detail }) => detail)) {
      const kept = await setAside(path);
      const where = kept === undefined ? '' : `it was set aside as ${kept}, and `;
      this.context.log.error(`${path} is broken (${reason}); ${where}its ${records} records are missing.`);
    }
    await this.commit({ drops: damaged.map(({ detail }) => basename(detail.path)) });
    for (const { path, reason, records } of damaged.map(({ detail }) => detail)) {
      const damage = { collection: this.name, file: path, records, reason };
      this.damages.push(damage);
      for (const report of this.followers) report(damage);
    }
  }

  facts(): Promise<CollectionFacts> {
    const { table, committer } = this.context;
    return this.read(async () => ({ count: table.size, dimension: table.dimension, model: committer.model }));
  }

  async upsert(records: readonly VectorRecord[], coming: OfModel = {}): Promise<void> {
    const { table } = this.context;
    const own = records.map(ownRecord);
    return this.change(async () => {
      const shards = storing(table, checkRecords(own, table.dimension), []);
      const noted = this.modelWith(table.size, coming);
      if (shards.length > 0) await this.commit({ shards, model: noted });
    });
  }

  ids(where?: Where): Promise<string[]> {
    return this.read(() => matchingIds(this.context, where));
  }

  get(ids: readonly string[], { embeddings = false }: { embeddings?: boolean } = {}): Promise<VectorRecord[]> {
    const { folder, table } = this.context;
    return this.read(async () => {
      const rows = table.rowsOf(ids);
      const records = await readRecords(
        folder,
        rows.map((row) => table.placeOf(row)),
      );
      const vectorOf = (row: number): ArrayLike<number> =>
        (embeddings && table.block && Float32Array.from(table.block.floats(row))) || [];
      return records.map((record, i) => ({ ...record, embedding: vectorOf(rows[i] as number) }));
    });
  }

  nearest(embedding: ArrayLike<number>, options: Nearest): Promise<Hit[]> {
    return this.read(() => nearest(this.context, embedding, options));
  }

  within(embedding: ArrayLike<number>, options: Within): Promise<string[]> {
    return this.read(async () => (await found(this.context, embedding, options)).map(({ id }) => id));
  }

  count(options: Restriction = {}): Promise<number> {
    return this.read(() => count(this.context, options));
  }

  async updateMetadata(changes: ReadonlyMap<string, Metadata>): Promise<number> {
    const { table } = this.context;
    const own = new Map([...changes].map(([id, metadata]) => [id, { ...metadata }]));
    return this.change(async () => {
      const rows = table.rowsOf(own.keys());
      const changed = rows.filter((row) => Object.keys(own.get(table.idAt(row)) ?? {}).length > 0);
      if (changed.length > 0) await this.commit({ shards: patching(table, changed, own) });
      return rows.length;
    });
  }

  delete(ids: readonly string[]): Promise<number> {
    const { table } = this.context;
    return this.change(async () => {
      const before = table.size;
      const shards = storing(table, [], ids);
      if (shards.length > 0) await this.commit({ shards });
      return before - table.size;
    });
  }

  async replace(where: Where, records: readonly VectorRecord[], coming: OfModel = {}): Promise<void> {
    const { table } = this.context;
    const own = records.map(ownRecord);
    return this.change(async () => {
      const going = await matchingIds(this.context, where);
      const checked = checkRecords(own, going.length === table.size ? null : table.dimension);
      const noted = this.modelWith(table.size - going.length, coming);
      const shards = storing(table, checked, going);
      if (shards.length > 0) await this.commit({ shards, model: noted });
    });
  }

  clear({ model = null }: { model?: string | null } = {}): Promise<void> {
    return this.change(() => this.commit({ drops: [...this.context.table.shards.keys()], model }));
  }

  /** Resolves when all running operations have ended. Does not wait for operations that start meanwhile. */
  async settled(): Promise<void> {
    await this.changes.ended();
    await this.memory.write(async () => undefined);
  }

  async end(): Promise<void> {
    this.ended = true;
    await this.settled();
  }

  private change<Result>(act: () => Promise<Result>): Promise<Result> {
    return this.mending(() => this.changes.run(act));
  }

  private read<Result>(act: () => Promise<Result>): Promise<Result> {
    return this.mending(() => this.memory.read(act));
  }

  /** Sets a damaged shard aside and tries again without it. */
  private async mending<Result>(act: () => Promise<Result>): Promise<Result> {
    if (this.ended) throw new VectorStoreError(`The collection "${this.name}" is closed.`);
    try {
      return await act();
    } catch (error) {
      if (error instanceof WhereError) throw error;
      if (!(error instanceof DamagedShardError)) throw this.explained(error);
      await this.changes
        .run(async () => {
          // Another reader may have found it before.
          if (this.context.table.shards.has(basename(error.detail.path))) await this.giveUp([error]);
        })
        .catch((failure: unknown) => {
          throw this.explained(failure);
        });
      return this.mending(act);
    }
  }

  private explained(error: unknown): VectorStoreError {
    if (error instanceof VectorStoreError) return error;
    return new VectorStoreError(`The vector store in ${this.context.folder} failed: ${messageOf(error)}`, {
      cause: error,
    });
  }

  private modelWith(records: number, coming: OfModel): string | null | undefined {
    return modelToNote(this.name, { count: records, model: this.context.committer.model }, coming);
  }

  private commit(task: CommitTask): Promise<void> {
    return this.context.committer.commit(task, (apply) => this.memory.write(apply));
  }
}

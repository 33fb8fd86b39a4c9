/** Changes a collection on the disk and in memory, completely or not at all. */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { KeptThreads } from '../../../base/async/kept-threads.js';
import type { JsonStore } from '../../../base/files/json-store.js';
import { groupBy } from '../../../base/group-by.js';
import type { CheckedRecord } from '../check-records.js';
import type { Metadata } from '../types.js';
import { shardName, type Manifest, type ShardEntry } from './collection-folders.js';
import { planWrite, type PutSize } from './plan-write.js';
import { orDamaged, type Shard } from './shard.js';
import type { Table } from './table.js';
import { packMetadata, packRecord } from './vectra-file.js';
import type { WriterThread, WriteTask } from './writer-thread.js';

/** One shard to write. The shards that it copies are removed. */
export type ShardChange = Pick<WriteTask, 'removes' | 'patches' | 'puts'> & { from: readonly string[] };

export interface CommitTask {
  shards?: readonly ShardChange[];
  drops?: readonly string[];
  model?: string | null;
}

export interface CommitContext {
  folder: string;
  manifest: JsonStore<Manifest | null>;
  table: Table;
  writer: KeptThreads<WriterThread>;
  /** Every shard that was ever in the folder has a smaller number. */
  nextNumber: number;
}

export class Committer {
  private nextNumber: number;
  private currentModel: string | null;

  constructor(private readonly context: CommitContext) {
    this.nextNumber = context.nextNumber;
    this.currentModel = context.manifest.value?.model ?? null;
  }

  get model(): string | null {
    return this.currentModel;
  }

  /**
   * Durable when it resolves; after a failure nothing has changed. One at a time.
   * @param alone runs the change of the memory while there is no reader
   */
  async commit(
    { shards = [], drops = [], model = this.model }: CommitTask,
    alone: (apply: () => Promise<void>) => Promise<void>,
  ): Promise<void> {
    const { table, manifest } = this.context;
    const ending = new Set([...drops, ...shards.flatMap(({ from }) => from)]);
    const vectors = new Map(shards.flatMap(({ puts }) => puts.map(({ id, vector }) => [id, vector])));
    const [first] = vectors.values();
    const block = first === undefined ? table.block : table.blockFor(first.length, vectors.size);
    const before = this.nextNumber;
    const written: Shard[] = [];
    let next: Manifest | undefined;
    let failure: unknown;
    try {
      for (const change of shards) written.push(...(await this.write(change, block?.dimension ?? 0)));
      const kept = [...table.shards.values()].filter(({ entry }) => !ending.has(entry.file));
      const entries = [...kept, ...written].map(({ entry }) => entry);
      const dimension = entries.length === 0 ? null : (block?.dimension ?? null);
      next = { format: 1, dimension, model, shards: entries };
      await manifest.update((current) => next ?? current);
    } catch (error) {
      const found = await manifest.read().catch(() => null);
      if (found === null || !isDeepStrictEqual(found, next)) {
        const names = Array.from({ length: this.nextNumber - before }, (_, i) => shardName(before + i));
        // A manifest that cannot be read may name them: the next one, or the next start, decides.
        if (found !== null) await this.remove(names);
        throw error;
      }
      failure = error;
    }
    await alone(async () => table.apply({ block, shards: written, vectors, drops: ending }));
    this.currentModel = model;
    await this.remove(ending);
    if (failure !== undefined) throw failure as Error;
  }

  /** Returns an empty list if no record is left. */
  private async write({ from: names, ...change }: ShardChange, dimension: number): Promise<Shard[]> {
    const { folder, table, writer } = this.context;
    const from = names.map((name) => (table.shards.get(name) as Shard).entry);
    const rows = from.reduce((sum, entry) => sum + entry.rows, 0);
    if (rows === change.removes.length && change.puts.length === 0) return [];
    const file = shardName(this.nextNumber++);
    const task = { ...change, from, folder, dimension, to: file };
    const { facts, bytes, crc32 } = await orDamaged(writer.call('write', task));
    const entry: ShardEntry = { file, rows: facts.ids.length, bytes, crc32 };
    return [{ ...facts, entry, rows: new Uint32Array(entry.rows), columns: new Map() }];
  }

  private async remove(names: Iterable<string>): Promise<void> {
    const { folder } = this.context;
    await Promise.all([...names].map((name) => rm(join(folder, name), { force: true }).catch(() => undefined)));
  }
}

/** Adds or replaces records, and removes ids. An id in both lists is added. */
export function storing(table: Table, records: readonly CheckedRecord[], going: readonly string[]): ShardChange[] {
  const vectorBytes = (records[0]?.embedding.length ?? table.dimension ?? 0) * 4;
  const oldOf = (id: string): { file: string; bytes: number } | undefined => {
    const row = table.rowOf(id);
    if (row === undefined) return undefined;
    const { shard, at } = table.placeOf(row);
    return { file: shard.entry.file, bytes: (shard.ends[at] as number) - (shard.starts[at] as number) + vectorBytes };
  };
  const sizes = records.map(({ id, document, metadata }): PutSize => {
    const texts = [id, document, ...Object.entries(metadata).flat()];
    return { id, bytes: texts.reduce((sum, one) => sum + Buffer.byteLength(one), vectorBytes), old: oldOf(id) };
  });
  const puts = new Map(
    records.map(({ id, document, metadata, embedding }) => {
      const row = table.rowOf(id);
      const order = row === undefined ? table.nextOrder() : table.orderAt(row);
      return [id, { id, metadata: packRecord(document, metadata, order), vector: embedding }];
    }),
  );
  const removes = [...new Set(going)].flatMap((id) => {
    const old = puts.has(id) ? undefined : oldOf(id);
    return old === undefined ? [] : [{ id, ...old }];
  });
  const shards = [...table.shards.values()].map(({ entry }) => entry);
  return planWrite(shards, sizes, removes).map(({ puts: ids, ...change }) => {
    return { ...change, patches: [], puts: ids.flatMap((id) => puts.get(id) ?? []) };
  });
}

/** Merges metadata into records. Each shard that holds one of them is written once. */
export function patching(table: Table, rows: readonly number[], changes: ReadonlyMap<string, Metadata>): ShardChange[] {
  const byFile = groupBy(rows, (row) => table.placeOf(row).shard.entry.file);
  return [...byFile].map(([file, some]) => {
    const ids = some.map((row) => table.idAt(row));
    const patches = ids.map((id) => ({ id, metadata: packMetadata(changes.get(id) ?? {}) }));
    return { from: [file], removes: [], patches, puts: [] };
  });
}

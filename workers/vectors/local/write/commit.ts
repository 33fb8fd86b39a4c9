/** Changes a collection on the disk and in memory, wholly or not at all. */
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { createMutex } from '../../../base/async/mutex.js';
import type { JsonStore } from '../../../base/files/json-store.js';
import type { Epochs } from '../epochs.js';
import { decodeIndex, indexName, type ShardIndex } from '../index/index-file.js';
import { shardName, type Manifest, type ShardEntry } from '../manifest.js';
import type { ItemMetadata } from '../record-layout.js';
import type { Slotted } from '../rows/records.js';
import type { Table } from '../table.js';
import type { Writer } from './writer.js';

interface ShardChange {
  /** Shards that go. */
  from: readonly string[];
  removes: readonly string[];
  patches: readonly { id: string; metadata: ItemMetadata }[];
  puts: readonly { id: string; metadata: ItemMetadata; vector: Float32Array }[];
}

export interface CommitTask {
  shards: readonly ShardChange[];
  /** Shards that go with all their records. */
  drops?: readonly string[];
  /** Other ids that are in none of the shards afterwards. */
  gone: readonly string[];
  /** Of what is put. */
  dimension?: number | null;
  model?: string | null;
}

export interface CommitContext {
  folder: string;
  manifest: JsonStore<Manifest | null>;
  table: Table;
  writer: Writer;
  epochs: Epochs;
  /** In memory. */
  keepsFloats: boolean;
  /** Every shard that was ever there has a smaller number. */
  nextNumber: number;
  model: string | null;
}

class InDoubt extends Error {}

export class Committer {
  private nextNumber: number;
  private currentModel: string | null;
  private readonly removals = createMutex();

  constructor(private readonly context: CommitContext) {
    this.nextNumber = context.nextNumber;
    this.currentModel = context.model;
  }

  get model(): string | null {
    return this.currentModel;
  }

  /** Durable when it resolves; after a failure nothing has changed. One at a time. */
  async commit({ shards, drops = [], gone, ...next }: CommitTask): Promise<void> {
    const { table, epochs } = this.context;
    const { dimension = table.dimension, model = this.currentModel } = next;
    const before = this.nextNumber;
    const staged: Slotted[] = [];
    const from = shards.flatMap((change) => change.from);
    const ending = [...drops, ...from];
    let failure: unknown;
    try {
      for (const change of shards) {
        const one = await this.write(change, dimension ?? 0);
        if (one !== undefined) staged.push(one);
      }
      const going = new Set(ending);
      const entries: ShardEntry[] = [
        ...[...table.shards.values()].map(({ entry }) => entry).filter(({ file }) => !going.has(file)),
        ...staged.map(({ shard }) => shard.entry),
      ];
      failure = await this.replaceManifest({
        format: 1,
        dimension: entries.length === 0 ? null : dimension,
        model,
        shards: entries,
      });
    } catch (error) {
      table.unstage(staged);
      const written = Array.from({ length: this.nextNumber - before }, (_, i) => shardName(before + i));
      // The manifest on the disk may name them; the next one, or the next start, knows.
      if (!(error instanceof InDoubt)) await this.removeShards(written);
      throw error;
    }
    table.apply({ gone, from, drops, staged });
    this.currentModel = model;
    // A reader may be about to open them. What a crash leaves is removed at the next start.
    epochs.retire(() => void this.removals.run(() => this.removeShards(ending)));
    await this.removals.ended();
    if (failure !== undefined) throw failure as Error;
  }

  /** When the files are gone that nobody needs. */
  tidied(): Promise<void> {
    return this.removals.ended();
  }

  private async write(change: ShardChange, dimension: number): Promise<Slotted | undefined> {
    const { folder, table, writer, keepsFloats } = this.context;
    const rows = change.from.reduce((sum, name) => sum + (table.shards.get(name)?.entry.rows ?? 0), 0);
    if (rows === change.removes.length && change.puts.length === 0) return undefined;
    const file = shardName(this.nextNumber++);
    const isNew = new Set(change.puts.map(({ id }) => id));
    const { index: made, ...written } = await writer.write({ folder, dimension, to: file, ...change });
    const entry = { file, rows: written.rows, bytes: written.bytes, crc32: written.crc32 };
    const index = decodeIndex(Buffer.from(made.buffer, made.byteOffset, made.length), entry, dimension) as ShardIndex;
    const content = keepsFloats && isNew.size > 0 ? await readFile(join(folder, file)) : undefined;
    const floatsOf = content && ((at: number) => floatsAt(content, index, at));
    return table.stage({ entry, index, floatsOf }, (id) => isNew.has(id));
  }

  /** Answers with the failure that came after the manifest was replaced; throws where it was not. */
  private async replaceManifest(next: Manifest): Promise<unknown> {
    const { manifest } = this.context;
    try {
      await manifest.update(() => next);
    } catch (error) {
      const found = await manifest.read().catch(() => null);
      if (found === null) throw new InDoubt('the manifest could be neither written nor read', { cause: error });
      if (!isDeepStrictEqual(found, next)) throw error;
      return error;
    }
  }

  private async removeShards(names: readonly string[]): Promise<void> {
    const { folder } = this.context;
    await Promise.all(
      names
        .flatMap((name) => [name, indexName(name)])
        .map((name) => rm(join(folder, name), { force: true }).catch(() => undefined)),
    );
  }
}

const floatsAt = (content: Buffer, { vectors, dimension }: ShardIndex, at: number): Uint8Array =>
  content.subarray(vectors[at], (vectors[at] as number) + dimension * 4);

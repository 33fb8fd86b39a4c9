/**
 * A thread that writes shards with vectra's codec. Loading vectra takes half a second and about 110 MB, so the thread
 * ends soon after the last write. A shard is a new file that is synced; readers see it when the manifest names it.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { ProtobufCodec, type IndexItem } from 'vectra';
import { serveThread } from '../../../base/async/serve-thread.js';
import { writeDurably } from '../../../base/files/durable.js';
import type { ShardEntry } from './collection-folders.js';
import { damageOf, parseShard, readWhole, type ShardFacts } from './shard.js';
import type { ItemMetadata } from './vectra-file.js';

export interface WriteTask {
  folder: string;
  dimension: number;
  to: string;
  /** Shards whose records are copied; none for a new shard. */
  from: readonly ShardEntry[];
  removes: readonly string[];
  /** Merged into the metadata of copied records. */
  patches: readonly { id: string; metadata: ItemMetadata }[];
  puts: readonly { id: string; metadata: ItemMetadata; vector: Float32Array }[];
}

export interface Written {
  bytes: number;
  crc32: number;
  facts: ShardFacts;
}

const codec = new ProtobufCodec();

function itemsOf(folder: string, entry: ShardEntry): IndexItem[] {
  const path = join(folder, entry.file);
  try {
    // Checked: what is missing in the file must not be missing in its copy without a word.
    return codec.deserializeIndex(Buffer.from(readWhole(path, entry))).items;
  } catch (error) {
    throw damageOf(path, entry, error);
  }
}

const normOf = (vector: readonly number[]): number => Math.sqrt(vector.reduce((sum, x) => sum + x * x, 0));

async function write({ folder, dimension, to, from, removes, patches, puts }: WriteTask): Promise<Written> {
  const items = new Map(from.flatMap((entry) => itemsOf(folder, entry)).map((item) => [item.id, item]));
  for (const id of removes) items.delete(id);
  for (const { id, metadata } of patches) {
    const item = items.get(id);
    if (item === undefined) throw new Error(`${to} cannot be written: its record "${id}" is missing`);
    items.set(id, { ...item, metadata: { ...item.metadata, ...metadata } });
  }
  for (const put of puts) {
    const vector = Array.from(put.vector);
    items.set(put.id, { id: put.id, metadata: put.metadata, vector, norm: normOf(vector) });
  }
  const index = { version: 1, metadata_config: {}, items: [...items.values()] };
  await writeDurably(join(folder, to), codec.serializeIndex(index));
  // The facts always come from the file, so that a restart finds the same.
  const content = await readFile(join(folder, to));
  return { bytes: content.length, crc32: crc32(content), facts: parseShard(content, dimension).facts };
}

const handlers = { write };
export type WriterThread = typeof handlers;
serveThread(handlers);

/** Puts the shards of a collection into memory, by their indexes. */
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { messageOf, systemCodeOf } from '../../base/errors.js';
import { VectorStoreError } from '../types.js';
import { decodeIndex, indexName, type ShardIndex } from './index/index-file.js';
import type { BrokenShard, Indexer } from './index/indexer.js';
import type { Manifest, ShardEntry } from './manifest.js';
import type { Table } from './table.js';

/** So many are read at once. */
const atOnce = 4;

/** @returns those that are broken; a byte that is another is found later (`check-shards.ts`) */
export async function loadShards(
  folder: string,
  { shards, dimension }: Manifest,
  table: Table,
  indexer: Indexer,
): Promise<BrokenShard[]> {
  const broken: BrokenShard[] = [];
  const reading: Promise<ShardIndex | string>[] = [];
  const begin = (): void => {
    const entry = shards[reading.length];
    if (entry === undefined) return;
    const one = read(folder, entry, dimension ?? 0, indexer);
    // Whoever waits for it learns why; where one before it failed, nobody does.
    one.catch(() => undefined);
    reading.push(one);
  };
  for (let i = 0; i < atOnce; i++) begin();
  for (const [i, entry] of shards.entries()) {
    const index = await (reading[i] as Promise<ShardIndex | string>);
    begin();
    if (typeof index === 'string') {
      broken.push({ entry, reason: index });
      continue;
    }
    const twice = table.load({ entry, index });
    if (twice !== undefined) broken.push({ entry, reason: `it holds "${twice}" a second time` });
  }
  return broken;
}

async function read(
  folder: string,
  entry: ShardEntry,
  dimension: number,
  indexer: Indexer,
): Promise<ShardIndex | string> {
  const path = join(folder, entry.file);
  const size = await stat(path).then(
    (facts) => facts.size,
    (error: unknown) => {
      if (systemCodeOf(error) === 'ENOENT') return undefined;
      throw new VectorStoreError(`${path} cannot be read: ${messageOf(error)}`, { cause: error });
    },
  );
  if (size === undefined) return 'it is gone';
  if (size !== entry.bytes) return `it has ${size} bytes instead of ${entry.bytes}`;
  const kept = await readFile(join(folder, indexName(entry.file))).catch(() => undefined);
  const found = kept && decodeIndex(kept, entry, dimension);
  if (found !== undefined) return found;
  const made = await indexer.index(folder, entry, dimension);
  if (typeof made === 'string') return made;
  const index = decodeIndex(made, entry, dimension);
  if (index === undefined) throw new VectorStoreError(`The index of ${path} cannot be made.`);
  return index;
}

/** Puts the shards of a collection into memory, by their indexes. */
import { open, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { messageOf, systemCodeOf } from '../../base/errors.js';
import { readFully } from '../../base/files/open-file.js';
import { VectorStoreError } from '../types.js';
import { decodeIndex, indexName, type ShardIndex } from './index/index-file.js';
import type { BrokenShard, Indexer } from './index/indexer.js';
import type { Manifest, ShardEntry } from './manifest.js';
import type { Table } from './table.js';

/** So many are read at once. */
const atOnce = 4;
/** At most for so many records there is room before the first is read: a manifest may say anything. */
const mostExpected = 4_000_000;

/** @returns those that are broken; a byte that is another is found later (`check-shards.ts`) */
export async function loadShards(
  folder: string,
  { shards, dimension }: Manifest,
  table: Table,
  indexer: Indexer,
): Promise<BrokenShard[]> {
  const broken: BrokenShard[] = [];
  table.reserve(
    Math.min(
      mostExpected,
      shards.reduce((sum, { rows }) => sum + rows, 0),
    ),
  );
  /** No longer than needed: what was read holds on to its bytes. */
  const reading: Promise<ShardIndex | string>[] = [];
  const memory = Array.from({ length: atOnce }, () => Buffer.alloc(0));
  let begun = 0;
  const begin = (): void => {
    const number = begun++;
    const entry = shards[number];
    if (entry === undefined) return;
    const one = read({ folder, dimension: dimension ?? 0, indexer }, entry, (bytes) =>
      roomIn(memory, number % atOnce, bytes),
    );
    // Whoever waits for it learns why; where one before it failed, nobody does.
    one.catch(() => undefined);
    reading.push(one);
  };
  for (let i = 0; i < atOnce; i++) begin();
  for (const entry of shards) {
    const index = await (reading.shift() as Promise<ShardIndex | string>);
    if (typeof index === 'string') broken.push({ entry, reason: index });
    else {
      const twice = table.load({ entry, index });
      if (twice !== undefined) broken.push({ entry, reason: `it holds "${twice}" a second time` });
    }
    // Into the memory of the one that is in the table now.
    begin();
    await nextTurn();
  }
  return broken;
}

/** Used again: buffers of megabytes that come and go leave the process larger than it need be. */
function roomIn(memory: Buffer[], which: number, bytes: number): Buffer {
  if ((memory[which] as Buffer).length < bytes) memory[which] = Buffer.allocUnsafeSlow(bytes + 65_536);
  return (memory[which] as Buffer).subarray(0, bytes);
}

async function read(
  { folder, dimension, indexer }: { folder: string; dimension: number; indexer: Indexer },
  entry: ShardEntry,
  room: (bytes: number) => Buffer,
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
  const kept = await readKept(join(folder, indexName(entry.file)), room).catch(() => undefined);
  const found = kept && decodeIndex(kept, entry, dimension);
  if (found !== undefined) return found;
  const made = await indexer.index(folder, entry, dimension);
  if (typeof made === 'string') return made;
  const index = decodeIndex(made, entry, dimension);
  if (index === undefined) throw new VectorStoreError(`The index of ${path} cannot be made.`);
  return index;
}

async function readKept(path: string, room: (bytes: number) => Buffer): Promise<Buffer> {
  await using file = await open(path, 'r');
  const { size } = await file.stat();
  const bytes = room(size);
  return bytes.subarray(0, await readFully(file, bytes, 0));
}

/** Reads columns of the metadata when a filter first asks for them. */
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { readFully } from '../../../base/files/open-file.js';
import { decodeColumn, indexName, type ColumnPlace, type ShardColumn } from './index-file.js';
import type { Shard } from '../shard.js';

/** Where an index is away or broken meanwhile, the records themselves are asked. */
export async function loadColumns(folder: string, shards: Iterable<Shard>, keys: Iterable<string>): Promise<void> {
  const wanted = [...keys];
  for (const shard of shards) {
    const missing = wanted.filter((key) => shard.directory.has(key) && !shard.columns.has(key));
    if (missing.length === 0) continue;
    const columns = await readColumns(join(folder, indexName(shard.entry.file)), shard, missing).catch(() => []);
    missing.forEach((key, i) => shard.columns.set(key, columns[i] ?? null));
  }
}

async function readColumns(
  path: string,
  { directory, entry }: Shard,
  keys: readonly string[],
): Promise<(ShardColumn | undefined)[]> {
  await using file = await open(path, 'r');
  const columns: (ShardColumn | undefined)[] = [];
  for (const key of keys) {
    const place = directory.get(key) as ColumnPlace;
    const bytes = Buffer.alloc(place[1]);
    await readFully(file, bytes, place[0]);
    columns.push(decodeColumn(bytes, entry.rows, place));
  }
  return columns;
}

/** Opens a collection: removes what a crash has left in its folder, and reads its shards into memory. */
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import pLimit from 'p-limit';
import type { KeptThreads } from '../../../base/async/kept-threads.js';
import { isTemporaryName } from '../../../base/files/durable.js';
import type { JsonStore } from '../../../base/files/json-store.js';
import { makeFolder } from '../../../base/files/make-folder.js';
import type { Log } from '../../../base/ports.js';
import { VectorStoreError } from '../types.js';
import { Block } from './block.js';
import { LocalCollection } from './collection.js';
import { emptyManifest, openManifest, shardNumber, type Manifest, type ShardEntry } from './collection-folders.js';
import { Committer } from './commit.js';
import { mostThreads } from './filter.js';
import type { RowsThread } from './rows-thread.js';
import { DamagedShardError, orDamaged } from './shard.js';
import { Table } from './table.js';
import type { WriterThread } from './writer-thread.js';

export interface OpenContext {
  name: string;
  folder: string;
  writer: KeptThreads<WriterThread>;
  threads: KeptThreads<RowsThread>;
  log: Log;
}

export async function openCollection(context: OpenContext): Promise<LocalCollection> {
  const { folder } = context;
  makeFolder(folder);
  const manifest = await openManifest(folder);
  if (manifest.value === null) await begin(folder, manifest);
  const named = manifest.value ?? emptyManifest;
  const numbers = await tidy(folder, named);
  const { table, damaged } = await load(context, named);
  const nextNumber = Math.max(0, ...numbers, ...named.shards.map(({ file }) => shardNumber(file) ?? 0)) + 1;
  const committer = new Committer({ ...context, table, manifest, nextNumber });
  const collection = new LocalCollection({ ...context, table, committer });
  if (damaged.length > 0) await collection.giveUp(damaged);
  return collection;
}

/** Writes nothing into a folder that holds other files. */
async function begin(folder: string, manifest: JsonStore<Manifest | null>): Promise<void> {
  const foreign = (await readdir(folder)).filter((file) => !file.endsWith('.tmp'));
  if (foreign.length > 0) {
    throw new VectorStoreError(
      `${folder} holds ${foreign.slice(0, 3).join(', ')} but no manifest.json, so it is no collection of this store. ` +
        'Put the manifest back from a copy, or move the folder away; vectors of another program come in by an import.',
    );
  }
  await manifest.set(emptyManifest);
}

/** A copy of parts of a shard, made by earlier versions. */
const oldIndex = /^\d{6,12}\.index$/;

/** Returns the numbers of all shards in the folder, including shards that the manifest does not name. */
async function tidy(folder: string, { shards }: Manifest): Promise<number[]> {
  const files = await readdir(folder);
  const named = new Set(shards.map(({ file }) => file));
  const isLeft = (file: string): boolean =>
    (shardNumber(file) !== undefined && !named.has(file)) || oldIndex.test(file) || isTemporaryName(file);
  await Promise.all(files.filter(isLeft).map((file) => rm(join(folder, file), { force: true })));
  return files.flatMap((file) => shardNumber(file.replace(/\.broken(-\d+)?$/, '')) ?? []);
}

/** If a shard is damaged, reads the others again, because rows must have no gaps. */
async function load(
  context: OpenContext,
  manifest: Manifest,
  damaged: readonly DamagedShardError[] = [],
): Promise<{ table: Table; damaged: readonly DamagedShardError[] }> {
  const pathOf = ({ file }: ShardEntry): string => join(context.folder, file);
  const table = new Table();
  const shards = manifest.shards.filter((entry) => damaged.every(({ detail }) => detail.path !== pathOf(entry)));
  if (manifest.dimension === null || shards.length === 0) return { table, damaged };
  const block = new Block(manifest.dimension);
  block.reserve(shards.reduce((sum, { rows }) => sum + rows, 0));
  // At most one per thread, so that scans of other collections find a free thread.
  const limit = pLimit(mostThreads);
  let row = 0;
  const reading = shards.map((entry) => {
    const task = { path: pathOf(entry), entry, block: block.handle, row };
    row += entry.rows;
    return limit(() =>
      orDamaged(context.threads.call('load', task)).catch((error: unknown) => {
        if (error instanceof DamagedShardError) return error;
        throw error;
      }),
    );
  });
  const found = (await Promise.all(reading)).flatMap((facts, i) => {
    if (facts instanceof DamagedShardError) return [facts];
    const entry = shards[i] as ShardEntry;
    const twice = facts.ids.find((id) => table.rowOf(id) !== undefined);
    const detail = { path: pathOf(entry), reason: `it holds "${twice}" a second time`, records: entry.rows };
    if (twice !== undefined) return [new DamagedShardError(detail)];
    table.apply({ block, shards: [{ ...facts, entry, rows: new Uint32Array(entry.rows), columns: new Map() }] });
    return [];
  });
  return found.length === 0 ? { table, damaged } : load(context, manifest, [...damaged, ...found]);
}

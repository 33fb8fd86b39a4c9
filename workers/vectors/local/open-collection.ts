/** Makes a collection's folder whole again after whatever ended the last process, and reads it into memory. */
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { makeFolder } from '../../base/files/make-folder.js';
import { isTemporaryName } from '../../base/files/durable.js';
import type { JsonStore } from '../../base/files/json-store.js';
import type { Log } from '../../base/ports.js';
import { VectorStoreError } from '../types.js';
import { LocalCollection } from './collection.js';
import { createEpochs } from './epochs.js';
import { indexName } from './index/index-file.js';
import type { Indexer } from './index/indexer.js';
import { loadShards } from './load-shards.js';
import { emptyManifest, openManifest, shardNumber, type Manifest } from './manifest.js';
import type { Scanners } from './scan/scanners.js';
import { Table } from './table.js';
import { Committer } from './write/commit.js';
import type { Writer } from './write/writer.js';

export interface OpenContext {
  name: string;
  folder: string;
  writer: Writer;
  indexer: Indexer;
  scanners: Scanners;
  log: Log;
  /** The floats stay on the disk. */
  floatsOnDisk: boolean;
}

/** Up to so many bytes all shards are read before the collection is there; of more, in the background. */
const readAtOnce = 64 * 1024 * 1024;

/** @throws VectorStoreError where the folder holds what this version cannot read */
export async function openCollection(context: OpenContext): Promise<LocalCollection> {
  const { folder, scanners, floatsOnDisk } = context;
  makeFolder(folder);
  const store = await openManifest(folder);
  const manifest = store.value ?? (await begin(folder, store));
  const numbers = await tidy(folder, manifest);
  const epochs = createEpochs();
  const keepsFloats = !floatsOnDisk;
  const table = new Table(epochs, () => void scanners.rest(), keepsFloats);
  const broken = await loadShards(folder, manifest, table, context.indexer);
  const nextNumber = Math.max(0, ...numbers, ...manifest.shards.map(({ file }) => shardNumber(file) ?? 0)) + 1;
  const parts = { ...context, table, epochs, keepsFloats, manifest: store };
  const committer = new Committer({ ...parts, nextNumber, model: manifest.model });
  const collection = new LocalCollection({ ...parts, committer });
  if (broken.length > 0) await collection.giveUp(broken);
  const checked = collection.check();
  if (manifest.shards.reduce((sum, { bytes }) => sum + bytes, 0) <= readAtOnce) await checked;
  return collection;
}

/** A folder that holds anything but our own is not written into. */
async function begin(folder: string, store: JsonStore<Manifest | null>): Promise<Manifest> {
  const foreign = (await readdir(folder)).filter((file) => !file.endsWith('.tmp'));
  if (foreign.length > 0) {
    throw new VectorStoreError(
      `${folder} holds ${foreign.slice(0, 3).join(', ')} but no manifest.json, so it is no collection of this store. ` +
        'Put the manifest back from a copy, or move the folder away; vectors of another program come in by an import.',
    );
  }
  await store.set(emptyManifest);
  return emptyManifest;
}

/** Removes what a crash left; answers the numbers of the shards that were ever there. */
async function tidy(folder: string, { shards }: Manifest): Promise<number[]> {
  const files = await readdir(folder);
  const counted = new Set(shards.flatMap(({ file }) => [file, indexName(file)]));
  const isOurs = (file: string): boolean => shardNumber(file.replace(/\.index$/, '.pb')) !== undefined;
  const left = files.filter((file) => (isOurs(file) && !counted.has(file)) || isTemporaryName(file));
  await Promise.all(left.map((file) => rm(join(folder, file), { force: true })));
  return files.flatMap((file) => shardNumber(file.replace(/\.broken$/, '')) ?? []);
}

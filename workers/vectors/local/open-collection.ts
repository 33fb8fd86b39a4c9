/** Makes a collection's folder whole again after whatever ended the last process, and reads it into memory. */
import { open, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { makeFolder } from '../../base/files/make-folder.js';
import { messageOf, systemCodeOf } from '../../base/errors.js';
import { isTemporaryName, syncFolder, writeDurably } from '../../base/files/durable.js';
import { readFully } from '../../base/files/open-file.js';
import type { Log } from '../../base/ports.js';
import { VectorStoreError, type Damage } from '../types.js';
import { LocalCollection } from './collection.js';
import { Committer } from './write/commit.js';
import { createEpochs } from './epochs.js';
import {
  emptyManifest,
  manifestPath,
  manifestText,
  readManifest,
  shardNumber,
  type Manifest,
  type ShardEntry,
} from './manifest.js';
import type { Scanners } from './scan/scanners.js';
import { createIntern, readShard, type Intern, type ShardRow } from './shard.js';
import { Table, type Staged } from './table.js';
import { VectraFileError } from './vectra-file.js';
import type { Writer } from './write/writer.js';

export interface OpenContext {
  name: string;
  folder: string;
  writer: Writer;
  scanners: Scanners;
  log: Log;
}

/** @throws VectorStoreError where the folder holds what this version cannot read */
export async function openCollection({ name, folder, writer, scanners, log }: OpenContext): Promise<LocalCollection> {
  makeFolder(folder);
  const manifest = await manifestOf(folder);
  const numbers = await tidy(folder, manifest);
  const epochs = createEpochs();
  const intern = createIntern();
  const table = new Table(epochs, () => void scanners.rest());
  const broken = await load(folder, manifest, table, intern);
  for (const { file, reason, records } of broken) {
    await setAside(folder, file);
    log.error(
      `${join(folder, file)} is broken (${reason}); it was set aside as ${file}.broken, ` +
        `and its ${records} records are missing.`,
    );
  }
  if (broken.length > 0) {
    const lost = new Set(broken.map(({ file }) => file));
    const shards = manifest.shards.filter(({ file }) => !lost.has(file));
    await writeDurably(
      manifestPath(folder),
      manifestText({ ...manifest, shards, dimension: shards.length === 0 ? null : manifest.dimension }),
    );
  }
  const nextNumber = Math.max(0, ...numbers, ...manifest.shards.map(({ file }) => shardNumber(file) ?? 0)) + 1;
  const committer = new Committer({ folder, table, writer, epochs, intern, nextNumber, model: manifest.model });
  const damages: Damage[] = broken.map(({ file, reason, records }) => ({
    ...{ collection: name, file: join(folder, file) },
    ...{ records, reason },
  }));
  return new LocalCollection({ name, folder, table, committer, epochs, scanners, damages });
}

/** A folder that holds anything but our own is not written into. */
async function manifestOf(folder: string): Promise<Manifest> {
  const found = await readManifest(folder);
  if (found !== undefined) return found;
  const foreign = (await readdir(folder)).filter((file) => !file.endsWith('.tmp'));
  if (foreign.length > 0) {
    throw new VectorStoreError(
      `${folder} holds ${foreign.slice(0, 3).join(', ')} but no manifest.json, so it is no collection of this store. ` +
        'Put the manifest back from a copy, or move the folder away; vectors of another program come in by an import.',
    );
  }
  await writeDurably(manifestPath(folder), manifestText(emptyManifest));
  return emptyManifest;
}

/** Removes what a crash left; answers the numbers of the shards that were ever there. */
async function tidy(folder: string, { shards }: Manifest): Promise<number[]> {
  const files = await readdir(folder);
  const counted = new Set(shards.map(({ file }) => file));
  const left = files.filter((file) => (shardNumber(file) !== undefined && !counted.has(file)) || isTemporaryName(file));
  await Promise.all(left.map((file) => rm(join(folder, file), { force: true })));
  return files.flatMap((file) => shardNumber(file.replace(/\.broken$/, '')) ?? []);
}

interface Broken {
  file: string;
  reason: string;
  records: number;
}

async function load(folder: string, { shards, dimension }: Manifest, table: Table, intern: Intern): Promise<Broken[]> {
  const broken: Broken[] = [];
  const staged: Staged[] = [];
  const seen = new Set<string>();
  let memory = Buffer.alloc(0);
  for (const entry of shards) {
    if (memory.length < entry.bytes) memory = Buffer.allocUnsafeSlow(entry.bytes + 65_536);
    try {
      const rows = readWhole(entry, await read(join(folder, entry.file), entry, memory), dimension ?? 0, intern);
      const duplicate = rows.find(({ id }) => seen.has(id) || !seen.add(id));
      if (duplicate !== undefined) throw new VectraFileError(`it holds "${duplicate.id}" a second time`);
      staged.push(table.stage(entry, rows, () => true));
    } catch (error) {
      if (!(error instanceof VectraFileError)) throw error;
      broken.push({ file: entry.file, reason: error.message, records: entry.rows });
    }
  }
  table.apply({ gone: [], from: [], staged });
  return broken;
}

/** Failures of the system may pass, and are no reason to give up a file. */
async function read(path: string, { bytes }: ShardEntry, memory: Buffer): Promise<Buffer> {
  try {
    await using file = await open(path, 'r');
    const { size } = await file.stat();
    if (size !== bytes) throw new VectraFileError(`it has ${size} bytes instead of ${bytes}`);
    const whole = memory.subarray(0, bytes);
    const done = await readFully(file, whole, 0);
    if (done < bytes) throw new VectraFileError(`it ends after ${done} of ${bytes} bytes`);
    return whole;
  } catch (error) {
    if (systemCodeOf(error) === 'ENOENT') throw new VectraFileError('it is gone');
    if (error instanceof VectraFileError) throw error;
    throw new VectorStoreError(`${path} cannot be read: ${messageOf(error)}`, { cause: error });
  }
}

function readWhole(entry: ShardEntry, bytes: Buffer, dimension: number, intern: Intern): ShardRow[] {
  if (crc32(bytes) !== entry.crc32) throw new VectraFileError('its checksum is not the one in the manifest');
  const rows = readShard(entry.file, bytes, dimension, intern);
  if (rows.length !== entry.rows) throw new VectraFileError(`it holds ${rows.length} records instead of ${entry.rows}`);
  return rows;
}

async function setAside(folder: string, file: string): Promise<void> {
  await rename(join(folder, file), join(folder, `${file}.broken`)).catch((error: unknown) => {
    if (systemCodeOf(error) !== 'ENOENT') throw error;
  });
  await syncFolder(folder);
}

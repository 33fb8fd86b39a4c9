/** One file of a collection, in vectra's format, and the part of it that is kept in memory. */
import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { TaskError } from '../../../base/async/threads.js';
import { systemCodeOf } from '../../../base/errors.js';
import { readFully } from '../../../base/files/open-file.js';
import { groupBy } from '../../../base/group-by.js';
import { ProtobufError } from '../../../base/input/protobuf.js';
import { VectorStoreError, type VectorRecord } from '../types.js';
import type { ShardEntry } from './collection-folders.js';
import { fileKey, orderKey, readIndex, readItem, unpackRecord } from './vectra-file.js';

/** The records of a shard, in its order. */
export interface ShardFacts {
  ids: readonly string[];
  /** The numbers of the records in the order in which they were first added to the collection. */
  orders: Float64Array;
  /** The start in the file of the id, metadata and document of each record. */
  starts: Uint32Array;
  ends: Uint32Array;
}

export interface Shard extends ShardFacts {
  readonly entry: ShardEntry;
  readonly rows: Uint32Array;
  /** The values of a key, for keys that a filter has asked for. */
  readonly columns: Map<string, Column>;
}

/** The values of one key: a value of a record is `values[codes[at]]`, and undefined if it has none. */
export interface Column {
  codes: Uint32Array;
  values: readonly (string | undefined)[];
}

export interface Place {
  shard: Shard;
  at: number;
}

/** A file differs from the manifest. The collection sets it aside and continues without it. */
export class DamagedShardError extends VectorStoreError {
  /** @param detail crosses threads; its reason completes a sentence: `it is gone` */
  constructor(readonly detail: { path: string; reason: string; records: number }) {
    super(`${detail.path} is damaged: ${detail.reason}.`);
  }
}

/** Converts an error of reading a shard to a `DamagedShardError` if the shard is the cause. */
export function damageOf(path: string, { rows: records }: ShardEntry, error: unknown): unknown {
  if (error instanceof ProtobufError) return new DamagedShardError({ path, reason: error.message, records });
  return systemCodeOf(error) === 'ENOENT' ? new DamagedShardError({ path, reason: 'it is gone', records }) : error;
}

/** Waits for a call that reads shards in a thread. @throws DamagedShardError, TaskError, ThreadError */
export async function orDamaged<Answer>(call: Promise<Answer>): Promise<Answer> {
  try {
    return await call;
  } catch (error) {
    const damage = error instanceof TaskError ? (error.detail as DamagedShardError['detail'] | undefined) : undefined;
    throw damage ? new DamagedShardError(damage) : error;
  }
}

let room = Buffer.alloc(0);

/**
 * Reads a whole file. The next call overwrites the bytes.
 * @throws ProtobufError if it differs from the manifest; the system's error
 */
export function readWhole(path: string, { bytes, crc32: expected }: ShardEntry): Buffer {
  const file = openSync(path, 'r');
  try {
    const { size } = fstatSync(file);
    if (size !== bytes) throw new ProtobufError(`it has ${size} bytes instead of ${bytes}`);
    if (room.length < bytes) room = Buffer.allocUnsafeSlow(bytes + 65_536);
    const whole = room.subarray(0, bytes);
    for (let done = 0, read = 1; read > 0 && done < bytes; done += read)
      read = readSync(file, whole, done, bytes - done, done);
    if (crc32(whole) !== expected) throw new ProtobufError('its checksum is not the one in the manifest');
    return whole;
  } finally {
    closeSync(file);
  }
}

/**
 * Also returns the positions of the floats of each record.
 * @throws ProtobufError if the bytes are not a shard with vectors of this length
 */
export function parseShard(bytes: Buffer, dimension: number): { facts: ShardFacts; vectors: Uint32Array } {
  const items = readIndex(bytes, [orderKey]);
  const vectors = Uint32Array.from(items, ({ id, vector }) => {
    if (vector?.bytes !== dimension * 4) throw new ProtobufError(`"${id}" has not ${dimension} dimensions`);
    return vector.start;
  });
  const ids = items.map(({ id }) => id);
  if (new Set(ids).size < ids.length) throw new ProtobufError('it holds an id a second time');
  const facts: ShardFacts = {
    ids,
    orders: Float64Array.from(items, ({ metadata }) => Number(metadata[0]?.[1]) || 0),
    starts: Uint32Array.from(items, ({ head }) => head.start),
    ends: Uint32Array.from(items, ({ head }) => head.end),
  };
  return { facts, vectors };
}

export function columnsOf(bytes: Buffer, keys: readonly string[]): Column[] {
  const names = keys.map(fileKey);
  const items = readIndex(bytes, names);
  return names.map((name) => {
    const codeOf = new Map<string | undefined, number>();
    const codes = Uint32Array.from(items, ({ metadata }) => {
      const value = metadata.find(([key]) => key === name)?.[1];
      const text = value === undefined ? undefined : String(value);
      const code = codeOf.get(text) ?? codeOf.size;
      codeOf.set(text, code);
      return code;
    });
    return { codes, values: [...codeOf.keys()] };
  });
}

type Text = Omit<VectorRecord, 'embedding'>;

const fewRecords = 16;

/**
 * Reads documents and metadata, which are not kept in memory.
 * @throws DamagedShardError, the system's error
 */
export async function readRecords(folder: string, places: readonly Place[]): Promise<Text[]> {
  const records = new Array<Text>(places.length);
  for (const [shard, which] of groupBy(places.keys(), (i) => (places[i] as Place).shard)) {
    const path = join(folder, shard.entry.file);
    const ats = which.map((i) => (places[i] as Place).at);
    const read = await readSome(path, shard, ats).catch((error: unknown) => {
      throw damageOf(path, shard.entry, error);
    });
    which.forEach((i, n) => (records[i] = read[n] as Text));
  }
  return records;
}

async function readSome(path: string, { entry, ids, starts, ends }: Shard, ats: readonly number[]): Promise<Text[]> {
  await using file = await open(path, 'r');
  const { size } = await file.stat();
  if (size !== entry.bytes) throw new ProtobufError(`it has ${size} bytes instead of ${entry.bytes}`);
  const whole = ats.length > fewRecords ? await file.readFile() : undefined;
  const records: Text[] = [];
  for (const at of ats) {
    const [start, end] = [starts[at] as number, ends[at] as number];
    const head = whole?.subarray(start, end) ?? Buffer.alloc(end - start);
    if (whole === undefined) await readFully(file, head, start);
    const { id, metadata } = readItem(head);
    if (id !== ids[at]) throw new ProtobufError(`it holds another record in the place of "${ids[at]}"`);
    records.push({ id, ...unpackRecord(metadata) });
  }
  return records;
}

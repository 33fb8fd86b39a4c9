/** What of a shard is kept in memory, and how the rest is read when it is asked for. */
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import type { Metadata } from '../types.js';
import { unpackRecord, type UnpackedRecord } from './record-layout.js';
import { readIndex, readItem, VectraFileError } from './vectra-file.js';

/** A record as memory knows it: without its document, and without values that are long. */
export interface Row {
  readonly id: string;
  /** Counts the records of a collection in the order of their first adding. */
  readonly order: number;
  /** The shard, and where in it id, metadata and document lie. */
  readonly file: string;
  readonly start: number;
  readonly end: number;
  readonly short: Metadata;
  /** The keys of the long values. */
  readonly long: readonly string[];
  /** Of its vector, in the collection's `FloatRows`. */
  readonly slot: number;
}

export interface ShardRow extends Omit<Row, 'slot'> {
  /** Little-endian 32-bit floats, a part of the file's bytes. */
  vector: Uint8Array;
}

/** Values of more bytes stay on the disk. */
const shortBytes = 64;

/** Thousands of records have one conference, and the same long keys: what is equal is kept once. */
export interface Intern {
  text: (text: string) => string;
  list: (texts: readonly string[]) => readonly string[];
}

export function createIntern(most = 4096): Intern {
  const texts = new Map<string, string>();
  const lists = new Map<string, readonly string[]>();
  function once<Value>(known: Map<string, Value>, key: string, value: Value): Value {
    const found = known.get(key);
    if (found !== undefined) return found;
    if (known.size >= most) known.clear();
    known.set(key, value);
    return value;
  }
  return {
    text: (text) => once(texts, text, text),
    list: (list) => once(lists, JSON.stringify(list), list),
  };
}

/** @throws VectraFileError where these are not the bytes of such a shard */
export function readShard(file: string, bytes: Buffer, dimension: number, { text, list }: Intern): ShardRow[] {
  return readIndex(bytes, shortBytes).map(({ id, metadata, head: { start, end }, vector }) => {
    if (vector === null || vector.bytes !== dimension * 4)
      throw new VectraFileError(`"${id}" has not ${dimension} dimensions`);
    const own = text(id); // papers repeat it as their uid
    const { order, metadata: short, long } = unpackRecord(metadata, text);
    return {
      id: own,
      order,
      file,
      start,
      end,
      short,
      long: list(long),
      vector: bytes.subarray(vector.start, vector.start + vector.bytes),
    };
  });
}

/** From so many records of a shard on, the whole file is read at once. */
const wholeFrom = 16;

/** Document and all metadata of rows, in their order. A row's file must be there as long as this runs. */
export async function readRecords(folder: string, rows: readonly Row[]): Promise<UnpackedRecord[]> {
  const records = new Array<UnpackedRecord>(rows.length);
  const byFile = new Map<string, number[]>();
  for (const [i, { file }] of rows.entries()) {
    const wanted = byFile.get(file);
    if (wanted === undefined) byFile.set(file, [i]);
    else wanted.push(i);
  }
  for (const [name, wanted] of byFile) {
    await using file = await open(join(folder, name), 'r');
    const whole = wanted.length >= wholeFrom ? await file.readFile() : undefined;
    for (const i of wanted) {
      const { id, start, end } = rows[i] as Row;
      const head =
        whole?.subarray(start, end) ?? (await file.read(Buffer.alloc(end - start), 0, end - start, start)).buffer;
      const item = readItem(head);
      if (item.id !== id) throw new VectraFileError(`${name} holds another record in the place of "${id}"`);
      records[i] = unpackRecord(item.metadata);
    }
  }
  return records;
}

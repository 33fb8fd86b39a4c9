/** What of a shard is kept in memory, and how the rest is read when it is asked for. */
import { isAscii } from 'node:buffer';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { groupBy } from '../../base/group-by.js';
import { readFully } from '../../base/files/open-file.js';
import type { ShardColumn, ShardIndex } from './index/index-file.js';
import type { ShardEntry } from './manifest.js';
import { unpackRecord, type UnpackedRecord } from './record-layout.js';
import type { IdBytes } from './rows/id-bytes.js';
import { readItem, VectraFileError } from './vectra-file.js';

/** As memory knows it. */
export interface Shard extends Omit<ShardIndex, 'dimension' | 'copies' | 'copyBytes'> {
  readonly entry: ShardEntry;
  /** Those that a filter has asked for; null where only the records themselves know. */
  readonly columns: Map<string, ShardColumn | null>;
}

type Ids = Pick<ShardIndex, 'ids' | 'idEnds'>;

export function idBytesOf({ ids, idEnds }: Ids, at: number): IdBytes {
  return { bytes: ids, from: at === 0 ? 0 : (idEnds[at - 1] as number), to: idEnds[at] as number };
}

export function idOf({ ids, idEnds }: Ids, at: number): string {
  return ids.toString('utf8', at === 0 ? 0 : idEnds[at - 1], idEnds[at]);
}

/** All ids one after the other; undefined where a character may take several bytes. */
export const asciiIdsOf = ({ ids }: Pick<Ids, 'ids'>): string | undefined =>
  isAscii(ids) ? ids.toString('latin1') : undefined;

/** A record of a shard, made for those who look at a few: memory has none of these, only what they show. */
export class Row {
  constructor(
    readonly shard: Shard,
    /** Its position in the shard. */
    readonly at: number,
    /** Of its vector, in the collection's `VectorRows`. */
    readonly slot: number,
  ) {}

  get id(): string {
    return idOf(this.shard, this.at);
  }
  get file(): string {
    return this.shard.entry.file;
  }
  /** Counts the records of a collection in the order of their first adding. */
  get order(): number {
    return this.shard.orders[this.at] as number;
  }
  /** Where in the file id, metadata and document lie. */
  get start(): number {
    return this.shard.starts[this.at] as number;
  }
  get end(): number {
    return this.shard.ends[this.at] as number;
  }
  /** Where in the file its floats lie. */
  get vector(): number {
    return this.shard.vectors[this.at] as number;
  }
}

/** From so many records of a shard on, the whole file is read at once. */
const wholeFrom = 16;

/** Document and all metadata of rows, in their order. A row's file must be there as long as this runs. */
export async function readRecords(folder: string, rows: readonly Row[]): Promise<UnpackedRecord[]> {
  const heads = await readParts(folder, rows, ({ start, end }) => [start, end]);
  return heads.map((head, i) => {
    const { id, file } = rows[i] as Row;
    const item = readItem(head);
    if (item.id !== id) throw new VectraFileError(`${file} holds another record in the place of "${id}"`);
    return unpackRecord(item.metadata);
  });
}

/**
 * As `readRecords`, the vectors of rows.
 * @param checksumOf of the floats of a row, which its copy knows
 */
export async function readVectors(
  folder: string,
  rows: readonly Row[],
  dimension: number,
  checksumOf: (row: Row) => number,
): Promise<Float32Array[]> {
  const parts = await readParts(folder, rows, ({ vector }) => [vector, vector + dimension * 4]);
  return parts.map((part, i) => {
    const row = rows[i] as Row;
    if (crc32(part) !== checksumOf(row)) throw new VectraFileError(`${row.file} holds another vector of "${row.id}"`);
    return new Float32Array(Uint8Array.from(part).buffer);
  });
}

async function readParts(
  folder: string,
  rows: readonly Row[],
  partOf: (row: Row) => [start: number, end: number],
): Promise<Buffer[]> {
  const parts = new Array<Buffer>(rows.length);
  const byFile = groupBy(rows.keys(), (i) => (rows[i] as Row).file);
  for (const [name, wanted] of byFile) {
    await using file = await open(join(folder, name), 'r');
    const whole = wanted.length >= wholeFrom ? await file.readFile() : undefined;
    for (const i of wanted) {
      const [start, end] = partOf(rows[i] as Row);
      const part = whole?.subarray(start, end) ?? Buffer.alloc(end - start);
      if (whole === undefined) await readFully(file, part, start);
      parts[i] = part;
    }
  }
  return parts;
}

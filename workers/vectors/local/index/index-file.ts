/**
 * The index of a shard, a file beside it: all that is kept in memory of its records, so that a collection opens without
 * reading them. It is made of the shard alone, and made anew where it is missing or does not fit: it names the size and
 * checksum of its shard, and bears one of its own. Little-endian, each part on eight bytes:
 *
 *   head       64 bytes: magic, checksum of all behind it but the columns, dimension, rows, checksum and bytes of the
 *              shard, bytes of the ids, bytes of the directory and of its room
 *   copies     of the rows (`scan/row-copy.ts`)
 *   orders     64-bit floats
 *   starts, ends, vectors, idEnds   32 bits each: where the record's head and its floats lie in the shard; where the
 *              ids end
 *   ids        UTF-8
 *   foreign    one byte each: 1 where the record's `uid` is not its id
 *   directory  JSON: for each key of the metadata where its column lies in the file, its bytes and checksum
 *   columns    of each key: 16-bit codes of the rows, then the values as a list in JSON, which are read when a filter
 *              asks for them
 */
import { crc32 } from 'node:zlib';
import type { ShardEntry } from '../manifest.js';
import { copyHeadBytes, copyNumbers } from '../scan/geometry.js';
import { writeCopy } from '../scan/row-copy.js';
import type { ParsedRow } from '../read-shard.js';

/** Its last digit counts the versions: what another one wrote is made anew. */
const magic = Buffer.from('TSTINDX1');
const headBytes = 64;

/** Codes of a column; others count the values. */
export const columnCodes = { missing: 0, sameAsId: 1, onDisk: 0xffff, firstValue: 2 } as const;

/** Where it lies, how long it is, its checksum. */
export type ColumnPlace = readonly [offset: number, bytes: number, crc32: number];

export interface ShardIndex {
  dimension: number;
  copies: Uint8Array;
  copyBytes: number;
  /** In 32 bits each where they are whole numbers that fit, as ours are. */
  orders: Uint32Array | Float64Array;
  /** Where id, metadata and document lie in the shard, and the floats. */
  starts: Uint32Array;
  ends: Uint32Array;
  vectors: Uint32Array;
  /** UTF-8 bytes of one after the other, and where each ends. */
  ids: Buffer;
  idEnds: Uint32Array;
  /** 1 for those whose `uid` is not their id. */
  foreign: Uint8Array;
  directory: ReadonlyMap<string, ColumnPlace>;
}

export const indexName = (shard: string): string => shard.replace(/\.pb$/, '.index');

const onEight = (bytes: number): number => Math.ceil(bytes / 8) * 8;

function layoutOf(rows: number, dimension: number, idBytes: number) {
  const copyBytes = copyHeadBytes + copyNumbers(dimension);
  const copies = headBytes;
  const orders = copies + rows * copyBytes;
  const starts = orders + rows * 8;
  const ends = starts + onEight(rows * 4);
  const vectors = ends + onEight(rows * 4);
  const idEnds = vectors + onEight(rows * 4);
  const ids = idEnds + onEight(rows * 4);
  const foreign = ids + onEight(idBytes);
  const directory = foreign + onEight(rows);
  return { copyBytes, copies, orders, starts, ends, vectors, idEnds, ids, foreign, directory };
}

export function encodeIndex(
  { bytes, crc32: shardCrc }: Pick<ShardEntry, 'bytes' | 'crc32'>,
  dimension: number,
  rows: readonly ParsedRow[],
): Buffer {
  const ids = rows.map(({ id }) => Buffer.from(id));
  const idBytes = ids.reduce((sum, id) => sum + id.length, 0);
  const at = layoutOf(rows.length, dimension, idBytes);
  const columns = columnsOf(rows);
  const columnBytes = columns.map(([, column]) => column.length);
  const directoryOf = (from: number): Buffer => {
    let offset = from;
    const entries = columns.map(([key, column]): [string, ColumnPlace] => {
      const place: ColumnPlace = [offset, column.length, crc32(column)];
      offset += column.length;
      return [key, place];
    });
    return Buffer.from(JSON.stringify(entries));
  };
  // Where it ends depends on what it says: there is room for offsets of any length.
  const room = onEight(directoryOf(2 ** 52).length);
  const file = Buffer.alloc(at.directory + room + columnBytes.reduce((sum, one) => sum + one, 0));
  const directory = directoryOf(at.directory + room);
  directory.copy(file, at.directory);

  const floats = new Float32Array(dimension);
  const raw = new Uint8Array(floats.buffer);
  let idEnd = 0;
  rows.forEach(({ id, order, start, end, vector, vectorStart, short }, i) => {
    raw.set(vector);
    writeCopy(floats, file.subarray(at.copies + i * at.copyBytes, at.copies + (i + 1) * at.copyBytes));
    file.writeDoubleLE(order, at.orders + i * 8);
    file.writeUInt32LE(start, at.starts + i * 4);
    file.writeUInt32LE(end, at.ends + i * 4);
    file.writeUInt32LE(vectorStart, at.vectors + i * 4);
    (ids[i] as Buffer).copy(file, at.ids + idEnd);
    idEnd += (ids[i] as Buffer).length;
    file.writeUInt32LE(idEnd, at.idEnds + i * 4);
    file[at.foreign + i] = Number(short['uid'] !== id);
  });
  let column = at.directory + room;
  for (const [, content] of columns) {
    content.copy(file, column);
    column += content.length;
  }
  magic.copy(file, 0);
  file.writeUInt32LE(dimension, 12);
  file.writeUInt32LE(rows.length, 16);
  file.writeUInt32LE(shardCrc, 20);
  file.writeDoubleLE(bytes, 24);
  file.writeUInt32LE(idBytes, 32);
  file.writeUInt32LE(directory.length, 36);
  file.writeUInt32LE(room, 40);
  file.writeUInt32LE(crc32(file.subarray(12, at.directory + room)), 8);
  return file;
}

/** Undefined where these bytes are no index of that shard. The copies are parts of them. */
export function decodeIndex(file: Buffer, entry: ShardEntry, dimension: number): ShardIndex | undefined {
  if (file.length < headBytes || !file.subarray(0, 8).equals(magic)) return undefined;
  const rows = file.readUInt32LE(16);
  const idBytes = file.readUInt32LE(32);
  const at = layoutOf(rows, dimension, idBytes);
  const end = at.directory + file.readUInt32LE(40);
  const fits =
    file.readUInt32LE(12) === dimension &&
    rows === entry.rows &&
    file.readUInt32LE(20) === entry.crc32 &&
    file.readDoubleLE(24) === entry.bytes &&
    file.length >= end &&
    file.readUInt32LE(8) === crc32(file.subarray(12, end));
  if (!fits) return undefined;
  // In memory of its own, and in one piece, so that the rest of the file need not stay.
  const kept = copied(file, at.starts, at.foreign + rows - at.starts);
  const numbers = (offset: number): Uint32Array => new Uint32Array(kept, offset - at.starts, rows);
  const directory = file.toString('utf8', at.directory, at.directory + file.readUInt32LE(36));
  return {
    dimension,
    copies: file.subarray(at.copies, at.orders),
    copyBytes: at.copyBytes,
    orders: narrow(new Float64Array(copied(file, at.orders, rows * 8))),
    starts: numbers(at.starts),
    ends: numbers(at.ends),
    vectors: numbers(at.vectors),
    ids: Buffer.from(kept, at.ids - at.starts, idBytes),
    idEnds: numbers(at.idEnds),
    foreign: new Uint8Array(kept, at.foreign - at.starts, rows),
    directory: new Map(JSON.parse(directory) as [string, ColumnPlace][]),
  };
}

function narrow(numbers: Float64Array): Uint32Array | Float64Array {
  const narrower = Uint32Array.from(numbers);
  return narrower.every((number, i) => number === numbers[i]) ? narrower : numbers;
}

const copied = (file: Buffer, from: number, bytes: number): ArrayBuffer =>
  file.buffer.slice(file.byteOffset + from, file.byteOffset + from + bytes) as ArrayBuffer;

/** Columns of a shard: codes of its rows, and what codes from `firstValue` on stand for. */
export interface ShardColumn {
  codes: Uint16Array;
  values: readonly string[];
}

function columnsOf(rows: readonly ParsedRow[]): [key: string, column: Buffer][] {
  const keys = new Set(rows.flatMap(({ short, long }) => [...Object.keys(short), ...long]));
  return [...keys].map((key) => [key, encodeColumn(rows, key)]);
}

function encodeColumn(rows: readonly ParsedRow[], key: string): Buffer {
  const { missing, sameAsId, onDisk, firstValue } = columnCodes;
  const known = new Map<string, number>();
  const codeOf = ({ id, short, long }: ParsedRow): number => {
    const value = Object.hasOwn(short, key) ? short[key] : undefined;
    if (value === undefined) return long.includes(key) ? onDisk : missing;
    if (value === id) return sameAsId;
    const code = known.get(value) ?? firstValue + known.size;
    if (code >= onDisk) return onDisk;
    known.set(value, code);
    return code;
  };
  const codes = Buffer.alloc(rows.length * 2);
  rows.forEach((row, i) => codes.writeUInt16LE(codeOf(row), i * 2));
  return Buffer.concat([codes, Buffer.from(JSON.stringify([...known.keys()]))]);
}

/** Undefined where these are not its bytes. */
export function decodeColumn(bytes: Buffer, rows: number, [, , crc]: ColumnPlace): ShardColumn | undefined {
  if (crc32(bytes) !== crc) return undefined;
  return {
    codes: new Uint16Array(copied(bytes, 0, rows * 2)),
    values: JSON.parse(bytes.toString('utf8', rows * 2)) as string[],
  };
}

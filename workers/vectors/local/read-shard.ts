/** The records of a shard's file, as its index is made of them. */
import type { Metadata } from '../types.js';
import { unpackRecord } from './record-layout.js';
import { readIndex, VectraFileError } from './vectra-file.js';

/** A record as it lies in a shard. */
export interface ParsedRow {
  id: string;
  order: number;
  start: number;
  end: number;
  short: Metadata;
  /** The keys of values that are not short. */
  long: readonly string[];
  /** Little-endian 32-bit floats, a part of the file's bytes, and where in them it begins. */
  vector: Uint8Array;
  vectorStart: number;
}

/** Values of more bytes are left to the disk. */
const shortBytes = 64;

/** @throws VectraFileError where these are not the bytes of such a shard */
export function readShard(bytes: Buffer, dimension: number): ParsedRow[] {
  return readIndex(bytes, shortBytes).map(({ id, metadata, head: { start, end }, vector }) => {
    if (vector === null || vector.bytes !== dimension * 4)
      throw new VectraFileError(`"${id}" has not ${dimension} dimensions`);
    const { order, metadata: short, long } = unpackRecord(metadata);
    return {
      ...{ id, order, start, end, short, long },
      vector: bytes.subarray(vector.start, vector.start + vector.bytes),
      vectorStart: vector.start,
    };
  });
}

import type { ShardEntry } from '../manifest.js';
import type { MemoryHandle } from '../memory.js';

interface ShardTask {
  folder: string;
  entry: ShardEntry;
  dimension: number;
}

export type IndexerTask =
  /** Read a shard, and make and keep its index. */
  | (ShardTask & { kind: 'index' })
  /** Read a shard, and see whether it is whole; its floats go into memory where that is shown. */
  | (ShardTask & { kind: 'check'; into: FloatsInto | null });

export interface FloatsInto {
  /** Blocks of the rows' copies. */
  copies: readonly MemoryHandle[];
  /** Of each packed row. */
  words: number;
  /** Blocks of the packed rows. */
  packed: readonly MemoryHandle[];
  /** Of the shard's rows: where their floats lie in the file, and their slots. */
  vectors: Uint32Array;
  slots: Uint32Array;
}

/** Slots, and the floats that belong there. */
export type Unpacked = readonly (readonly [slot: number, floats: Uint8Array])[];

export type IndexerAnswer =
  | { kind: 'index'; bytes: Uint8Array }
  /** With those of the rows that could not be packed. */
  | { kind: 'whole'; unpacked: Unpacked }
  /** The end of a sentence. */
  | { kind: 'broken'; reason: string }
  /** The system could not read it, which may pass and is no reason to give up a file. */
  | { kind: 'failed'; message: string };

import type { ItemMetadata } from '../record-layout.js';

/** One shard file to write: what of other shards stays, and what is new in it. */
export interface WriteTask {
  folder: string;
  dimension: number;
  /** Shards whose items come over, none for a new one. */
  from: readonly string[];
  to: string;
  /** Ids that stay behind. */
  removes: readonly string[];
  /** Merged into the metadata of the items that come over. */
  patches: readonly { id: string; metadata: ItemMetadata }[];
  /** New items, or replaced ones. */
  puts: readonly { id: string; metadata: ItemMetadata; vector: Float32Array }[];
}

export interface Written {
  bytes: number;
  crc32: number;
  rows: number;
  /** Of the shard, as it lies beside it (`index/index-file.ts`). */
  index: Uint8Array;
}

export type WriteAnswer = ({ kind: 'written' } & Written) | { kind: 'failed'; message: string };

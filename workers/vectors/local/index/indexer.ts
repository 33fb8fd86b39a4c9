/** Reads shards in threads, which end when there was nothing to read for a while. */
import { createThreadPool } from '../../../base/async/thread-pool.js';
import { threadScript } from '../../../base/async/threads.js';
import { VectorStoreError } from '../../types.js';
import type { ShardEntry } from '../manifest.js';
import type { FloatsInto, IndexerAnswer, IndexerTask, Unpacked } from './indexer-protocol.js';

export interface BrokenShard {
  entry: ShardEntry;
  /** The end of a sentence: `it is gone`. */
  reason: string;
}

export interface Indexer {
  /**
   * Makes the index of a shard, and keeps it beside it.
   * @returns the reason where the shard is broken
   * @throws VectorStoreError where the system cannot read it
   */
  index(folder: string, entry: ShardEntry, dimension: number): Promise<Buffer | string>;
  /** Reads all of a shard. Answers and throws as `index`; where it is whole, with what could not be packed of it. */
  check(folder: string, entry: ShardEntry, dimension: number, into?: FloatsInto): Promise<Unpacked | string>;
  close(): Promise<void>;
}

/** A thread holds one shard, and what is read of it. */
const twoThreads = {
  threads: 2,
  idleMs: 1000,
  heap: { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 8 },
};

export function createIndexer(): Indexer {
  const pool = createThreadPool(threadScript('workers/vectors/local/index/indexer-thread'), twoThreads);
  async function run(task: IndexerTask): Promise<Exclude<IndexerAnswer, { kind: 'failed' }>> {
    const answer = await pool.run<IndexerAnswer>(task);
    if (answer.kind === 'failed') throw new VectorStoreError(answer.message);
    return answer;
  }
  return {
    async index(folder, entry, dimension) {
      const answer = await run({ kind: 'index', folder, entry, dimension });
      if (answer.kind === 'broken') return answer.reason;
      const { buffer, byteOffset, byteLength } = (answer as { bytes: Uint8Array }).bytes;
      return Buffer.from(buffer as ArrayBuffer, byteOffset, byteLength);
    },
    async check(folder, entry, dimension, into) {
      const answer = await run({ kind: 'check', folder, entry, dimension, into: into ?? null });
      return answer.kind === 'broken' ? answer.reason : (answer as { unpacked: Unpacked }).unpacked;
    },
    close: () => pool.close(),
  };
}

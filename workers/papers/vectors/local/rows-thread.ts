/** A thread that reads shards and scans rows. It keeps the last block. */
import { serveThread } from '../../../base/async/serve-thread.js';
import { ProtobufError } from '../../../base/input/protobuf.js';
import { Block, type BlockHandle } from './block.js';
import type { ShardEntry } from './collection-folders.js';
import { scan, type ScanTask } from './scan.js';
import { columnsOf, damageOf, parseShard, readWhole, type ShardFacts } from './shard.js';

/** One shard of a collection. */
interface ShardTask {
  path: string;
  entry: ShardEntry;
}

let last: Block | undefined;

function blockOf(handle: BlockHandle): Block {
  if (last?.handle.id !== handle.id) last = new Block(handle.dimension, handle);
  return last;
}

function load({ path, entry, block: handle, row }: ShardTask & { block: BlockHandle; row: number }): ShardFacts {
  const bytes = readWhole(path, entry);
  const block = blockOf(handle);
  const { facts, vectors } = parseShard(bytes, block.dimension);
  if (vectors.length !== entry.rows)
    throw new ProtobufError(`it holds ${vectors.length} records instead of ${entry.rows}`);
  vectors.forEach((start, at) => block.put(row + at, bytes.subarray(start, start + block.dimension * 4)));
  return facts;
}

/** Names the shard in an error if the shard is the cause. */
const reading =
  <Task extends ShardTask, Answer>(read: (task: Task) => Answer) =>
  (task: Task): Answer => {
    try {
      return read(task);
    } catch (error) {
      throw damageOf(task.path, task.entry, error);
    }
  };

const handlers = {
  scan: ({ block, ...task }: ScanTask & { block: BlockHandle }) => scan(blockOf(block), task),
  /** Checks all of a shard and writes its vectors into the block. */
  load: reading(load),
  /** Reads the values of keys. */
  columns: reading(({ path, entry, keys }: ShardTask & { keys: readonly string[] }) =>
    columnsOf(readWhole(path, entry), keys),
  ),
};
export type RowsThread = typeof handlers;
serveThread(handlers);

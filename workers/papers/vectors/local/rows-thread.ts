/** A thread that reads shards and scans rows. It remembers the block that it has seen last. */
import { serveTasks } from '../../../base/async/kept-threads.js';
import { ProtobufError } from '../../../base/input/protobuf.js';
import { Block, type BlockHandle } from './block.js';
import type { ShardEntry } from './collection-folders.js';
import { scan, type ScanTask } from './scan.js';
import { columnsOf, damageOf, parseShard, readWhole, type ShardFacts } from './shard.js';

export interface LoadTask {
  kind: 'load';
  path: string;
  entry: ShardEntry;
  block: BlockHandle;
  row: number;
}

export type RowsTask =
  | ({ kind: 'scan'; block: BlockHandle } & ScanTask)
  /** Checks all of a shard and writes its vectors into the block. Answers `ShardFacts`. */
  | LoadTask
  /** Reads the values of keys. Answers `Column[]`. */
  | { kind: 'columns'; path: string; entry: ShardEntry; keys: readonly string[] };

let last: Block | undefined;

function blockOf(handle: BlockHandle): Block {
  if (last?.handle.id !== handle.id) last = new Block(handle.dimension, handle);
  return last;
}

function load({ path, entry, block: handle, row }: LoadTask): ShardFacts {
  const bytes = readWhole(path, entry);
  const block = blockOf(handle);
  const { facts, vectors } = parseShard(bytes, block.dimension);
  if (vectors.length !== entry.rows)
    throw new ProtobufError(`it holds ${vectors.length} records instead of ${entry.rows}`);
  vectors.forEach((start, at) => block.put(row + at, bytes.subarray(start, start + block.dimension * 4)));
  return facts;
}

serveTasks((task: RowsTask) => {
  if (task.kind === 'scan') return scan(blockOf(task.block), task);
  try {
    return task.kind === 'load' ? load(task) : columnsOf(readWhole(task.path, task.entry), task.keys);
  } catch (error) {
    throw damageOf(task.path, task.entry, error);
  }
});

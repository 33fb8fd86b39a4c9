/** A thread that reads shards when a collection is opened. */
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { messageOf, systemCodeOf } from '../../../base/errors.js';
import { writeDurably } from '../../../base/files/durable.js';
import { readFully } from '../../../base/files/open-file.js';
import type { ShardEntry } from '../manifest.js';
import { bufferOf, type MemoryHandle } from '../memory.js';
import { copyGeometryOf, packedGeometryOf, rowAt, type Geometry } from '../scan/geometry.js';
import { pack } from '../scan/packed-row.js';
import { readShard } from '../read-shard.js';
import { VectraFileError } from '../vectra-file.js';
import { encodeIndex, indexName } from './index-file.js';
import type { FloatsInto, IndexerAnswer, IndexerTask, Unpacked } from './indexer-protocol.js';

export default async (task: IndexerTask): Promise<IndexerAnswer> => {
  const { folder, entry, dimension } = task;
  const path = join(folder, entry.file);
  try {
    const bytes = await readWhole(path, entry);
    if (task.kind === 'check') {
      return { kind: 'whole', unpacked: task.into === null ? [] : packInto(bytes, dimension, task.into) };
    }
    const index = indexOf(bytes, entry, dimension);
    // Without it the next start makes it once more.
    await writeDurably(join(folder, indexName(entry.file)), index).catch(() => undefined);
    return { kind: 'index', bytes: index };
  } catch (error) {
    if (error instanceof VectraFileError) return { kind: 'broken', reason: error.message };
    return { kind: 'failed', message: `${path} cannot be read: ${messageOf(error)}` };
  }
};

/** Kept for the next shard, as long as the thread lives. */
let memory = Buffer.alloc(0);

async function readWhole(path: string, entry: ShardEntry): Promise<Buffer> {
  const { bytes } = entry;
  if (memory.length < bytes) memory = Buffer.allocUnsafeSlow(bytes + 65_536);
  try {
    await using file = await open(path, 'r');
    const { size } = await file.stat();
    if (size !== bytes) throw new VectraFileError(`it has ${size} bytes instead of ${bytes}`);
    const whole = memory.subarray(0, bytes);
    const done = await readFully(file, whole, 0);
    if (done < bytes) throw new VectraFileError(`it ends after ${done} of ${bytes} bytes`);
    if (crc32(whole) !== entry.crc32) throw new VectraFileError('its checksum is not the one in the manifest');
    return whole;
  } catch (error) {
    if (systemCodeOf(error) === 'ENOENT') throw new VectraFileError('it is gone');
    throw error;
  }
}

function indexOf(bytes: Buffer, entry: ShardEntry, dimension: number): Buffer {
  const rows = readShard(bytes, dimension);
  if (rows.length !== entry.rows) throw new VectraFileError(`it holds ${rows.length} records instead of ${entry.rows}`);
  const ids = new Set<string>();
  const twice = rows.find(({ id }) => ids.has(id) || !ids.add(id));
  if (twice !== undefined) throw new VectraFileError(`it holds "${twice.id}" a second time`);
  return encodeIndex(entry, dimension, rows);
}

function packInto(bytes: Buffer, dimension: number, { copies, words, packed, vectors, slots }: FloatsInto): Unpacked {
  const copyAt = rowsIn(copies, copyGeometryOf(dimension));
  const packedAt = rowsIn(packed, packedGeometryOf(dimension, words));
  const unpacked: [number, Uint8Array][] = [];
  slots.forEach((slot, i) => {
    const start = vectors[i] as number;
    const floats = bytes.subarray(start, start + dimension * 4);
    // A part of a buffer is sent with all of it.
    if (!pack(copyAt(slot), floats, dimension, packedAt(slot))) unpacked.push([slot, new Uint8Array(floats)]);
  });
  return unpacked;
}

function rowsIn(blocks: readonly MemoryHandle[], geometry: Geometry): (slot: number) => Uint8Array {
  const buffers = blocks.map(bufferOf);
  return (slot) => {
    const { block, offset } = rowAt(geometry, slot);
    return new Uint8Array(buffers[block] as SharedArrayBuffer, offset, geometry.rowBytes);
  };
}

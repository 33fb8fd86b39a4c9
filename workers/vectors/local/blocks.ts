/**
 * Rows of one size in blocks of memory that scan threads share. Several blocks, so that growing copies nothing and the
 * 4 GiB of one WebAssembly memory are no limit.
 */
import { newMemory, type SharedMemory } from './memory.js';
import { rowAt, type Geometry } from './scan/geometry.js';

export interface Block {
  /** Names it in this process, for threads that remember it. */
  id: number;
  memory: SharedMemory;
}

export interface Blocks {
  readonly geometry: Geometry;
  readonly list: readonly Block[];
  /** Makes room for the row of a slot and for those before it. */
  grow(slot: number): void;
  /** A part of the memory. There must be room for it. */
  row(slot: number): Uint8Array;
  /** Writes rows into slots that lie behind each other, from this one on. There must be room for them. */
  fill(slot: number, rows: Uint8Array): void;
}

let lastBlock = 0;

/** Memory grows by so much at a time. */
const step = 4 * 1024 * 1024;

export function createBlocks(geometry: Geometry): Blocks {
  const list: Block[] = [];
  const { rowBytes } = geometry;
  return {
    geometry,
    list,
    grow(slot) {
      const { block, offset } = rowAt(geometry, slot);
      for (let i = list.length; i <= block; i++) list.push({ id: ++lastBlock, memory: newMemory() });
      list.forEach(({ memory }, i) => {
        const end = i < block ? rowAt(geometry, geometry.rowsPerBlock - 1).offset + rowBytes : offset + rowBytes;
        if (end > memory.buffer.byteLength) memory.growTo(Math.ceil(end / step) * step);
      });
    },
    row(slot) {
      const { block, offset } = rowAt(geometry, slot);
      return new Uint8Array((list[block] as Block).memory.buffer, offset, rowBytes);
    },
    fill(slot, rows) {
      for (let from = 0, next = slot; from < rows.length;) {
        const { block, offset } = rowAt(geometry, next);
        const here = Math.min((block + 1) * geometry.rowsPerBlock - next, (rows.length - from) / rowBytes);
        const part = rows.subarray(from, from + here * rowBytes);
        new Uint8Array((list[block] as Block).memory.buffer, offset, part.length).set(part);
        from += part.length;
        next += here;
      }
    },
  };
}

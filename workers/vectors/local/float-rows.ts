/**
 * The vectors of a collection, once: 32-bit floats in blocks of memory that scan threads share. Several blocks, so
 * that growing copies nothing and the 4 GiB of one WebAssembly memory are no limit. A row has a slot; free slots are
 * taken again.
 */
import { VectorStoreError } from '../types.js';
import { geometryOf, rowAt, type Geometry } from './scan/geometry.js';
import { newMemory, type SharedMemory } from './memory.js';

interface Block {
  /** Names it in this process, for threads that remember it. */
  id: number;
  memory: SharedMemory;
}

export interface FloatRows {
  readonly dimension: number;
  readonly geometry: Geometry;
  readonly blocks: readonly Block[];
  /** Slots in use, and those that were once. */
  readonly used: number;
  readonly free: number;
  /** A slot with these floats, little-endian as in a file. Nobody may be reading that slot. */
  add(floats: Uint8Array): number;
  remove(slot: number): void;
  /** A copy. */
  read(slot: number): Float32Array;
}

let lastBlock = 0;

/** Memory grows by so much at a time. */
const step = 4 * 1024 * 1024;

/** @throws VectorStoreError where a vector is longer than any model makes them */
export function createFloatRows(dimension: number): FloatRows {
  if (dimension > 1_000_000)
    throw new VectorStoreError(`Vectors of ${dimension} dimensions are too long: at most 1000000.`);
  const geometry = geometryOf(dimension);
  const blocks: Block[] = [];
  const freed: number[] = [];
  let next = 0;

  function bytesOf(slot: number): Uint8Array {
    const { block, offset } = rowAt(geometry, slot);
    return new Uint8Array((blocks[block] as Block).memory.buffer, offset, dimension * 4);
  }

  function grow(slot: number): void {
    const { block, offset } = rowAt(geometry, slot);
    if (blocks[block] === undefined) blocks[block] = { id: ++lastBlock, memory: newMemory() };
    const { memory } = blocks[block];
    const end = offset + geometry.rowBytes;
    if (end > memory.buffer.byteLength) memory.growTo(Math.ceil(end / step) * step);
  }

  return {
    dimension,
    geometry,
    blocks,
    get used() {
      return next - freed.length;
    },
    get free() {
      return freed.length;
    },
    add(floats) {
      const slot = freed.pop() ?? next;
      if (slot === next) {
        grow(slot);
        next++;
      }
      bytesOf(slot).set(floats);
      return slot;
    },
    remove: (slot) => void freed.push(slot),
    read: (slot) => new Float32Array(bytesOf(slot).slice().buffer),
  };
}

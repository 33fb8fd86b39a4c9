/**
 * The vectors of a collection: their 8-bit copies (`scan/row-copy.ts`), and what these do not say of the 32-bit floats
 * where those are in memory and not only in files. A row has a slot, the same in both; free slots are taken again.
 */
import { VectorStoreError } from '../types.js';
import { createBlocks, type Blocks } from './blocks.js';
import { createPackedRows, type PackedRows } from './packed-rows.js';
import { copyGeometryOf } from './scan/geometry.js';

export interface VectorRows {
  readonly dimension: number;
  readonly copies: Blocks;
  /** Undefined as long as they are on the disk only. */
  readonly floats: PackedRows | undefined;
  /** Slots in use, and those that were once. */
  readonly used: number;
  readonly free: number;
  /**
   * A slot with this copy and these floats, little-endian as in a file. Nobody may be reading that slot.
   * @param floats undefined while they are on the disk only
   */
  add(copy: Uint8Array, floats: Uint8Array | undefined): number;
  /** A slot with the row of another, which has floats if this has, in as many words. Nobody may be reading it. */
  addFrom(other: VectorRows, slot: number): number;
  /**
   * Slots with these copies, which lie behind each other, while the floats are on the disk only and no slot was given
   * back. Much faster than one after the other, and without an object for each.
   */
  addAll(copies: Uint8Array): Uint32Array;
  remove(slot: number): void;
  /** A copy of the floats. They must be in memory. */
  read(slot: number): Float32Array;
  /** From now on the floats are in memory: those of all slots are there. */
  take(floats: PackedRows): void;
}

/**
 * @param words of a packed row (`scan/packed-row.ts`)
 * @throws VectorStoreError where a vector is longer than any model makes them
 */
export function createVectorRows(dimension: number, isInMemory: boolean, words?: number): VectorRows {
  if (dimension > 1_000_000)
    throw new VectorStoreError(`Vectors of ${dimension} dimensions are too long: at most 1000000.`);
  const copies = createBlocks(copyGeometryOf(dimension));
  let floats = isInMemory ? createPackedRows(dimension, words) : undefined;
  const freed: number[] = [];
  let next = 0;

  function place(copy: Uint8Array): number {
    const slot = freed.pop() ?? next;
    if (slot === next) {
      copies.grow(slot);
      floats?.grow(slot);
      next++;
    }
    copies.row(slot).set(copy);
    return slot;
  }

  return {
    dimension,
    copies,
    get floats() {
      return floats;
    },
    get used() {
      return next - freed.length;
    },
    get free() {
      return freed.length;
    },
    add(copy, given) {
      const slot = place(copy);
      if (given !== undefined) floats?.put(slot, copy, given);
      return slot;
    },
    addFrom(other, from) {
      const slot = place(other.copies.row(from));
      if (other.floats !== undefined) floats?.putFrom(slot, other.floats, from);
      return slot;
    },
    addAll(given) {
      const first = next;
      const count = given.length / copies.geometry.rowBytes;
      if (count > 0) copies.grow(first + count - 1);
      copies.fill(first, given);
      next += count;
      return Uint32Array.from({ length: count }, (_, i) => first + i);
    },
    remove(slot) {
      floats?.remove(slot);
      freed.push(slot);
    },
    read: (slot) => (floats as PackedRows).read(slot, copies.row(slot)),
    take: (given) => void (floats = given),
  };
}

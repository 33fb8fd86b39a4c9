/** The 32-bit floats of rows in memory, packed beside their copies (`scan/packed-row.ts`), by their slots. */
import { createBlocks, type Blocks } from './blocks.js';
import { geometryOf, packedGeometryOf, packedWords } from './scan/geometry.js';
import { pack, placeIn, unpack } from './scan/packed-row.js';

export interface PackedRows {
  /** Of each packed row. */
  readonly words: number;
  readonly packed: Blocks;
  /** The few that cannot be packed, as they are. */
  readonly whole: Blocks;
  /** Makes room for the row of a slot and for those before it. */
  grow(slot: number): void;
  /** @param floats little-endian, as in a file */
  put(slot: number, copy: Uint8Array, floats: Uint8Array): void;
  /** What could not be packed by somebody else. */
  putWhole(slot: number, floats: Uint8Array): void;
  /** The row of another, which must have the same copy and as many words. */
  putFrom(slot: number, other: PackedRows, otherSlot: number): void;
  read(slot: number, copy: Uint8Array): Float32Array;
  /** Gives back what it takes apart from its slot. */
  remove(slot: number): void;
}

export function createPackedRows(dimension: number, words = packedWords(dimension)): PackedRows {
  const packed = createBlocks(packedGeometryOf(dimension, words));
  const whole = createBlocks(geometryOf(dimension));
  const freed: number[] = [];
  let next = 0;
  const placeOf = (slot: number): Uint32Array => placeIn(packed.row(slot), dimension);

  function putWhole(slot: number, floats: Uint8Array): void {
    const at = freed.pop() ?? next++;
    whole.grow(at);
    whole.row(at).set(floats);
    placeOf(slot)[0] = at + 1;
  }

  return {
    words,
    packed,
    whole,
    grow: (slot) => packed.grow(slot),
    put(slot, copy, floats) {
      if (!pack(copy, floats, dimension, packed.row(slot))) putWhole(slot, floats);
    },
    putWhole,
    putFrom(slot, other, otherSlot) {
      const row = other.packed.row(otherSlot);
      packed.row(slot).set(row);
      const [place = 0] = placeIn(row, dimension);
      if (place > 0) putWhole(slot, other.whole.row(place - 1));
    },
    read(slot, copy) {
      const floats = new Float32Array(dimension);
      const [place = 0] = placeOf(slot);
      if (place > 0) new Uint8Array(floats.buffer).set(whole.row(place - 1).subarray(0, dimension * 4));
      else unpack(copy, packed.row(slot), floats);
      return floats;
    },
    remove(slot) {
      const place = placeOf(slot);
      if ((place[0] as number) > 0) freed.push((place[0] as number) - 1);
      place[0] = 0;
    },
  };
}

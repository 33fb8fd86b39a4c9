import { gather } from './gather.js';
import { packedFloats } from './geometry.js';
import type { Scratch } from './scratch.js';

type BufferAt = (block: number) => SharedArrayBuffer;

/**
 * Makes the floats of slots the first rows of a scratch.
 * @param blocks of the rows' copies, of the packed rows, and of those that are kept as they are (`packed-rows.ts`)
 */
export function bringPacked(
  slots: readonly number[],
  blocks: { copies: BufferAt; packed: BufferAt; whole: BufferAt },
  { dimension, copies, packed, floats, unpack }: Scratch,
): undefined {
  gather(slots, copies.geometry, blocks.copies, copies.rows);
  gather(slots, packed.geometry, blocks.packed, packed.rows);
  unpack(slots.length);
  const { buffer, byteOffset, byteLength } = packed.rows;
  const words = new Uint32Array(buffer, byteOffset, byteLength / 4);
  const first = (packedFloats(dimension) * 3) / 4;
  const placeOf = (which: number): number => words[first + (which * packed.geometry.rowBytes) / 4] as number;
  for (let i = 0; i < slots.length; i++) {
    const from = i;
    const places: number[] = [];
    for (; i < slots.length && placeOf(i) > 0; i++) places.push(placeOf(i) - 1);
    if (places.length === 0) continue;
    gather(places, floats.geometry, blocks.whole, floats.rows.subarray(from * floats.geometry.rowBytes));
  }
  return undefined;
}

import { rowAt, type Geometry } from './geometry.js';

/**
 * Copies the rows of slots out of their blocks to where they lie behind each other; those that do so already at once.
 * @param bufferAt of a block
 */
export function gather(
  slots: readonly number[],
  geometry: Geometry,
  bufferAt: (block: number) => SharedArrayBuffer,
  into: Uint8Array,
): void {
  const { rowBytes, rowsPerBlock } = geometry;
  for (let i = 0; i < slots.length;) {
    const first = slots[i] as number;
    const { block, offset } = rowAt(geometry, first);
    const most = Math.min(slots.length - i, (block + 1) * rowsPerBlock - first);
    let count = 1;
    while (count < most && slots[i + count] === first + count) count++;
    into.set(new Uint8Array(bufferAt(block), offset, count * rowBytes), i * rowBytes);
    i += count;
  }
}

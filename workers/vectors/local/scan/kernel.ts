/** Squared distances between one query and rows of one block. */
import { runRows, type Geometry } from './geometry.js';
import { bufferOf, instantiate, type MemoryHandle } from '../memory.js';

export interface Kernel {
  /** For all that follows, until the next. */
  setQuery(query: Float32Array): void;
  /** Nearly right squared distances of rows in a row; the array is overwritten by the next call. */
  estimate(offset: number, count: number): Float32Array;
  /** The squared distance of one row, in 64-bit floats. */
  square(offset: number): number;
}

/** @param lane only one at a time may work in it */
export function createKernel(handle: MemoryHandle, { rowBytes, laneBytes }: Geometry, lane: number): Kernel {
  const query = lane * laneBytes;
  const into = query + rowBytes;
  const buffer = bufferOf(handle);
  const asked = new Float32Array(buffer, query, rowBytes / 4);
  const estimates = new Float32Array(buffer, into, runRows);
  const setQuery = (floats: Float32Array): void => asked.fill(0).set(floats);
  const scan = instantiate(handle);
  if (scan)
    return {
      setQuery,
      estimate(offset, count) {
        scan.estimate(query, offset, rowBytes, count, into);
        return estimates;
      },
      square: (offset) => scan.square(query, offset, rowBytes),
    };
  const square = (offset: number): number =>
    plainSquare(asked, new Float32Array(bufferOf(handle), offset, rowBytes / 4));
  return {
    setQuery,
    estimate(offset, count) {
      for (let i = 0; i < count; i++) estimates[i] = square(offset + i * rowBytes);
      return estimates;
    },
    square,
  };
}

function plainSquare(asked: Float32Array, stored: Float32Array): number {
  let even = 0;
  let odd = 0;
  for (let i = 0; i < stored.length; i += 2) {
    const x = (stored[i] as number) - (asked[i] as number);
    const y = (stored[i + 1] as number) - (asked[i + 1] as number);
    even += x * x;
    odd += y * y;
  }
  return even + odd;
}

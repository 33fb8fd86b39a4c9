/** Distances between one query and rows of one block. */
import { copyHeadBytes, runRows, type Geometry } from './geometry.js';
import { bufferOf, instantiate, type MemoryHandle } from '../memory.js';
import type { QueryCopy } from './row-copy.js';

/** Of rows of floats. */
export interface Kernel {
  /** For all that follows, until the next. */
  setQuery(query: Float32Array): void;
  /** Nearly right squared distances of rows in a row; the array is overwritten by the next call. */
  estimate(offset: number, count: number): Float32Array;
  /** The squared distance of one row, in 64-bit floats. */
  square(offset: number): number;
}

/** Of 8-bit copies. */
export interface CopyKernel {
  setQuery(query: QueryCopy): void;
  /** Of rows in a row, of those at least that are not surely beyond `reach`. Overwritten by the next call. */
  bounds(offset: number, count: number, reach: number): Bounds;
}

export interface Bounds {
  count: number;
  /** Which rows of the run. */
  which: Int32Array;
  /** Each of them is no nearer. */
  lower: Float64Array;
  /** And no farther. */
  upper: Float64Array;
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

/** @param lane only one at a time may work in it */
export function createCopyKernel(handle: MemoryHandle, { rowBytes, laneBytes }: Geometry, lane: number): CopyKernel {
  const numbers = rowBytes - copyHeadBytes;
  const query = lane * laneBytes;
  const into = query + numbers * 2;
  const behind = into + runRows * 8;
  const last = behind + runRows * 8;
  const buffer = bufferOf(handle);
  const asked = new Int16Array(buffer, query, numbers);
  const found: Bounds = {
    count: 0,
    which: new Int32Array(buffer, last, runRows),
    lower: new Float64Array(buffer, into, runRows),
    upper: new Float64Array(buffer, behind, runRows),
  };
  let copy: QueryCopy = { scale: 0, norm: 0, error: 0, numbers: asked };
  const setQuery = (next: QueryCopy): void => {
    copy = next;
    asked.set(next.numbers);
  };
  const scan = instantiate(handle);
  return {
    setQuery,
    bounds(offset, count, reach) {
      const { scale, norm, error } = copy;
      found.count = 0;
      if (scan) found.count = scan.bounds(query, scale, norm, error, offset, numbers, count, reach, into, behind, last);
      else
        for (let i = 0; i < count; i++) {
          plainBounds(bufferOf(handle), offset + i * rowBytes, copy, found);
          if ((found.lower[found.count] as number) <= reach) found.which[found.count++] = i;
        }
      return found;
    },
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

/** As `bounds` in `scan.as.ts`, of one row. */
function plainBounds(
  buffer: SharedArrayBuffer,
  row: number,
  { scale, norm, error, numbers }: QueryCopy,
  { count, lower, upper }: Bounds,
): void {
  const [own, ownNorm, ownError] = new Float64Array(buffer, row, 3) as unknown as [number, number, number];
  const stored = new Int8Array(buffer, row + copyHeadBytes, numbers.length);
  let dot = 0;
  for (let i = 0; i < stored.length; i++) dot += (stored[i] as number) * (numbers[i] as number);
  const whole = ownNorm + norm;
  const square = whole - 2 * own * scale * dot;
  const slack = whole * 2 ** -48;
  const errors = (ownError + error) * (1 + 2 ** -50);
  lower[count] = Math.max(Math.sqrt(Math.max(square - slack, 0)) * (1 - 2 ** -50) - errors, 0);
  upper[count] = Math.sqrt(Math.max(square + slack, 0)) * (1 + 2 ** -50) + errors;
}

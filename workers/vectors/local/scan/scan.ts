/** The exactly nearest of a list of rows. */
import { rowAt, runRows, type Geometry } from './geometry.js';
import type { Kernel } from './kernel.js';

export interface ScanTask {
  geometry: Geometry;
  query: Float32Array;
  /** Slots, growing: those from `from` up to `to` are scanned. */
  slots: Uint32Array;
  from: number;
  to: number;
  /** So many are wanted. All that are as near as the last of them are answered too: who names them orders those. */
  limit: number;
  /** Squared; those at most so far. */
  within: number;
}

export interface Found {
  /** In the list of slots. */
  positions: Uint32Array;
  /** Squared distances, in no order. */
  squares: Float64Array;
}

/** Equal distances may come of squares that differ in the last bits: the root takes half of them away. */
const rootSlack = 1 + 2 ** -50;

export function scan(
  { geometry, query, slots, from, to, limit, within }: ScanTask,
  kernelOf: (block: number) => Kernel,
): Found {
  const nearest = createNearest(Math.min(limit, to - from), within);
  const { rowBytes, rowsPerBlock } = geometry;
  // Each of n/16 additions in a lane of 32-bit floats, and what surrounds them,
  // errs by at most 2⁻²⁴ of a sum that only grows.
  const tolerance = 1 + (rowBytes / 64 + 8) * 2 ** -23;
  // Beyond, 32-bit floats overflow; the addend is for what vanishes there.
  const cutOf = (bound: number): number => (bound > 1e37 ? Infinity : bound * tolerance + 1e-37);
  let cut = cutOf(nearest.bound);
  let kernel: Kernel | undefined;
  let block = -1;
  for (let at = from; at < to && nearest.bound >= 0;) {
    const first = slots[at] as number;
    const place = rowAt(geometry, first);
    if (place.block !== block || kernel === undefined) {
      block = place.block;
      kernel = kernelOf(block);
      kernel.setQuery(query);
    }
    const most = Math.min(runRows, to - at, (block + 1) * rowsPerBlock - first);
    let run = 1;
    while (run < most && slots[at + run] === first + run) run++;
    const estimates = kernel.estimate(place.offset, run);
    for (let i = 0; i < run; i++) {
      if ((estimates[i] as number) > cut) continue;
      if (nearest.offer(at + i, kernel.square(place.offset + i * rowBytes))) cut = cutOf(nearest.bound);
    }
    at += run;
  }
  return nearest.found();
}

interface Nearest {
  /** What is farther is not wanted; negative where nothing is. */
  readonly bound: number;
  /** Answers whether the bound may have moved. */
  offer(position: number, square: number): boolean;
  found(): Found;
}

function createNearest(limit: number, within: number): Nearest {
  // The smallest squares so far, the largest of them on top.
  const heap = new Float64Array(limit);
  let size = 0;
  let bound = limit > 0 ? within : -1;
  let positions: number[] = [];
  let squares: number[] = [];
  let pruneAt = 2 * limit + 1024;

  function sink(value: number): void {
    let at = 0;
    for (;;) {
      let child = 2 * at + 1;
      if (child >= size) break;
      if (child + 1 < size && (heap[child + 1] as number) > (heap[child] as number)) child++;
      if ((heap[child] as number) <= value) break;
      heap[at] = heap[child] as number;
      at = child;
    }
    heap[at] = value;
  }

  function rise(value: number): void {
    let at = size++;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if ((heap[parent] as number) >= value) break;
      heap[at] = heap[parent] as number;
      at = parent;
    }
    heap[at] = value;
  }

  function prune(): void {
    const kept = squares.map((square, i) => (square <= bound ? i : -1)).filter((i) => i >= 0);
    positions = kept.map((i) => positions[i] as number);
    squares = kept.map((i) => squares[i] as number);
  }

  return {
    get bound() {
      return bound;
    },
    offer(position, square) {
      if (square > bound) return false;
      positions.push(position);
      squares.push(square);
      if (size < limit) rise(square);
      else if (square < (heap[0] as number)) sink(square);
      if (size < limit) return false;
      bound = Math.min(within, (heap[0] as number) * rootSlack);
      if (positions.length >= pruneAt) {
        prune();
        // Doubled, because nothing goes where many are equally near.
        pruneAt = 2 * positions.length + 1024;
      }
      return true;
    },
    found() {
      prune();
      return { positions: Uint32Array.from(positions), squares: Float64Array.from(squares) };
    },
  };
}

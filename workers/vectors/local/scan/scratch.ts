/** The floats of the rows that are being looked at, behind each other, and what computes with them. */
import { newMemory } from '../memory.js';
import { broughtRows, geometryOf } from './geometry.js';
import { createKernel } from './kernel.js';
import type { Exact } from './scan.js';

export interface Scratch {
  dimension: number;
  /** For all that follows, until the next. */
  setQuery: (query: Float32Array) => void;
  exact: Pick<Exact, 'estimate' | 'square'>;
  /** Rows of `rowBytes`. What of each is behind its floats is zero, and must stay so. */
  rows: Uint8Array;
  rowBytes: number;
}

export function newScratch(dimension: number): Scratch {
  const geometry = geometryOf(dimension);
  const { rowsStart, rowBytes } = geometry;
  const memory = newMemory();
  memory.growTo(rowsStart + broughtRows * rowBytes);
  const kernel = createKernel(memory.handle, geometry, 0);
  return {
    ...{ dimension, rowBytes },
    setQuery: (query) => kernel.setQuery(query),
    exact: {
      estimate: (count) => kernel.estimate(rowsStart, count),
      square: (which) => kernel.square(rowsStart + which * rowBytes),
    },
    rows: new Uint8Array(memory.buffer, rowsStart, broughtRows * rowBytes),
  };
}

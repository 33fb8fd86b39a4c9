/** Finds the nearest rows of each row by comparing all pairs. For some thousand rows this is faster than an index. */
import type { Matrix } from './numbers.js';

export interface Neighbours {
  /** For each row, `count` others, nearest first. */
  count: number;
  ids: Uint32Array;
  distances: Float32Array;
}

export function nearestOfEach({ rows, columns, values }: Matrix, most: number): Neighbours {
  const count = Math.min(most, Math.max(0, rows - 1));
  const ids = new Uint32Array(rows * count);
  const distances = new Float32Array(rows * count).fill(Infinity);
  const offer = (row: number, other: number, squared: number): void => {
    const start = row * count;
    let at = start + count - 1;
    if (squared >= (distances[at] as number)) return;
    for (; at > start && (distances[at - 1] as number) > squared; at--) {
      distances[at] = distances[at - 1] as number;
      ids[at] = ids[at - 1] as number;
    }
    distances[at] = squared;
    ids[at] = other;
  };
  for (let a = 0; a < rows && count > 0; a++)
    for (let b = a + 1; b < rows; b++) {
      let squared = 0;
      for (let n = 0; n < columns; n++) {
        const apart = (values[a * columns + n] as number) - (values[b * columns + n] as number);
        squared += apart * apart;
      }
      offer(a, b, squared);
      offer(b, a, squared);
    }
  return { count, ids, distances: distances.map(Math.sqrt) };
}

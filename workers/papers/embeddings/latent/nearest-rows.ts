import type { Matrix } from '../map/numbers.js';

/** A smaller cosine is an error of rounding. */
const least = 1e-4;

/**
 * Returns the rows nearest to a row of length 1, nearest first, by their cosine. Leaves out the row itself, and rows
 * that have nothing in common with it.
 */
export function nearestRows({ rows, columns, values }: Matrix, row: number): number[] {
  const own = values.subarray(row * columns, (row + 1) * columns);
  const cosines = Float32Array.from({ length: rows }, (_, other) => {
    let sum = 0;
    for (let n = 0; n < columns; n++) sum += (own[n] as number) * (values[other * columns + n] as number);
    return sum;
  });
  const near = [...cosines.keys()].filter((other) => other !== row && (cosines[other] as number) > least);
  return near.sort((one, other) => (cosines[other] as number) - (cosines[one] as number));
}

/**
 * The largest singular values of a sparse matrix, by a random start and power iterations (Halko, Martinsson and Tropp,
 * "Finding structure with randomness", 2011). The same matrix always gives the same result.
 */
import { chance } from '../map/numbers.js';
import { add, dot, orthonormal } from '../map/orthonormal.js';
import { eigenOf } from './eigen.js';
import type { SparseMatrix } from './tf-idf.js';

export interface Svd {
  /** The largest first. */
  values: number[];
  /** The left singular vector of each value, times the value: a number per row of the matrix. */
  vectors: Float64Array[];
}

/** Vectors beyond the rank, which make the last values more precise. */
const beyond = 10;
/** More rounds found no more similar papers. */
const rounds = 2;

/** Returns fewer values than `rank` if the matrix is smaller. */
export function truncatedSvd(matrix: SparseMatrix, rank: number): Svd {
  const count = Math.min(rank + beyond, matrix.rows, matrix.columns);
  const next = chance(5);
  let basis = Array.from({ length: count }, () => Float64Array.from({ length: matrix.columns }, () => next() - 0.5));
  for (let round = 0; round < rounds; round++)
    basis = orthonormal(basis.map((vector) => transposedTimes(matrix, times(matrix, vector))));
  const images = basis.map((vector) => times(matrix, vector));
  const { values, vectors } = eigenOf(images.map((one) => Float64Array.from(images, (other) => dot(one, other))));
  return {
    values: values.slice(0, rank).map((value) => Math.sqrt(Math.max(0, value))),
    vectors: vectors.slice(0, rank).map((shares) => {
      const sum = new Float64Array(matrix.rows);
      images.forEach((image, n) => add(sum, image, shares[n] as number));
      return sum;
    }),
  };
}

function times({ rows, starts, columnOf, values }: SparseMatrix, vector: Float64Array): Float64Array<ArrayBuffer> {
  const result = new Float64Array(rows);
  for (let row = 0; row < rows; row++) {
    let sum = 0;
    for (let n = starts[row] as number; n < (starts[row + 1] as number); n++)
      sum += (values[n] as number) * (vector[columnOf[n] as number] as number);
    result[row] = sum;
  }
  return result;
}

function transposedTimes(
  { rows, columns, starts, columnOf, values }: SparseMatrix,
  vector: Float64Array,
): Float64Array<ArrayBuffer> {
  const result = new Float64Array(columns);
  for (let row = 0; row < rows; row++) {
    const factor = vector[row] as number;
    for (let n = starts[row] as number; n < (starts[row + 1] as number); n++)
      result[columnOf[n] as number]! += (values[n] as number) * factor;
  }
  return result;
}

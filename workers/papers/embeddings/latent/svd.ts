/**
 * The largest singular values of a sparse matrix, by a random start and power iterations (Halko, Martinsson and Tropp,
 * "Finding structure with randomness", 2011). The same matrix always gives the same result.
 */
import { chance } from '../map/numbers.js';
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
/** A vector that depends on the others is shorter after they are subtracted. */
const shortest = 1e-10;

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

function dot(one: Float64Array, other: Float64Array): number {
  let sum = 0;
  for (let n = 0; n < one.length; n++) sum += (one[n] as number) * (other[n] as number);
  return sum;
}

function add(to: Float64Array, vector: Float64Array, factor: number): void {
  for (let n = 0; n < to.length; n++) to[n]! += (vector[n] as number) * factor;
}

/** Modified Gram-Schmidt. A vector that depends on earlier ones becomes zeros. */
function orthonormal(vectors: Float64Array<ArrayBuffer>[]): Float64Array<ArrayBuffer>[] {
  vectors.forEach((vector, n) => {
    for (let before = 0; before < n; before++) {
      const other = vectors[before] as Float64Array;
      add(vector, other, -dot(vector, other));
    }
    const length = Math.sqrt(dot(vector, vector));
    const scale = length < shortest ? 0 : 1 / length;
    for (let k = 0; k < vector.length; k++) vector[k]! *= scale;
  });
  return vectors;
}

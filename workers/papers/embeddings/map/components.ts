/** Principal components: the directions in which vectors differ most. */
import { chance, matrix, type Matrix } from './numbers.js';
import { dot, orthonormal } from './orthonormal.js';

const rounds = 24;

/** Projects each row onto the first `count` components, centred. The first component has the largest variance. */
export function principalComponents(data: Matrix, count: number): Matrix {
  const { rows, columns } = data;
  const kept = Math.min(count, columns, Math.max(1, rows - 1));
  const centred = withoutMean(data);
  const basis = eigenvectors(covariance(centred), kept);
  const result = matrix(rows, kept);
  for (let row = 0; row < rows; row++) {
    const own = centred.values.subarray(row * columns, (row + 1) * columns);
    basis.forEach((vector, k) => (result.values[row * kept + k] = dot(own, vector)));
  }
  return result;
}

function withoutMean({ rows, columns, values }: Matrix): Matrix {
  const mean = new Float64Array(columns);
  for (let n = 0; n < values.length; n++) mean[n % columns]! += (values[n] as number) / rows;
  return { rows, columns, values: values.map((value, n) => value - (mean[n % columns] as number)) };
}

/** Computes a symmetric matrix of sums. A common factor does not change the directions, so it is omitted. */
function covariance({ rows, columns, values }: Matrix): Float64Array[] {
  const sums = Array.from({ length: columns }, () => new Float64Array(columns));
  for (let row = 0; row < rows; row++)
    sums.forEach((own, a) => {
      const value = values[row * columns + a] as number;
      for (let b = a; b < columns; b++) own[b]! += value * (values[row * columns + b] as number);
    });
  sums.forEach((own, a) => {
    for (let b = 0; b < a; b++) own[b] = sums[b]?.[a] as number;
  });
  return sums;
}

/** Uses orthogonal iteration. */
function eigenvectors(symmetric: readonly Float64Array[], count: number): Float64Array[] {
  const next = chance(7);
  let basis = Array.from({ length: count }, () => Float64Array.from(symmetric, () => next() - 0.5));
  for (let round = 0; round < rounds; round++)
    basis = orthonormal(basis.map((vector) => Float64Array.from(symmetric, (row) => dot(row, vector))));
  return basis.map(withPositiveLargest);
}

/** Gives the same direction always the same sign. */
function withPositiveLargest(vector: Float64Array): Float64Array {
  const largest = vector.reduce((most, value) => (Math.abs(value) > Math.abs(most) ? value : most), 0);
  return largest < 0 ? vector.map((value) => -value) : vector;
}

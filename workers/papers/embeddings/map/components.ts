/** Principal components: the directions in which vectors differ most. */
import { chance, matrix, type Matrix } from './numbers.js';

const rounds = 24;

/** Projects each row onto the first `count` components, centred. The first component has the largest variance. */
export function principalComponents(data: Matrix, count: number): Matrix {
  const { rows, columns } = data;
  const kept = Math.min(count, columns, Math.max(1, rows - 1));
  const centred = withoutMean(data);
  const spread = covariance(centred);
  const basis = eigenvectors(spread, columns, kept);
  const result = matrix(rows, kept);
  for (let row = 0; row < rows; row++)
    for (let k = 0; k < kept; k++) {
      let sum = 0;
      for (let n = 0; n < columns; n++)
        sum += (centred.values[row * columns + n] as number) * (basis[k * columns + n] as number);
      result.values[row * kept + k] = sum;
    }
  return result;
}

function withoutMean({ rows, columns, values }: Matrix): Matrix {
  const mean = new Float64Array(columns);
  for (let n = 0; n < values.length; n++) mean[n % columns]! += (values[n] as number) / rows;
  return { rows, columns, values: values.map((value, n) => value - (mean[n % columns] as number)) };
}

/** Computes a symmetric matrix of sums. A common factor does not change the directions, so it is omitted. */
function covariance({ rows, columns, values }: Matrix): Float64Array {
  const sums = new Float64Array(columns * columns);
  for (let row = 0; row < rows; row++)
    for (let a = 0; a < columns; a++) {
      const value = values[row * columns + a] as number;
      for (let b = a; b < columns; b++) sums[a * columns + b]! += value * (values[row * columns + b] as number);
    }
  for (let a = 0; a < columns; a++) for (let b = 0; b < a; b++) sums[a * columns + b] = sums[b * columns + a] as number;
  return sums;
}

/** Uses orthogonal iteration. The largest number of each vector is positive, so that the sign is always the same. */
function eigenvectors(symmetric: Float64Array, size: number, count: number): Float64Array {
  const next = chance(7);
  let basis = Float64Array.from({ length: count * size }, () => next() - 0.5);
  for (let round = 0; round < rounds; round++) {
    const turned = new Float64Array(count * size);
    for (let k = 0; k < count; k++)
      for (let a = 0; a < size; a++) {
        let sum = 0;
        for (let b = 0; b < size; b++) sum += (symmetric[a * size + b] as number) * (basis[k * size + b] as number);
        turned[k * size + a] = sum;
      }
    basis = orthonormal(turned, size, count);
  }
  return basis;
}

/** Gram-Schmidt, in the order of the rows. A row that depends on earlier rows becomes zeros. */
function orthonormal(rows: Float64Array<ArrayBuffer>, size: number, count: number): Float64Array<ArrayBuffer> {
  for (let k = 0; k < count; k++) {
    const own = rows.subarray(k * size, (k + 1) * size);
    for (let other = 0; other < k; other++) {
      const before = rows.subarray(other * size, (other + 1) * size);
      let dot = 0;
      for (let n = 0; n < size; n++) dot += (own[n] as number) * (before[n] as number);
      for (let n = 0; n < size; n++) own[n]! -= dot * (before[n] as number);
    }
    const length = Math.hypot(...own);
    const largest = own.reduce((most, value) => (Math.abs(value) > Math.abs(most) ? value : most), 0);
    const scale = length < 1e-12 ? 0 : Math.sign(largest) / length;
    for (let n = 0; n < size; n++) own[n]! *= scale;
  }
  return rows;
}

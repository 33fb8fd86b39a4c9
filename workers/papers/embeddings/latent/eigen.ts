/** Eigenvalues and eigenvectors of a small symmetric matrix, by Jacobi's method: rotations until it is diagonal. */

export interface Eigen {
  /** The largest first. */
  values: number[];
  /** The vector of each value, of length 1. */
  vectors: Float64Array[];
}

/** Each sweep roughly squares the error. Usually eight are enough. */
const mostSweeps = 30;
const precision = 1e-24;

/** @param symmetric its rows; they are overwritten */
export function eigenOf(symmetric: readonly Float64Array[]): Eigen {
  const size = symmetric.length;
  const vectors = symmetric.map((_, row) => Float64Array.from({ length: size }, (__, n) => (n === row ? 1 : 0)));
  const enough = precision * sumOfSquares(symmetric, () => true);
  for (let sweep = 0; sweep < mostSweeps; sweep++) {
    if (sumOfSquares(symmetric, (row, n) => row !== n) <= enough) break;
    for (let p = 0; p < size; p++) for (let q = p + 1; q < size; q++) eliminate(symmetric, vectors, p, q);
  }
  const valueAt = (n: number): number => symmetric[n]?.[n] as number;
  const order = [...symmetric.keys()].sort((one, other) => valueAt(other) - valueAt(one));
  return { values: order.map(valueAt), vectors: order.map((n) => vectors[n] as Float64Array) };
}

function sumOfSquares(rows: readonly Float64Array[], counts: (row: number, n: number) => boolean): number {
  let sum = 0;
  rows.forEach((values, row) => values.forEach((value, n) => (sum += counts(row, n) ? value * value : 0)));
  return sum;
}

/** Rotates rows and columns p and q so that their common value becomes 0. */
function eliminate(rows: readonly Float64Array[], vectors: readonly Float64Array[], p: number, q: number): void {
  const [rowP, rowQ] = [rows[p] as Float64Array, rows[q] as Float64Array];
  const common = rowP[q] as number;
  if (common === 0) return;
  const theta = ((rowQ[q] as number) - (rowP[p] as number)) / (2 * common);
  const tangent = (theta < 0 ? -1 : 1) / (Math.abs(theta) + Math.sqrt(theta * theta + 1));
  const cosine = 1 / Math.sqrt(tangent * tangent + 1);
  const sine = tangent * cosine;
  for (const row of rows) {
    const [x, y] = [row[p] as number, row[q] as number];
    row[p] = cosine * x - sine * y;
    row[q] = sine * x + cosine * y;
  }
  rotate(rowP, rowQ, cosine, sine);
  rotate(vectors[p] as Float64Array, vectors[q] as Float64Array, cosine, sine);
}

function rotate(one: Float64Array, other: Float64Array, cosine: number, sine: number): void {
  for (let n = 0; n < one.length; n++) {
    const [x, y] = [one[n] as number, other[n] as number];
    one[n] = cosine * x - sine * y;
    other[n] = sine * x + cosine * y;
  }
}

/** Sums in 64-bit floats. */
export function euclidean(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += ((a[i] ?? NaN) - (b[i] ?? NaN)) ** 2;
  return Math.sqrt(sum);
}

/** Makes vectors orthogonal to each other and of length 1. */

/** A vector that depends on the others is shorter after they are subtracted. */
const shortest = 1e-10;

export function dot(one: Float32Array | Float64Array, other: Float64Array): number {
  let sum = 0;
  for (let n = 0; n < one.length; n++) sum += (one[n] as number) * (other[n] as number);
  return sum;
}

export function add(to: Float64Array, vector: Float64Array, factor: number): void {
  for (let n = 0; n < to.length; n++) to[n]! += (vector[n] as number) * factor;
}

/** Modified Gram-Schmidt, in place. A vector that depends on earlier ones becomes zeros. */
export function orthonormal(vectors: Float64Array<ArrayBuffer>[]): Float64Array<ArrayBuffer>[] {
  vectors.forEach((vector, n) => {
    for (const other of vectors.slice(0, n)) add(vector, other, -dot(vector, other));
    const length = Math.sqrt(dot(vector, vector));
    const scale = length < shortest ? 0 : 1 / length;
    for (let k = 0; k < vector.length; k++) vector[k]! *= scale;
  });
  return vectors;
}

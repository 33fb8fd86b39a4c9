import { Block } from '../../../../workers/papers/vectors/local/block.js';

export function blockOf(vectors: readonly Float32Array[]): Block {
  const block = new Block(vectors[0]?.length ?? 0);
  block.reserve(vectors.length);
  vectors.forEach(({ buffer, byteOffset, byteLength }, row) =>
    block.put(row, new Uint8Array(buffer, byteOffset, byteLength)),
  );
  return block;
}

/** The squared distances of all vectors, to the last digit: four sums in 64 bits, as the kernel has them. */
export function squaresOf(vectors: readonly Float32Array[], query: Float32Array): Float64Array {
  return Float64Array.from(vectors, (vector) => {
    const sums = [0, 0, 0, 0];
    vector.forEach((x, i) => (sums[i % 4] = (sums[i % 4] as number) + (x - (query[i] as number)) ** 2));
    const [a, b, c, d] = sums as [number, number, number, number];
    return a + c + (b + d);
  });
}

/** Vectors of all kinds, the same on every run. */

/** From 0 to 1, the same on every run (xorshift). */
function random(seed: number): () => number {
  let state = Math.imul(seed + 1, 0x9e3779b1) | 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
}

type Make = (dimension: number, i: number) => Float32Array;
export const even: Make = (dimension, i) => {
  const next = random(i);
  return Float32Array.from({ length: dimension }, () => next() - 0.5);
};
const scaled =
  (scale: number): Make =>
  (dimension, i) =>
    even(dimension, i).map((x) => x * scale);

/** What a store may be given, and what breaks careless bounds. */
export const kinds: Record<string, Make> = {
  'evenly spread': even,
  'of length 1': (dimension, i) => {
    const vector = even(dimension, i);
    const length = Math.hypot(...vector);
    return vector.map((x) => x / length);
  },
  denormal: scaled(1e-43),
  huge: scaled(1e30),
  'as large as 32-bit floats are': scaled(6e38),
  'far from zero and close together': (dimension, i) => even(dimension, i).map((x) => 1000 + x / 1000),
  'zeros with single numbers': (dimension, i) => {
    const vector = new Float32Array(dimension);
    vector[i % dimension] = (i % 7) - 3;
    return vector;
  },
  'led by one dimension': (dimension, i) => {
    const vector = even(dimension, i);
    vector[dimension >> 1] = 1e6 + (i % 3);
    return vector;
  },
  'partly led by one dimension': (dimension, i) => {
    const vector = even(dimension, i);
    if (i % 3 === 0) vector[i % dimension] = 1000;
    return vector;
  },
  'the same': (dimension) => even(dimension, 5),
  'few, many times': (dimension, i) => even(dimension, i % 11),
  'nearly the same': (dimension, i) => {
    const vector = even(dimension, 5);
    const at = i % dimension;
    vector[at] = (vector[at] as number) * (1 + 2 ** -22 * (i % 5));
    return vector;
  },
  'of all sizes': (dimension, i) => {
    const next = random(i);
    return Float32Array.from({ length: dimension }, () => (next() - 0.5) * 10 ** Math.floor(60 * next() - 40));
  },
};

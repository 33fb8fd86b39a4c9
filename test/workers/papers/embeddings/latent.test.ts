/** Vectors from words: the decomposition is right, and texts about one thing are near each other. */
import { expect, it } from '@jest/globals';
import { latentVectors } from '../../../../workers/papers/embeddings/latent/latent-vectors.js';
import { truncatedSvd } from '../../../../workers/papers/embeddings/latent/svd.js';
import { TfIdf, type SparseMatrix } from '../../../../workers/papers/embeddings/latent/tf-idf.js';
import { wordsOf } from '../../../../workers/papers/words/plain-word.js';
import { growthOf } from '../../../support/linear.js';

const never = new AbortController().signal;

/** The basis of the discrete cosine transform: vectors of length 1 that are orthogonal to each other. */
const cosines = (size: number, k: number): number[] =>
  Array.from({ length: size }, (_, n) => {
    const value = Math.cos((Math.PI * (n + 0.5) * k) / size);
    return value * Math.sqrt((k === 0 ? 1 : 2) / size);
  });

/** Has these singular values. Zeros are left out. */
function matrixWith(singular: readonly number[], rows: number, columns: number): SparseMatrix {
  const left = singular.map((_, k) => cosines(rows, k));
  const right = singular.map((_, k) => cosines(columns, k));
  const starts = [0];
  const found: { column: number; value: number }[] = [];
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const value = singular.reduce((sum, one, k) => sum + one * (left[k]?.[row] ?? 0) * (right[k]?.[column] ?? 0), 0);
      if (Math.abs(value) > 1e-9) found.push({ column, value });
    }
    starts.push(found.length);
  }
  return {
    ...{ rows, columns, starts: Uint32Array.from(starts) },
    columnOf: Uint32Array.from(found, ({ column }) => column),
    values: Float32Array.from(found, ({ value }) => value),
  };
}

it('finds the singular values of a matrix, largest first, and vectors that are orthogonal', () => {
  const singular = Array.from({ length: 40 }, (_, k) => 10 * 0.8 ** k);
  const { values, vectors } = truncatedSvd(matrixWith(singular, 60, 40), 4);
  values.forEach((value, n) => expect(Math.abs(value - (singular[n] ?? NaN))).toBeLessThan(1e-3));
  const dot = (one: Float64Array, other: Float64Array): number =>
    one.reduce((sum, value, n) => sum + value * (other[n] ?? NaN), 0);
  vectors.forEach((one, n) =>
    vectors.forEach((other, k) => expect(dot(one, other)).toBeCloseTo(n === k ? (singular[n] ?? NaN) ** 2 : 0, 2)),
  );
  expect([values.length, vectors[0]?.length]).toEqual([4, 60]);
});

it.each([
  ['of less than its rank', matrixWith([3, 2], 12, 8), [3, 2, 0, 0]],
  ['with fewer columns', matrixWith([3, 2], 12, 2), [3, 2]],
  ['without columns', matrixWith([], 3, 0), []],
])('decomposes a matrix %s', (_what, matrix, expected) => {
  const { values } = truncatedSvd(matrix, 4);
  expect(values.map((value) => Math.round(value * 1e3) / 1e3)).toEqual(expected);
});

it('weights rare words more than frequent ones, and leaves out common words and those of one text', () => {
  const words = new TfIdf();
  for (const text of ['The models of ink', 'A model of inks and QA', 'Model QA', 'Lonely']) words.add(text);
  const { rows, columns, starts, values } = words.matrix();
  expect([rows, columns, [...starts]]).toEqual([4, 3, [0, 2, 5, 7, 7]]);
  const [model, ink] = values;
  expect(ink).toBeGreaterThan(model ?? NaN);
  expect(Math.hypot(...values.subarray(0, 2))).toBeCloseTo(1);
});

const subjects = [
  ['parser', 'grammar', 'syntax', 'treebank', 'clause', 'dependency'],
  ['speech', 'audio', 'phoneme', 'voice', 'acoustic', 'speaker'],
];
/** Each has three words of its subject, and no text has all. */
const texts = Array.from({ length: 60 }, (_, n) => {
  const words = subjects[n % 2] ?? [];
  return [0, 1, 3].map((step) => words[(Math.floor(n / 2) + step) % words.length]).join(' ');
});

async function* batches(): AsyncGenerator<string[]> {
  yield texts.slice(0, 50);
  yield [...texts.slice(50), 'Unrelated'];
}

it('puts texts of one subject near each other, the same each time, and one of other words nowhere', async () => {
  const vectors = await latentVectors(batches(), never);
  const { rows, columns, values } = vectors;
  const closeness = (one: number, other: number): number => {
    let sum = 0;
    for (let n = 0; n < columns; n++) sum += (values[one * columns + n] ?? 0) * (values[other * columns + n] ?? 0);
    return sum;
  };
  expect(rows).toBe(61);
  for (let other = 0; other < 60; other++) {
    expect(closeness(other, other)).toBeCloseTo(1);
    expect(closeness(0, other) > 0.01).toBe(other % 2 === 0);
  }
  expect(closeness(60, 60)).toBe(0);
  expect(await latentVectors(batches(), never)).toEqual(vectors);
});

it('ends where nobody wants it any more', async () => {
  const ending = new AbortController();
  const computed = latentVectors(batches(), ending.signal);
  setImmediate(() => ending.abort(new Error('enough')));
  await expect(computed).rejects.toThrow('enough');
});

it('a text without spaces may be long', async () => {
  const text = '自然语言处理';
  expect(wordsOf(text.repeat(20_000)).length).toBeGreaterThan(30_000);
  expect(await growthOf((length) => wordsOf(text.repeat(length)), 20_000)).toBe('linear');
});

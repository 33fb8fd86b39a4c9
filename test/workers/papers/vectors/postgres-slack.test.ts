import { expect, it } from '@jest/globals';
import {
  exactNearest,
  exactWithin,
  type Candidate,
  type Search,
} from '../../../../workers/papers/vectors/postgres/nearest.js';
import { slackOf } from '../../../../workers/papers/vectors/postgres/slack.js';

/** As pgvector does it at its worst: one sum, each step rounded to 32 bits. */
function rounded(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) {
    const difference = Math.fround((a[i] ?? 0) - (b[i] ?? 0));
    sum = Math.fround(sum + Math.fround(difference * difference));
  }
  return Math.sqrt(sum);
}
const exact = (a: Float32Array, b: Float32Array): number =>
  Math.sqrt(a.reduce((sum, x, i) => sum + (x - b[i]!) ** 2, 0));

function numbers(seed: number, dimension: number, scale: number): Float32Array {
  let state = seed;
  return Float32Array.from({ length: dimension }, () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return (state / 2 ** 31 - 1) * scale;
  });
}

it.each([1, 3, 384, 4_096, 16_000])('true distances of %d dimensions lie within the slack', (dimension) => {
  const { least, most } = slackOf(dimension);
  for (const [round, scale] of [1, 1e-3, 1e-22, 1e-30, 1e15, 1e19, 1e30, 3e38].entries()) {
    const [a, b] = [numbers(round + 1, dimension, scale), numbers(round + 99, dimension, scale)];
    const [said, is] = [rounded(a, b), exact(a, b)];
    expect(least(said)).toBeLessThanOrEqual(is);
    expect(most(said)).toBeGreaterThanOrEqual(is);
    expect(most(is)).toBeGreaterThanOrEqual(said);
  }
});

/** Rows on a line; what is said of their distance is given. */
function searchOf(
  rows: readonly { is: number; said: number }[],
  more: Partial<Search>,
): { search: Search; asked: number[] } {
  const asked: number[] = [];
  const ordered = rows
    .map(({ said }, place): Candidate => ({ place, id: `p${place}`, distance: said }))
    .sort((a, b) => a.distance - b.distance);
  const search: Search = {
    dimension: 16_000,
    limit: Infinity,
    radius: Infinity,
    ask: async (count, farthest) => {
      asked.push(count);
      return ordered.filter(({ distance }) => distance <= farthest).slice(0, count);
    },
    askIndex: async () => [],
    measure: async (some) => some.map(({ place, id }) => ({ id, distance: rows[place]?.is ?? NaN })),
    ...more,
  };
  return { search, asked };
}

it('asks on as long as somebody not asked for may be nearer', async () => {
  // The nearest is said to be the farthest, by what 32 bits may be off.
  const rows = Array.from({ length: 100 }, (_, i) => ({ is: 1 + i * 1e-6, said: 1 + (99 - i) * 1e-6 }));
  const { search, asked } = searchOf(rows, { limit: 2 });
  expect((await exactNearest(search)).map(({ id }) => id)).toEqual(['p0', 'p1']);
  expect(asked).toEqual([18, 72, 288]);
  const far = searchOf([...rows.slice(0, 2), ...rows.map((_, i) => ({ is: 2 + i, said: 2 + i }))], { limit: 2 });
  expect((await exactNearest(far.search)).map(({ id }) => id)).toEqual(['p0', 'p1']);
  expect(far.asked).toEqual([18]);
});

it('measures at the rim only', async () => {
  const rows = [0.2, 0.9999, 1.0001, 1.5].map((said) => ({
    is: said === 1.0001 ? 1 : said === 0.9999 ? 1.00001 : said,
    said,
  }));
  const measured: string[] = [];
  const { search } = searchOf(rows, { radius: 1 });
  const found = await exactWithin({
    ...search,
    measure: (some) => {
      measured.push(...some.map(({ id }) => id));
      return search.measure(some);
    },
  });
  expect(found).toEqual(['p0', 'p2']);
  expect(measured).toEqual(['p1', 'p2']);
});

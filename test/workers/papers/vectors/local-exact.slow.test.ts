/** Whatever the numbers are, the answer is that of a search through all floats: each digit, ties too. */
import { afterAll, describe, expect, it } from '@jest/globals';
import { createKeptThreads } from '../../../../workers/base/async/kept-threads.js';
import { threadScript } from '../../../../workers/base/async/threads.js';
import { systemClock } from '../../../../workers/base/ports.js';
import type { Block } from '../../../../workers/papers/vectors/local/block.js';
import type { RowsThread } from '../../../../workers/papers/vectors/local/rows-thread.js';
import { scan, type ScanTask } from '../../../../workers/papers/vectors/local/scan.js';
import { times } from '../../../support/times.js';
import { blockOf, squaresOf } from './exact-squares.js';
import { even, kinds } from './odd-vectors.js';

const threads = createKeptThreads<RowsThread>(threadScript('workers/papers/vectors/local/rows-thread'), {
  ...{ most: 2, idleMs: 30_000, clock: systemClock, limits: {} },
});
afterAll(() => threads.close());

type What = Omit<ScanTask, 'from' | 'to'>;

/** The pairs of three parts of the rows, each scanned on its own; in threads, or here. */
async function search(block: Block, what: What, total: number, inThreads: boolean): Promise<[number, number][]> {
  const tasks = [0, 1, 2].map((i): ScanTask => {
    return { ...what, from: Math.floor((total * i) / 3), to: Math.floor((total * (i + 1)) / 3) };
  });
  const parts = inThreads
    ? await Promise.all(tasks.map((task) => threads.call('scan', { block: block.handle, ...task })))
    : tasks.map((task) => scan(block, task));
  return parts.flatMap(({ rows, squares }) =>
    Array.from(rows, (row, i): [number, number] => [row, squares[i] as number]),
  );
}

describe.each(Object.entries(kinds))('rows that are %s', (_, make) => {
  it('are within the bounds of their copies', () => {
    for (const dimension of [1, 3, 31, 32, 33, 100, 384]) {
      const vectors = Array.from({ length: 20 }, (_unused, i) => make(dimension, i));
      const block = blockOf(vectors);
      for (const query of [make(dimension, 100), make(dimension, 3), new Float32Array(dimension)]) {
        const distances = block.distancesTo(query);
        const all = distances.bounds(0, 20, Infinity).slice();
        const bound = (row: number, which: number): number => all[row * 3 + which] as number;
        expect(Array.from(vectors, (_unused, row) => bound(row, 2))).toEqual([...vectors.keys()]);
        const slack = (dimension + 64) * 2 ** -52;
        squaresOf(vectors, query).forEach((square, row) => {
          const distance = Math.sqrt(square);
          expect(distances.square(row)).toBe(square);
          expect(bound(row, 0)).toBeLessThanOrEqual(distance * (1 + slack));
          expect(bound(row, 1)).toBeGreaterThanOrEqual(distance * (1 - slack));
          expect(bound(row, 0)).toBeGreaterThanOrEqual(0);
        });
        const lowers = vectors.map((_unused, row) => bound(row, 0));
        for (const reach of [0, ...lowers, (lowers[0] as number) * (1 + 2 ** -52), 1e300]) {
          const near = distances.bounds(0, 20, reach);
          const rows = Array.from({ length: near.length / 3 }, (_unused, i) => near[i * 3 + 2] as number);
          expect(rows).toEqual(
            expect.arrayContaining([...lowers.keys()].filter((i) => (lowers[i] as number) <= reach)),
          );
          rows.forEach((row, n) => expect([...near.slice(n * 3, n * 3 + 2)]).toEqual([bound(row, 0), bound(row, 1)]));
          // A row that is farther by more than roundings is left out.
          for (const row of rows) expect(lowers[row]).toBeLessThanOrEqual(reach + bound(row, 1) * 2 ** -40);
        }
        distances.close();
      }
    }
  });

  it.each([false, true])('are found as all floats say (in threads: %s)', async (inThreads) => {
    const dimension = 48;
    const vectors = Array.from({ length: 3000 }, (_unused, i) => make(dimension, i));
    const block = blockOf(vectors);
    const rows = new Uint32Array(new SharedArrayBuffer(4 * 2769));
    rows.set([...vectors.keys()].filter((i) => i % 13 !== 0));
    for (const seed of [1, 100_000]) {
      const query = make(dimension, seed);
      const squares = squaresOf(vectors, query);
      const sorted = [...rows].map((row) => squares[row] as number).sort((a, b) => a - b);
      for (const limit of [1, 10, 500, 1500, Infinity]) {
        for (const within of [Infinity, sorted[20] as number]) {
          const last = Math.min(sorted[limit - 1] ?? Infinity, within);
          const expected = [...rows].filter((row) => (squares[row] as number) <= last);
          const found = await search(block, { query, rows, limit, within }, rows.length, inThreads);
          const kept = found.filter(([, square]) => square <= last).sort(([a], [b]) => a - b);
          expect(kept).toEqual(expected.map((row) => [row, squares[row]]));
        }
      }
    }
  });
});

it(`the nearest of ${times(300, 10_000)} random queries are those of all floats`, async () => {
  const dimension = 64;
  // A third are there twice, and a third nearly so.
  const vectors = Array.from({ length: 6000 }, (_, i) => even(dimension, i % 3 === 0 ? i : i - 1));
  vectors.forEach((vector, i) => i % 3 === 2 && (vector[0] = (vector[0] as number) * (1 + 2 ** -23)));
  const block = blockOf(vectors);
  for (let i = 0; i < times(300, 10_000); i++) {
    const query = i % 4 === 0 ? (vectors[i % 6000] as Float32Array) : even(dimension, -i - 1);
    const squares = squaresOf(vectors, query);
    const last = squares.toSorted()[9] as number;
    const expected = [...squares.keys()].filter((row) => (squares[row] as number) <= last);
    for (const inThreads of [false, true]) {
      const found = await search(block, { query, rows: null, limit: 10, within: Infinity }, 6000, inThreads);
      const kept = found.filter(([, square]) => square <= last).sort(([a], [b]) => a - b);
      expect(kept).toEqual(expected.map((row) => [row, squares[row]]));
    }
  }
}, 600_000);

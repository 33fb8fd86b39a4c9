import { describe, expect, it } from '@jest/globals';
import { planWrite, shardBytes, shardRows, type PutSize } from '../../../../workers/papers/vectors/local/plan-write.js';

const mebibyte = 1024 * 1024;
const shard = (file: string, rows: number, bytes: number) => ({ file, rows, bytes });
const put = (id: string, bytes: number, old?: PutSize['old']): PutSize => ({ id, bytes, ...(old && { old }) });
const puts = (count: number, bytes: number, prefix = 'n') =>
  Array.from({ length: count }, (_, i) => put(`${prefix}${i}`, bytes));

describe('a change of shards', () => {
  it('touches none for nothing', () => expect(planWrite([shard('a', 5, 100)], [], [])).toEqual([]));

  it('adds to the emptiest shard, and to none that is nearly full', () => {
    const shards = [
      shard('a', 10, 2 * mebibyte),
      shard('b', 10, mebibyte),
      shard('c', 10, 4 * mebibyte - 10),
      shard('d', shardRows - 1, mebibyte / 2),
    ];
    expect(planWrite(shards, puts(2, 1000), [])).toEqual([{ from: ['b'], removes: [], puts: ['n0', 'n1'] }]);
    expect(planWrite(shards.slice(2), puts(1, 1000), [])).toEqual([{ from: [], removes: [], puts: ['n0'] }]);
    expect(planWrite(shards, puts(6, mebibyte), [])).toEqual([
      { from: ['a'], removes: [], puts: ['n3', 'n4'] },
      { from: ['b'], removes: [], puts: ['n0', 'n1', 'n2'] },
      { from: [], removes: [], puts: ['n5'] },
    ]);
  });

  it('cuts what is much into shards of their size', () => {
    for (const [count, bytes] of [
      [5000, 100],
      [5000, 5000],
      [10, 3 * mebibyte],
      [3, 20 * mebibyte],
    ] as const) {
      const plan = planWrite([], puts(count, bytes), []);
      expect(plan.flatMap((one) => one.puts)).toHaveLength(count);
      for (const one of plan) {
        expect(one.puts.length).toBeLessThanOrEqual(shardRows);
        expect(one.puts.length === 1 || one.puts.length * bytes <= shardBytes).toBe(true);
      }
      expect(plan.length).toBeLessThanOrEqual(Math.max(count / shardRows, (count * bytes) / shardBytes) * 2 + 1);
    }
  });

  it('replaces a record in its place, and moves it where its shard grew too large', () => {
    const shards = [shard('a', 3, 4 * mebibyte), shard('b', 1, 4 * mebibyte)];
    expect(planWrite(shards, [put('x', 2000, { file: 'a', bytes: 1000 })], [])).toEqual([
      { from: ['a'], removes: [], puts: ['x'] },
    ]);
    expect(planWrite(shards, [put('x', 6 * mebibyte, { file: 'a', bytes: 1000 })], [])).toEqual([
      { from: ['a'], removes: ['x'], puts: [] },
      { from: [], removes: [], puts: ['x'] },
    ]);
    expect(planWrite(shards, [put('x', 20 * mebibyte, { file: 'b', bytes: 4 * mebibyte })], [])).toEqual([
      { from: ['b'], removes: [], puts: ['x'] },
    ]);
  });

  it('writes new records in the place of those that it removes', () => {
    expect(planWrite([shard('a', 1, 1000)], puts(1, 1000), [{ id: 'x', file: 'a', bytes: 1000 }])).toEqual([
      { from: ['a'], removes: ['x'], puts: ['n0'] },
    ]);
  });
});

import { describe, expect, it } from '@jest/globals';
import { createEpochs } from '../../../workers/vectors/local/epochs.js';
import {
  planMerge,
  planWrite,
  shardBytes,
  shardRows,
  type PutSize,
} from '../../../workers/vectors/local/write/plan-write.js';

const mebibyte = 1024 * 1024;
const shard = (file: string, rows: number, bytes: number) => ({ file, rows, bytes });
const put = (id: string, bytes: number, old?: PutSize['old']): PutSize => ({ id, bytes, ...(old && { old }) });
const puts = (count: number, bytes: number, prefix = 'n') =>
  Array.from({ length: count }, (_, i) => put(`${prefix}${i}`, bytes));

describe('a change of shards', () => {
  it('touches none for nothing', () => expect(planWrite([shard('a', 5, 100)], [], [])).toEqual([]));

  it('puts a batch where it fits wholly, into the fullest', () => {
    const shards = [
      shard('a', 10, mebibyte),
      shard('b', 10, 2 * mebibyte),
      shard('c', 10, 4 * mebibyte - 10),
      shard('d', shardRows - 1, 3 * mebibyte),
    ];
    expect(planWrite(shards, puts(2, 1000), [])).toEqual([{ from: ['b'], removes: [], puts: ['n0', 'n1'] }]);
    expect(planWrite(shards, puts(1, 1000), [])).toEqual([{ from: ['d'], removes: [], puts: ['n0'] }]);
    expect(planWrite(shards, puts(4, mebibyte), [])).toEqual([
      { from: [], removes: [], puts: ['n0', 'n1', 'n2', 'n3'] },
    ]);
  });

  it('prefers what is written anyway', () => {
    const plan = planWrite([shard('a', 10, mebibyte), shard('b', 10, 2 * mebibyte)], puts(1, 1000), [
      { id: 'x', file: 'a', bytes: 100 },
    ]);
    expect(plan).toEqual([{ from: ['a'], removes: ['x'], puts: ['n0'] }]);
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

  it('puts nothing new into a shard that it empties', () => {
    const plan = planWrite([shard('a', 1, 1000)], puts(1, 1000), [{ id: 'x', file: 'a', bytes: 1000 }]);
    expect(plan).toEqual([
      { from: ['a'], removes: ['x'], puts: [] },
      { from: [], removes: [], puts: ['n0'] },
    ]);
  });
});

describe('putting small shards together', () => {
  it('waits until there are many, and leaves large ones alone', () => {
    const small = Array.from({ length: 8 }, (_, i) => shard(`s${i}`, 10, 1000));
    const large = [shard('l0', 10, 2 * mebibyte), shard('l1', 1000, 1000)];
    expect(planMerge([...small, ...large])).toEqual([]);
    expect(planMerge([...small, ...large, shard('s8', 10, 1000)])).toEqual([
      { from: [...small.map(({ file }) => file), 's8'], removes: [], puts: [] },
    ]);
  });

  it('keeps to the size of a shard', () => {
    const plan = planMerge(Array.from({ length: 50 }, (_, i) => shard(`s${i}`, 200, mebibyte / 2)));
    expect(plan.flatMap(({ from }) => from)).toHaveLength(50);
    for (const { from } of plan) expect(from.length).toBeLessThanOrEqual(5);
  });
});

describe('epochs', () => {
  it('let a store close while another one searches the same folder without a pause', async () => {
    const epochs = createEpochs();
    let leave = epochs.enter();
    const closing = epochs.idle().then(() => 'closed');
    for (let search = 0; search < 10; search++) {
      const next = epochs.enter();
      leave();
      leave = next;
    }
    expect(await Promise.race([closing, new Promise((resolve) => setTimeout(resolve, 50))])).toBe('closed');
    leave();
  });

  it('give away when the last who may still read has left, in order', async () => {
    const epochs = createEpochs();
    const given: string[] = [];
    epochs.retire(() => given.push('at once'));
    const first = epochs.enter();
    epochs.retire(() => given.push('after first'));
    const second = epochs.enter();
    epochs.retire(() => given.push('after both'));
    second();
    expect(given).toEqual(['at once']);
    let idle = false;
    const waiting = epochs.idle().then(() => (idle = true));
    const third = epochs.enter();
    first();
    first();
    expect(given).toEqual(['at once', 'after first', 'after both']);
    expect(idle).toBe(false);
    await waiting;
    third();
    await epochs.idle();
  });
});

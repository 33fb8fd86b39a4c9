import { describe, expect, it } from '@jest/globals';
import { createEpochs } from '../../../workers/vectors/local/epochs.js';
import type { ShardRow } from '../../../workers/vectors/local/shard.js';
import { Table } from '../../../workers/vectors/local/table.js';

const entry = (file: string, rows: number) => ({ file, rows, bytes: 1, crc32: 0 });
const row = (file: string, i: number, values: number[], dimension = values.length): ShardRow => {
  const vector = new Float32Array(dimension);
  vector.set(values);
  return { id: `r${i}`, order: i, file, start: 0, end: 0, short: {}, long: [], vector: new Uint8Array(vector.buffer) };
};

function tableOf(rows: ShardRow[]) {
  const epochs = createEpochs();
  const state = { released: 0 };
  const table = new Table(epochs, () => void state.released++);
  table.apply({ gone: [], from: [], staged: [table.stage(entry('1', rows.length), rows, () => true)] });
  const vectorOf = (id: string): number | undefined => {
    const snapshot = table.snapshot();
    const found = snapshot?.rows.find((one) => one.id === id);
    return found && snapshot?.floats.read(found.slot)[0];
  };
  return { epochs, table, state, vectorOf };
}

describe('the table of a collection', () => {
  it('gives memory back where most of it is free, once nobody reads it', () => {
    const { epochs, table, state, vectorOf } = tableOf(
      Array.from({ length: 600 }, (_, i) => row('1', i, [i + 1], 10_000)),
    );
    const leave = epochs.enter();
    const before = table.snapshot();
    table.apply({ gone: Array.from({ length: 550 }, (_, i) => `r${i}`), from: [], staged: [] });
    expect(state.released).toBe(0);
    expect(table.snapshot()?.floats).not.toBe(before?.floats);
    expect(before?.floats.read(before.rows[3]?.slot ?? -1)[0]).toBe(4);
    leave();
    expect(state.released).toBe(1);
    expect([table.snapshot()?.floats.used, table.snapshot()?.floats.free]).toEqual([50, 0]);
    expect(vectorOf('r560')).toBe(561);
    expect([...table.rows.keys()].slice(0, 2)).toEqual(['r550', 'r551']);
  });

  it('takes slots again only when nobody reads them', () => {
    const { epochs, table, vectorOf } = tableOf([row('1', 0, [1]), row('1', 1, [2])]);
    const replaceFirst = (file: string, value: number) =>
      table.apply({ gone: [], from: [], staged: [table.stage(entry(file, 1), [row(file, 0, [value])], () => true)] });
    const leave = epochs.enter();
    const before = table.snapshot();
    for (let i = 0; i < 5; i++) replaceFirst(`${i + 2}`, 10 + i);
    expect(before?.rows.map(({ slot }) => before.floats.read(slot)[0])).toEqual([1, 2]);
    expect(vectorOf('r0')).toBe(14);
    leave();
    expect(table.snapshot()?.floats.free).toBe(5);
    for (let i = 0; i < 50; i++) replaceFirst(`${i + 10}`, 100 + i);
    expect((table.snapshot()?.floats.used ?? 0) + (table.snapshot()?.floats.free ?? 0)).toBeLessThanOrEqual(7);
    expect([vectorOf('r0'), vectorOf('r1')]).toEqual([149, 2]);
  });

  it('forgets what was staged and did not come', () => {
    const { table, vectorOf } = tableOf([row('1', 0, [1, 1])]);
    table.unstage([table.stage(entry('2', 2), [row('2', 0, [2, 2]), row('2', 5, [3, 3])], () => true)]);
    expect([table.rows.size, vectorOf('r0'), table.snapshot()?.floats.used, table.snapshot()?.floats.free]).toEqual([
      1, 1, 1, 2,
    ]);
    table.unstage([table.stage(entry('2', 1), [row('2', 0, [9, 9, 9])], () => true)]);
    expect([table.dimension, vectorOf('r0')]).toEqual([2, 1]);
  });

  it('begins anew with another dimension', () => {
    const { table, vectorOf, state } = tableOf([row('1', 0, [1, 1])]);
    table.apply({
      gone: ['r0'],
      from: ['1'],
      staged: [table.stage(entry('2', 1), [row('2', 3, [7, 8, 9])], () => true)],
    });
    expect([table.dimension, vectorOf('r3'), vectorOf('r0'), state.released]).toEqual([3, 7, undefined, 1]);
    expect([...table.shards.keys()]).toEqual(['2']);
    table.apply({ gone: ['r3'], from: ['2'], staged: [] });
    expect([table.dimension, table.snapshot()]).toEqual([null, undefined]);
  });
});

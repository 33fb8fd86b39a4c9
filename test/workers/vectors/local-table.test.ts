import { describe, expect, it } from '@jest/globals';
import { createEpochs } from '../../../workers/vectors/local/epochs.js';
import { decodeIndex, encodeIndex, type ShardIndex } from '../../../workers/vectors/local/index/index-file.js';
import type { ShardEntry } from '../../../workers/vectors/local/manifest.js';
import type { ParsedRow } from '../../../workers/vectors/local/read-shard.js';
import { placesOf, type Snapshot } from '../../../workers/vectors/local/rows/snapshot.js';
import { Table, type ReadShard } from '../../../workers/vectors/local/table.js';

const row = (i: number, values: number[], dimension = values.length): ParsedRow => {
  const vector = new Float32Array(dimension);
  vector.set(values);
  const bytes = new Uint8Array(vector.buffer);
  return { ...{ id: `r${i}`, order: i, start: 0, end: 0, short: {}, long: [] }, vector: bytes, vectorStart: 0 };
};

function readOf(file: string, rows: ParsedRow[]): ReadShard {
  const entry: ShardEntry = { file, rows: rows.length, bytes: 1, crc32: 0 };
  const dimension = (rows[0]?.vector.length ?? 0) / 4;
  const index = decodeIndex(encodeIndex(entry, dimension, rows), entry, dimension) as ShardIndex;
  return { entry, index, floatsOf: (at) => (rows[at] as ParsedRow).vector };
}

function tableOf(rows: ParsedRow[]) {
  const epochs = createEpochs();
  const state = { released: 0 };
  const table = new Table(epochs, () => void state.released++, true);
  table.apply({ gone: [], from: [], staged: [table.stage(readOf('1', rows), () => true)] });
  const vectorOf = (id: string): number | undefined => {
    const snapshot = table.snapshot();
    const slot = [...(snapshot?.slots ?? [])].find((one) => snapshot?.rows.idAt(one) === id);
    return slot === undefined ? undefined : snapshot?.vectors.read(slot)[0];
  };
  return { epochs, table, state, vectorOf };
}

describe('the table of a collection', () => {
  it('gives memory back where most of it is free, once nobody reads it', () => {
    const { epochs, table, state, vectorOf } = tableOf(Array.from({ length: 600 }, (_, i) => row(i, [i + 1], 10_000)));
    const leave = epochs.enter();
    const before = table.snapshot();
    table.apply({ gone: Array.from({ length: 550 }, (_, i) => `r${i}`), from: [], staged: [] });
    expect(state.released).toBe(0);
    expect(table.snapshot()?.vectors).not.toBe(before?.vectors);
    expect(before?.vectors.read(before.slots[3] ?? -1)[0]).toBe(4);
    leave();
    expect(state.released).toBe(1);
    expect([table.snapshot()?.vectors.used, table.snapshot()?.vectors.free]).toEqual([50, 0]);
    expect(vectorOf('r560')).toBe(561);
    expect([table.slotOf('r549'), table.slotOf('r550'), table.slotOf('r599')]).toEqual([-1, 0, 49]);
  });

  it('takes slots again only when nobody reads them', () => {
    const { epochs, table, vectorOf } = tableOf([row(0, [1]), row(1, [2])]);
    const replaceFirst = (file: string, value: number) =>
      table.apply({ gone: [], from: [], staged: [table.stage(readOf(file, [row(0, [value])]), () => true)] });
    const leave = epochs.enter();
    const before = table.snapshot();
    for (let i = 0; i < 5; i++) replaceFirst(`${i + 2}`, 10 + i);
    expect(before && [...before.slots].map((slot) => before.vectors.read(slot)[0])).toEqual([1, 2]);
    expect(vectorOf('r0')).toBe(14);
    leave();
    expect(table.snapshot()?.vectors.free).toBe(5);
    for (let i = 0; i < 50; i++) replaceFirst(`${i + 10}`, 100 + i);
    expect((table.snapshot()?.vectors.used ?? 0) + (table.snapshot()?.vectors.free ?? 0)).toBeLessThanOrEqual(7);
    expect([vectorOf('r0'), vectorOf('r1')]).toEqual([149, 2]);
  });

  it('shows a reader the files in which its records were, whatever is written meanwhile', () => {
    const { table } = tableOf([row(0, [1]), row(1, [2])]);
    const rewritten = (file: string, start: number, rows: ParsedRow[]) =>
      table.stage(
        readOf(
          file,
          rows.map((one) => ({ ...one, start, vectorStart: start })),
        ),
        () => false,
      );
    const shown = (snapshot: Snapshot | undefined) => {
      const { rows, slots } = snapshot as Snapshot;
      const places = placesOf('papers', rows, slots);
      return Array.from(slots, (slot, i) => {
        const { id, file, at, start } = rows.rowAt(slot);
        expect([places.files[places.file[i] as number], places.offset[i]]).toEqual([file, start]);
        return `${id} of ${file}, ${at} at ${start}`;
      });
    };
    const first = table.snapshot();
    table.apply({ gone: [], from: ['1'], staged: [rewritten('2', 70, [row(1, [2]), row(0, [1])])] });
    const second = table.snapshot();
    table.apply({ gone: ['r0'], from: ['2'], staged: [rewritten('3', 90, [row(1, [2])])] });
    table.apply({ gone: [], from: [], staged: [table.stage(readOf('4', [row(5, [3])]), () => true)] });
    expect(shown(first)).toEqual(['r0 of 1, 0 at 0', 'r1 of 1, 1 at 0']);
    expect(shown(second)).toEqual(['r0 of 2, 1 at 70', 'r1 of 2, 0 at 70']);
    expect(shown(table.snapshot()).sort()).toEqual(['r1 of 3, 0 at 90', 'r5 of 4, 0 at 0']);
    expect(first?.vectors).toBe(table.snapshot()?.vectors);
  });

  it('drops shards with all their records', () => {
    const { table, vectorOf } = tableOf([row(0, [1]), row(1, [2])]);
    table.apply({ gone: [], from: [], staged: [table.stage(readOf('2', [row(2, [3])]), () => true)] });
    table.apply({ gone: [], from: [], drops: ['1', 'none'], staged: [] });
    expect([table.size, table.slotOf('r0'), table.slotOf('r1'), vectorOf('r2')]).toEqual([1, -1, -1, 3]);
    expect([...table.shards.keys()]).toEqual(['2']);
    table.apply({ gone: [], from: [], staged: [table.stage(readOf('3', [row(0, [4])]), () => true)] });
    expect([vectorOf('r0'), vectorOf('r2'), table.snapshot()?.vectors.used]).toEqual([4, 3, 2]);
  });

  it('does not take half a character for what stands in its place', () => {
    const { table } = tableOf([{ ...row(0, [1]), id: 'a\ufffd' }]);
    expect([table.slotOf('a\ufffd'), table.slotOf('a\ud800')]).toEqual([0, -1]);
  });

  it('forgets what was staged and did not come', () => {
    const { table, vectorOf } = tableOf([row(0, [1, 1])]);
    table.unstage([table.stage(readOf('2', [row(0, [2, 2]), row(5, [3, 3])]), () => true)]);
    expect([table.size, vectorOf('r0'), table.snapshot()?.vectors.used, table.snapshot()?.vectors.free]).toEqual([
      1, 1, 1, 2,
    ]);
    table.unstage([table.stage(readOf('2', [row(0, [9, 9, 9])]), () => true)]);
    expect([table.dimension, vectorOf('r0')]).toEqual([2, 1]);
  });

  it('begins anew with another dimension', () => {
    const { table, vectorOf, state } = tableOf([row(0, [1, 1])]);
    table.apply({
      gone: ['r0'],
      from: ['1'],
      staged: [table.stage(readOf('2', [row(3, [7, 8, 9])]), () => true)],
    });
    expect([table.dimension, vectorOf('r3'), vectorOf('r0'), state.released]).toEqual([3, 7, undefined, 1]);
    expect([...table.shards.keys()]).toEqual(['2']);
    table.apply({ gone: ['r3'], from: ['2'], staged: [] });
    expect([table.dimension, table.snapshot()]).toEqual([null, undefined]);
  });
});

/** What finds a record by its id says what a Map would say. */
import { describe, expect, it } from '@jest/globals';
import { bytesOfId, hashOfId, isSameId, type IdBytes } from '../../../workers/vectors/local/rows/id-bytes.js';
import { IdTable } from '../../../workers/vectors/local/rows/id-table.js';
import { times } from '../../support/times.js';

/** A table, and the ids of its slots. */
function tableOf(hashOf?: (id: IdBytes) => number) {
  const ids: IdBytes[] = [];
  const table = new IdTable((slot) => ids[slot] as IdBytes, hashOf);
  return {
    table,
    put: (id: string, slot: number): number => {
      const bytes = Buffer.from(`before${id}behind`);
      const length = Buffer.byteLength(id);
      ids[slot] = { bytes, from: 6, to: 6 + length };
      return table.put(bytesOfId(id), slot);
    },
  };
}

const kinds: Record<string, (i: number) => string> = {
  counted: (i) => `paper ${i}`,
  'of any length': (i) => 'x'.repeat(i * 7),
  'of any script': (i) => `${'äß漢字𝒳🖋\u0301'.slice(0, 1 + (i % 5) * 2).toWellFormed()}${i}\u0000${'ё'.repeat(i % 40)}`,
  'beginning with what is nowhere written': (i) => `\ufeff${i}`,
};
const hashes: Record<string, (id: IdBytes) => number> = {
  'hashes as they are': hashOfId,
  'one hash for all': () => 0xfffffff0,
  'hashes of few bits': (id) => hashOfId(id) & 3,
  'hashes that differ above only': (id) => hashOfId(id) << 24,
};

describe.each(Object.entries(kinds))('ids %s', (_, idOf) => {
  it.each(Object.entries(hashes))('are found with %s', (_name, hashOf) => {
    const { table, put } = tableOf(hashOf);
    const ids = Array.from({ length: 300 }, (_unused, i) => idOf(i));
    const expected = new Map<string, number>();
    let state = 1;
    const random = (most: number): number => {
      state = (Math.imul(state, 0x41c64e6d) + 0x3039) >>> 0;
      return (state >>> 8) % most;
    };
    let nextSlot = 0;
    const answers: [found: number, expected: number][] = [];
    for (let step = 0; step < times(6000, 100_000); step++) {
      // It grows, and is emptied again, by turns.
      const id = ids[random(ids.length)] as string;
      const before = expected.get(id) ?? -1;
      if (random(10) < (Math.floor(step / 1000) % 2 === 0 ? 7 : 3)) {
        answers.push([put(id, nextSlot), before]);
        expected.set(id, nextSlot++);
      } else {
        answers.push([table.delete(bytesOfId(id)), before]);
        expected.delete(id);
      }
      answers.push([table.size, expected.size]);
      if (step % 100 > 0) continue;
      for (const one of ids) answers.push([table.find(bytesOfId(one)), expected.get(one) ?? -1]);
    }
    expect(answers.filter(([found, wanted]) => found !== wanted)).toEqual([]);
  });
});

it('ten thousand ids with room made before, and without, are found', () => {
  for (const room of [0, 10_000]) {
    const { table, put } = tableOf();
    table.reserve(room);
    const ids = Array.from({ length: 10_000 }, (_, i) => `r${i}`);
    expect(ids.filter((id, i) => put(id, i) !== -1)).toEqual([]);
    expect(ids.filter((id, i) => table.find(bytesOfId(id)) !== i)).toEqual([]);
    expect(ids.filter((id) => table.find(bytesOfId(`${id}x`)) !== -1)).toEqual([]);
  }
});

it('those who come and go leave no places behind', () => {
  const { table, put } = tableOf();
  for (let i = 0; i < 100_000; i++) {
    put(`r${i}`, i % 10);
    if (i >= 5) table.delete(bytesOfId(`r${i - 5}`));
  }
  expect(table.size).toBe(5);
  expect(table.find(bytesOfId('r99999'))).toBe(9);
});

it('an id is the same only as all of it', () => {
  const of = (text: string): IdBytes => ({ bytes: Buffer.from(text), from: 0, to: Buffer.byteLength(text) });
  expect(isSameId(of('abc'), of('abc'))).toBe(true);
  for (const other of ['', 'ab', 'abcd', 'abd', 'xbc']) expect(isSameId(of('abc'), of(other))).toBe(false);
  expect(isSameId(of(''), of(''))).toBe(true);
});

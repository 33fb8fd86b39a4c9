import { describe, expect, it } from '@jest/globals';
import { join } from 'node:path';
import { createColumns, maskOf } from '../../../workers/vectors/local/columns.js';
import {
  decodeColumn,
  decodeIndex,
  encodeIndex,
  type ShardColumn,
  type ShardIndex,
} from '../../../workers/vectors/local/index/index-file.js';
import { Rows } from '../../../workers/vectors/local/rows/rows.js';
import { openLocalStore } from '../../../workers/vectors/local/store.js';
import type { Where } from '../../../workers/vectors/types.js';
import { matcher, readWhere } from '../../../workers/vectors/where.js';
import { temporaryFolders } from '../../support/folder.js';

const folder = temporaryFolders();
/** Records of two shards, as their indexes know them. */
function rowsOf(records: readonly { id: string; short: Record<string, string>; long?: readonly string[] }[]): {
  rows: Rows;
  slots: Uint32Array;
} {
  const rows = Rows.empty();
  const half = Math.ceil(records.length / 2);
  [records.slice(0, half), records.slice(half)].forEach((own, i) => {
    const vector = new Uint8Array(Float32Array.of(1).buffer);
    const parsed = own.map(({ id, short, long = [] }, order) => ({
      ...{ id, order, short, long, vector },
      ...{ start: 0, end: 0, vectorStart: 0 },
    }));
    const entry = { file: `${i}`, rows: own.length, bytes: 1, crc32: 0 };
    const file = encodeIndex(entry, 1, parsed);
    const index = decodeIndex(file, entry, 1) as ShardIndex;
    const columns = [...index.directory].map(([key, place]): [string, ShardColumn] => {
      const bytes = file.subarray(place[0], place[0] + place[1]);
      return [key, decodeColumn(bytes, own.length, place) as ShardColumn];
    });
    const number = rows.addShard({ ...index, entry, columns: new Map(columns) });
    own.forEach((_, at) => rows.put(i * half + at, number, at));
  });
  return { rows, slots: rows.slots() };
}

const shorts = Array.from({ length: 500 }, (_, i) => ({
  uid: i % 50 === 0 ? `other${i}` : `u${i}`,
  year: ['2020', '2021', ' 2022 ', 'soon', ''][i % 5] as string,
  ...(i % 3 === 0 ? {} : { conference: `C${i % 7}` }),
  ...(i % 4 === 0 ? (JSON.parse('{"__proto__":"p","constructor":"c"}') as Record<string, string>) : {}),
}));
const { rows, slots } = rowsOf(shorts.map((short, i) => ({ id: `u${i}`, short })));

it.each(['r', 'ü', '\ufeff漢字𝒳'])('ids with %s are the same one by one and all at once', (text) => {
  const ids = Array.from({ length: 200 }, (_, i) => `${text} ${i}`);
  const some = rowsOf(ids.map((id, i) => ({ id: i < 150 ? id : `${i}`, short: {} })));
  const expected = ids.map((id, i) => (i < 150 ? id : `${i}`));
  expect(some.rows.idsAt(some.slots)).toEqual(expected);
  expect(Array.from(some.slots, (slot) => some.rows.idAt(slot))).toEqual(expected);
  expect(some.rows.idsAt(Uint32Array.of(199, 3))).toEqual([expected[199], expected[3]]);
  expect(some.rows.idsAt(new Uint32Array())).toEqual([]);
});

describe('the mask of a filter', () => {
  it.each<Where>([
    {},
    { year: 2020 },
    { year: { $ne: '2020' } },
    { year: { $gt: 2019, $lte: '2021' } },
    { conference: { $in: ['C1', 'C2', 'none'] } },
    { conference: { $nin: ['C1', ''] } },
    { conference: { $in: [] } },
    { conference: { $nin: [] } },
    { conference: '' },
    { nowhere: 'x' },
    { nowhere: { $ne: 'x' } },
    { toString: 'x' },
    { constructor: 'c' },
    JSON.parse('{"__proto__":"p"}') as Where,
    { uid: { $in: Array.from({ length: 100 }, (_, i) => `u${i * 3}`) }, year: { $gte: 2021 } },
    {
      $or: [{ year: 2020 }, { $and: [{ conference: 'C2' }, { $or: [{ year: { $lt: 2022 } }, { uid: 'u9' }] }] }],
      uid: { $ne: 'u0' },
    },
  ])('of %j is what a look at each record says', (where) => {
    const condition = readWhere(where);
    const holds = matcher(condition);
    const expected = shorts.map((short) => Number(holds(short)));
    expect([...(maskOf(condition, createColumns(rows, slots), slots.length) ?? [])]).toEqual(expected);
  });

  it('is not known where a value of the key is on the disk only', () => {
    const long = ['abstract'];
    const some = rowsOf([
      { id: '0', short: { abstract: 'short', year: '2020' } },
      { id: '1', short: { year: '2021' }, long },
      { id: '2', short: { year: '2020' }, long },
    ]);
    const columns = createColumns(some.rows, some.slots);
    expect(maskOf(readWhere({ year: 2020, abstract: 'short' }), columns, 3)).toBeUndefined();
    expect([...(maskOf(readWhere({ year: 2020 }), columns, 3) ?? [])]).toEqual([1, 0, 1]);
  });
});

it('sees what changed since the last search with the same filter', async () => {
  const store = openLocalStore(join(await folder(), 'vectors'));
  try {
    const papers = await store.collection('papers');
    const record = (id: string, year: string, session = 'short') => ({
      id,
      document: id,
      metadata: { year, session },
      embedding: [1, id.length],
    });
    const found = async (where: Where): Promise<string[][]> => [
      (await papers.nearest([1, 1], { where })).map(({ id }) => id).sort(),
      (await papers.ids(where)).sort(),
      [String(await papers.count({ where }))],
    ];
    await papers.upsert([record('a', '2020'), record('b', '2021'), record('c', '2020')]);
    expect(await found({ year: 2020 })).toEqual([['a', 'c'], ['a', 'c'], ['2']]);
    await papers.upsert([record('d', '2020'), record('a', '1999')]);
    expect(await found({ year: 2020 })).toEqual([['c', 'd'], ['c', 'd'], ['2']]);
    await papers.updateMetadata(new Map([['b', { year: '2020' }]]));
    await papers.delete(['c']);
    expect(await found({ year: 2020 })).toEqual([['b', 'd'], ['b', 'd'], ['2']]);
    const long = 'a session with a very long name '.repeat(10);
    expect(await found({ session: 'short', year: 2020 })).toEqual([['b', 'd'], ['b', 'd'], ['2']]);
    await papers.upsert([record('e', '2020', long)]);
    expect(await found({ session: { $in: ['short', long] }, year: 2020 })).toEqual([
      ['b', 'd', 'e'],
      ['b', 'd', 'e'],
      ['3'],
    ]);
    await papers.replace({ year: 2020 }, [record('f', '2020')]);
    expect(await found({ year: { $gt: 1900 } })).toEqual([['a', 'f'], ['a', 'f'], ['2']]);
    await papers.clear();
    expect(await found({ year: 2020 })).toEqual([[], [], ['0']]);
  } finally {
    await store.close();
  }
});

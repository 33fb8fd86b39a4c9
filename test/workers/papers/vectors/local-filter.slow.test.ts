/** Filters by the store find what a look at each record finds. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openLocalStore } from '../../../../workers/papers/vectors/local/store.js';
import type { VectorCollection, VectorStore, Where } from '../../../../workers/papers/vectors/types.js';
import { matcher, readWhere } from '../../../../workers/papers/vectors/where.js';
import { suiteFolder, temporaryFolders } from '../../../support/folder.js';
import { localStores } from './local-stores.js';

const open = localStores();
const folder = temporaryFolders();

const records = Array.from({ length: 1500 }, (_, i) => ({
  id: `u${i}`,
  document: '',
  embedding: [1, i],
  metadata: {
    uid: i % 50 === 0 ? `other${i}` : `u${i}`,
    year: ['2020', '2021', ' 2022 ', 'soon', ''][i % 5] as string,
    abstract: i % 7 === 0 ? `a long text ${i % 21} `.repeat(20) : 'short',
    ...(i % 3 === 0 ? {} : { conference: `C${i % 7}` }),
    ...(i % 4 === 0 ? (JSON.parse('{"__proto__":"p","constructor":"c","#key":"k"}') as Record<string, string>) : {}),
  },
}));

describe('a filter', () => {
  let store: VectorStore;
  let papers: VectorCollection;
  beforeAll(async () => {
    store = openLocalStore(kept);
    papers = await store.collection('papers');
    await papers.upsert(records);
  });
  afterAll(() => store.close());
  const kept = suiteFolder();

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
    { '#key': 'k' },
    { abstract: 'a long text 7 '.repeat(20) },
    { abstract: { $ne: 'short' }, year: 2021 },
    JSON.parse('{"__proto__":"p"}') as Where,
    { uid: { $in: Array.from({ length: 100 }, (_, i) => `u${i * 3}`) }, year: { $gte: 2021 } },
    {
      $or: [{ year: 2020 }, { $and: [{ conference: 'C2' }, { $or: [{ year: { $lt: 2022 } }, { uid: 'u9' }] }] }],
      uid: { $ne: 'u0' },
    },
  ])('of %j finds what a look at each record finds', async (where) => {
    const holds = matcher(readWhere(where));
    const expected = records.filter(({ metadata }) => holds(metadata)).map(({ id }) => id);
    expect(await papers.ids(where)).toEqual(expected);
    expect(await papers.count({ where })).toBe(expected.length);
    const some = ['u3', 'u700', 'u1499', 'nobody', 'u3'];
    expect(await papers.count({ where, ids: some })).toBe(new Set(some.filter((id) => expected.includes(id))).size);
  });
});

it('finds the same by a long list, also while records change', async () => {
  const papers = await open(await folder()).collection('papers');
  const numbers = (count: number): number[] => Array.from({ length: count }, (_, at) => at);
  const record = (at: number, x = at) => ({
    ...{ id: `u${at}`, document: '', embedding: [x, 1], metadata: { uid: `u${at}` } },
  });
  await papers.upsert(numbers(12_000).map((at) => record(at)));
  const where = { uid: { $in: numbers(5000).map((at) => `u${at * 2}`) } };
  expect(await papers.count({ where })).toBe(5000);
  const hits = await papers.nearest([10_000, 1], { where, limit: 2 });
  expect(hits.map(({ id }) => id)).toEqual(['u9998', 'u9996']);
  const searching = Promise.all(numbers(5).map(() => papers.nearest([0, 1], { where, limit: 3 })));
  await papers.upsert(numbers(2000).map((at) => record(2 * at + 2000, 1_000_000)));
  for (const found of await searching) expect(found.map(({ id }) => id)).toEqual(['u0', 'u2', 'u4']);
  expect(await papers.count({ where: { uid: { $nin: numbers(5000).map((at) => `u${at}`) } } })).toBe(7000);
});

it('sees what changed since the last search with the same filter', async () => {
  const papers = await open(await folder()).collection('papers');
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
});

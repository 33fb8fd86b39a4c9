import { expect, it } from '@jest/globals';
import { openLocalStore } from '../../../../workers/papers/vectors/local/store.js';
import { longLists, manyValues } from '../../../../workers/papers/vectors/long-lists.js';
import type { Where } from '../../../../workers/papers/vectors/types.js';
import { readWhere } from '../../../../workers/papers/vectors/where.js';
import { temporaryFolders } from '../../../support/folder.js';

const folder = temporaryFolders();
const numbers = (count: number): number[] => Array.from({ length: count }, (_, at) => at);
const long = numbers(manyValues + 1);

it('makes the same sets of long lists wherever they stand', async () => {
  const where: Where = {
    $and: [{ uid: { $in: long.map(String) } }, { $or: [{ n: { $nin: long, $gt: 3 } }, { year: { $in: [1, 2] } }] }],
  };
  const lists = await longLists(where);
  expect(lists.size).toBe(2);
  expect(readWhere(where, lists)).toEqual(readWhere(where));
});

it('refuses what is no value as of a short list, and leaves what is no filter to others', async () => {
  const where = (list: unknown[]): Where => ({ uid: { $in: list as string[] } });
  const refusal = (): unknown => readWhere(where([null]));
  const reason = (await Promise.resolve()
    .then(refusal)
    .catch((error: unknown) => error)) as Error;
  await expect(longLists(where([...long, null]))).rejects.toThrow(reason.message);
  for (const none of [null, 'x', [long], { $or: long }, { uid: long }, { $in: long }])
    expect((await longLists(none)).size).toBe(0);
});

it('finds the same by a long list as without, while records change', async () => {
  const store = openLocalStore(await folder());
  const papers = await store.collection('papers');
  const record = (at: number, x = at) => ({
    ...{ id: `u${at}`, document: '', embedding: [x, 1], metadata: { uid: `u${at}` } },
  });
  const all = numbers(4 * manyValues + 8000);
  for (let from = 0; from < all.length; from += 10_000)
    await papers.upsert(all.slice(from, from + 10_000).map((at) => record(at)));
  const some = (count: number): Where => ({ uid: { $in: numbers(count).map((at) => `u${at * 2}`) } });
  for (const count of [manyValues + 1, 2 * manyValues]) {
    expect(await papers.count({ where: some(count) })).toBe(count);
    const hits = await papers.nearest([2 * count, 1], { where: some(count), limit: 2 });
    expect(hits.map(({ id }) => id)).toEqual([`u${2 * count - 2}`, `u${2 * count - 4}`]);
    const where = some(count);
    const searching = Promise.all(numbers(5).map(() => papers.nearest([0, 1], { where, limit: 3 })));
    await papers.upsert(numbers(2000).map((at) => record(2 * at + 2000, 1_000_000)));
    for (const found of await searching) expect(found.map(({ id }) => id)).toEqual(['u0', 'u2', 'u4']);
  }
  const without = { uid: { $nin: numbers(manyValues + 5).map((at) => `u${at}`) } };
  expect(await papers.count({ where: without })).toBe(all.length - manyValues - 5);
  await store.close();
});

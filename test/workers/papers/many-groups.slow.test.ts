/** A library with more pairs of conference and year than SQLite has parameters, which are 32,766. */
import { expect, it } from '@jest/globals';
import { DatabaseManager } from '../../../workers/papers/database-manager.js';
import { record } from './databases.js';

it('is listed whole, as for an export', async () => {
  await using database = new DatabaseManager(':memory:');
  const [years, conferences] = [201, 170];
  for (let year = 1900; year < 1900 + years; year++)
    await database.addPapers(
      Array.from({ length: conferences }, (_, n) => record({ title: `Paper ${n}`, year, conference: `C${n}` })),
    );
  const { uids } = await database.sortedPapers({ sort: 'newest', limit: Infinity });
  expect(new Set(uids).size).toBe(years * conferences);
  const [first, last] = await database.getPapersByUids([uids.at(0) ?? '', uids.at(-1) ?? '']);
  expect([first?.year, last?.year]).toEqual([2100, 1900]);
});

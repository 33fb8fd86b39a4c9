/** A database that is asked on the thread that asks. */
import { expect, it } from '@jest/globals';
import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseManager } from '../../../workers/papers/database-manager.js';
import { temporaryFolders } from '../../support/folder.js';
import { record } from './databases.js';

const folder = temporaryFolders();
const inPlace = (path: string): DatabaseManager => new DatabaseManager(path, undefined, { inPlace: true });
const isLinux = process.platform === 'linux';
const threads = async (): Promise<number> => (await readdir('/proc/self/task')).length;

it('answers and changes as others do, many at once, and can be used again after it was closed', async () => {
  await using database = inPlace(join(await folder(), 'papers.db'));
  await database.addPapers([record({ uid: 'a', title: 'Of whales' }), record({ uid: 'b', title: 'Of birds' })]);
  const found = await Promise.all(Array.from({ length: 9 }, () => database.searchWords('whales', { limit: 5 })));
  for (const { uids } of found) expect(uids).toEqual(['a']);
  await Promise.all(['c', 'd'].map((uid) => database.addPaper(record({ uid }))));
  await database.close();
  expect((await database.searchPapers()).map(({ uid }) => uid).toSorted()).toEqual(['a', 'b', 'c', 'd']);
  expect(await database.query('select count(*) as n from papers')).toEqual([{ n: 4 }]);
  await expect(database.query('select missing from papers')).rejects.toThrow('no such column');
});

(isLinux ? it : it.skip)('starts no thread (Linux)', async () => {
  const path = join(await folder(), 'papers.db');
  await using other = inPlace(join(await folder(), 'papers.db'));
  // SQLite itself has some.
  await other.statistics();
  const before = await threads();
  await using database = inPlace(path);
  await database.addPaper(record({ uid: 'a' }));
  await database.statistics();
  expect(await threads()).toBe(before);
});

it('says what keeps it from being opened, and opens when that is mended', async () => {
  const path = join(await folder(), 'papers.db');
  await writeFile(path, 'This is no database, but it is as long as the head of one. '.repeat(20));
  await using database = inPlace(path);
  await expect(database.statistics()).rejects.toThrow('not a database');
  await writeFile(path, '');
  await database.addPaper(record({ uid: 'a' }));
  expect(await database.getPaperByUid('a')).not.toBeNull();
});

it('is shared with who opens the same file after it', async () => {
  const path = join(await folder(), 'papers.db');
  await using database = inPlace(path);
  await database.addPaper(record({ uid: 'a' }));
  await using second = new DatabaseManager(path);
  await second.addPaper(record({ uid: 'b' }));
  expect(await database.getPaperByUid('b')).not.toBeNull();
});

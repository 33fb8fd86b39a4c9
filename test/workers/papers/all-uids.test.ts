import { afterEach, beforeEach, expect, it } from '@jest/globals';
import Database from 'libsql';
import { join } from 'node:path';
import { DatabaseManager } from '../../../workers/papers/database-manager.js';
import type { KnownIds } from '../../../workers/papers/vectors/found-ids.js';
import { temporaryFolders } from '../../support/folder.js';
import { record } from './databases.js';

const newFolder = temporaryFolders();
let path: string;
let database: DatabaseManager;
/** What another process has. */
let other: DatabaseManager;
beforeEach(async () => {
  path = join(await newFolder(), 'papers.db');
  database = new DatabaseManager(path);
  other = new DatabaseManager(path);
  await database.connect();
});
afterEach(async () => {
  await database.close();
  await other.close();
});

/** What the uids of many records are compared with. */
async function known(): Promise<KnownIds> {
  let given: KnownIds | undefined;
  await database.unknownUids({
    count: 50_000,
    ids: async () => [],
    unknownTo: async (all) => {
      given = all;
      return [];
    },
  });
  return given as KnownIds;
}
const uidsOf = async (ids: KnownIds): Promise<string[]> => [...(await ids.set())].toSorted();

it('are the same object as long as they are the same, whichever connection reads them', async () => {
  await database.addPapers(['b', 'ü"', 'a'].map((uid) => record({ uid })));
  const first = await known();
  expect(await uidsOf(first)).toEqual(['a', 'b', 'ü"']);
  expect([...first.parts()].flat()).toEqual(['a', 'b', 'ü"']);
  // Many at a time, so that each connection is asked.
  for (const one of await Promise.all(Array.from({ length: 9 }, known))) expect(one).toBe(first);
  await other.addPaper(record({ uid: 'a', title: 'Another title' }));
  expect(await known()).toBe(first);
  expect(await known()).toBe(first);
});

it('are read again by each connection after a change, of this process and of others', async () => {
  await database.addPaper(record({ uid: 'a' }));
  await Promise.all(Array.from({ length: 9 }, known));
  for (const [who, uid] of [[database, 'b'] as const, [other, 'c'] as const]) {
    await who.addPaper(record({ uid }));
    const all = await Promise.all(Array.from({ length: 9 }, known));
    for (const one of all) expect(await uidsOf(one)).toContain(uid);
  }
  await other.deletePapers(['a']);
  const all = await Promise.all(Array.from({ length: 9 }, known));
  for (const one of all) expect(await uidsOf(one)).toEqual(['b', 'c']);
  await database.deletePapers(['b', 'c']);
  expect(await uidsOf(await known())).toEqual([]);
});

it('are all of them, of more than are read at a time', async () => {
  const uids = Array.from({ length: 41_000 }, (_, i) => `p${String(i).padStart(5, '0')}`);
  const file = new Database(path);
  file.exec(`with recursive numbers(n) as (select 0 union all select n + 1 from numbers where n < 40999)
    insert into papers (uid, record_hash, year, title, abstract, authors, conference, session, poster_position)
    select printf('p%05d', n), '', 2020, 'T', '', '', 'C', '', '' from numbers`);
  file.close();
  expect(await uidsOf(await known())).toEqual(uids);
});

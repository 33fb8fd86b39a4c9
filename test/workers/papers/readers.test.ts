/** Long selects hold up neither other selects nor a write. */
import { afterEach, expect, it } from '@jest/globals';
import { join } from 'node:path';
import { Kysely, sql } from 'kysely';
import { sqliteDialect } from '../../../workers/papers/sql/sqlite/sqlite.js';
import { temporaryFolders } from '../../support/folder.js';
import { setTimeout as pause } from 'node:timers/promises';

const folder = temporaryFolders();
const opened: Kysely<Numbers>[] = [];
afterEach(() => Promise.all(opened.splice(0).map((db) => db.destroy())));

interface Numbers {
  numbers: { n: number };
}

async function numbers(): Promise<Kysely<Numbers>> {
  const db = new Kysely<Numbers>({ dialect: sqliteDialect(join(await folder(), 'papers.db')) });
  opened.push(db);
  await sql`create table numbers (n integer)`.execute(db);
  return db;
}

const all = async (db: Kysely<Numbers>): Promise<number[]> =>
  (await db.selectFrom('numbers').select('n').orderBy('n').execute()).map(({ n }) => n);

/** A second of work or so for one thread. */
const long = (db: Kysely<Numbers>): Promise<unknown> =>
  sql`select (with recursive up(i) as (select 1 union all select i + 1 from up where i < 4000000)
    select count(*) from up)`.execute(db);

it('answers a quick select and writes while two long selects are at work', async () => {
  const db = await numbers();
  const ends: string[] = [];
  const ended = (name: string) => (): void => void ends.push(name);
  const atWork = [long(db).then(ended('long')), long(db).then(ended('long'))];
  await Promise.all([all(db).then(ended('read')), db.insertInto('numbers').values({ n: 1 }).execute()]);
  ends.push('written');
  expect(await all(db)).toEqual([1]);
  ends.push('read again');
  await Promise.all(atWork);
  expect(ends).toEqual(['read', 'written', 'read again', 'long', 'long']);
});

it('answers more selects at a time than it has readers', async () => {
  const db = await numbers();
  await db.insertInto('numbers').values({ n: 7 }).execute();
  expect(await Promise.all(Array.from({ length: 40 }, () => all(db)))).toEqual(Array(40).fill([7]));
});

it('shows to others what a transaction has written when that is committed, and to itself at once', async () => {
  const db = await numbers();
  await db.transaction().execute(async (own) => {
    await own.insertInto('numbers').values({ n: 1 }).execute();
    expect(await own.selectFrom('numbers').selectAll().execute()).toEqual([{ n: 1 }]);
    expect(await all(db)).toEqual([]);
  });
  expect(await all(db)).toEqual([1]);
});

it('changes nothing by what looks like a select', async () => {
  const db = await numbers();
  await expect(sql`select 1; insert into numbers values (1)`.execute(db)).resolves.toBeDefined();
  expect(await all(db)).toEqual([]);
});

it('lets who waits for a reader know that the database was closed', async () => {
  const db = await numbers();
  const asked = Promise.allSettled(Array.from({ length: 6 }, () => long(db)));
  // They are with the threads then.
  await pause(50);
  await db.destroy();
  const answers = (await asked).map(({ status }) => status);
  expect(answers.slice(-1)).toEqual(['rejected']);
});

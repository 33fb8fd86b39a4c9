/** The thread of the paper database: it goes when its file cannot be opened, and its end holds nobody up. */
import { afterEach, expect, it, jest } from '@jest/globals';
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readlink, rename, rmdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Worker } from 'node:worker_threads';
import { Kysely, sql } from 'kysely';
import { DatabaseManager } from '../../../workers/papers/database-manager.js';
import { missingFile } from '../../../workers/papers/sql/location.js';
import { rescuedPath } from '../../../workers/papers/sql/rescue/swap.js';
import { sqliteDialect } from '../../../workers/papers/sql/sqlite/sqlite.js';
import { temporaryFolders } from '../../support/folder.js';
import { until } from '../../support/patience.js';

const folder = temporaryFolders();
afterEach(() => void jest.restoreAllMocks());

/** Linux alone lists the threads and the open files of a process. */
const isLinux = process.platform === 'linux';
const threads = async (): Promise<number> => (await readdir('/proc/self/task')).length;
async function openFiles(path: string): Promise<number> {
  const descriptors = await readdir('/proc/self/fd');
  const open = await Promise.all(descriptors.map((fd) => readlink(join('/proc/self/fd', fd)).catch(() => '')));
  return open.filter((one) => one === path).length;
}

(isLinux ? it : it.skip)('keeps neither a thread nor a file of tries to open it that failed (Linux)', async () => {
  const path = join(await folder(), 'papers.db');
  await writeFile(path, 'This is no database, but it is as long as the head of one. '.repeat(20));
  await expect(new DatabaseManager(path).connect()).rejects.toThrow('not a database');
  const before = await threads();
  await using database = new DatabaseManager(path);
  for (let tries = 0; tries < 5; tries++) await expect(database.countPapers()).rejects.toThrow('not a database');
  expect([await threads(), await openFiles(path)]).toEqual([before, 0]);
});

/** A database, and a way to end its threads without its knowing. */
async function withThread() {
  const asked = jest.spyOn(Worker.prototype, 'postMessage');
  const path = join(await folder(), 'papers.db');
  const database = new DatabaseManager(path);
  await database.addPaper({ uid: 'one', title: 'T', year: 2020, conference: 'C' });
  const end = async (): Promise<void> => {
    const threads = new Set(asked.mock.contexts as Worker[]);
    await Promise.all([...threads].filter(({ threadId }) => threadId >= 0).map(endThread));
  };
  return { asked, database, path, end };
}

/** By itself: one that is terminated while SQLite opens a file takes the process along. */
async function endThread(thread: Worker): Promise<void> {
  const ended = once(thread, 'exit');
  thread.postMessage({ id: 0, name: 'close' });
  await ended;
}

it('says that its thread has ended to those who wait for it, and goes on with another', async () => {
  const { asked, database, end } = await withThread();
  // It comes too late for the thread, however fast that is.
  const before = asked.mock.calls.length;
  asked.mockImplementationOnce(() => undefined);
  const told = Promise.allSettled([
    database.countPapers(),
    database.addPaper({ title: 'U', year: 2020, conference: 'C' }),
  ]);
  await until('the end', () => asked.mock.calls.length > before);
  await end();
  expect((await told)[0]).toMatchObject({
    status: 'rejected',
    reason: {
      name: 'DatabaseError',
      message: expect.stringContaining('the thread of the database has ended') as unknown,
    },
  });
  expect(await database.getPaperByUid('one')).not.toBeNull();
  await database.close();
});

it('is closed at once where its thread has ended, and opened by the next use', async () => {
  const { database, end } = await withThread();
  await end();
  await database.close();
  expect(await database.getPaperByUid('one')).not.toBeNull();
  await end();
  expect(await database.getPaperByUid('one')).not.toBeNull();
  await database.close();
});

it('cannot be opened again where its file is none any more, and can when it is mended', async () => {
  const { database, path, end } = await withThread();
  await end();
  await rename(path, `${path}.away`);
  await mkdir(path);
  await expect(database.countPapers()).rejects.toThrow('paper');
  await expect(database.countPapers()).rejects.toThrow('paper');
  await rmdir(path);
  await rename(`${path}.away`, path);
  expect(await database.getPaperByUid('one')).not.toBeNull();
  await database.close();
});

(isLinux ? it : it.skip)(
  'ends its thread when nothing was asked for a while, and has another then (Linux)',
  async () => {
    const path = join(await folder(), 'papers.db');
    const before = await threads();
    const db = new Kysely<Record<string, { n: number }>>({ dialect: sqliteDialect(path, { idleMs: 50 }) });
    await sql`create table numbers (n integer)`.execute(db);
    await db.insertInto('numbers').values({ n: 7 }).execute();
    expect(await threads()).toBeGreaterThan(before);
    await until('the end of the thread', async () => (await threads()) <= before);
    expect(await db.selectFrom('numbers').selectAll().execute()).toEqual([{ n: 7 }]);
    await db.destroy();
    expect(await openFiles(path)).toBe(0);
  },
);

(isLinux ? it : it.skip)('ends its threads after reading alone (Linux)', async () => {
  const path = join(await folder(), 'papers.db');
  const before = await threads();
  const db = new Kysely<object>({ dialect: sqliteDialect(path, { idleMs: 50 }) });
  await sql`select 1`.execute(db);
  expect(await threads()).toBeGreaterThan(before);
  await until('the end of the threads', async () => (await threads()) <= before);
  await db.destroy();
});

it('takes an empty file, which a crash leaves, for none', async () => {
  const path = join(await folder(), 'papers.db');
  await writeFile(path, '');
  expect(missingFile(path)).toBe(path);
  await using database = new DatabaseManager(path);
  await database.connect();
  expect(await database.searchPapers()).toEqual([]);
  expect(missingFile(path)).toBeUndefined();
});

it('takes no empty file for none whose papers are in a rescue beside it, or in the WAL behind a link', async () => {
  const [home, other] = [await folder(), await folder()];
  const path = join(home, 'papers.db');
  await using made = new DatabaseManager(path);
  await made.connect();
  await made.close();
  await rename(path, rescuedPath(path, '1970-01-01T00-00-00'));
  await writeFile(path, '');
  expect(missingFile(path)).toBeUndefined();
  await writeFile(join(other, 'real.db'), '');
  await writeFile(join(other, 'real.db-wal'), 'x');
  await symlink(join(other, 'real.db'), join(home, 'link.db'));
  expect(missingFile(join(home, 'link.db'))).toBeUndefined();
});

it('makes no empty file where its own is gone, and goes on when that is back', async () => {
  const path = join(await folder(), 'papers.db');
  const db = new Kysely<Record<string, { n: number }>>({ dialect: sqliteDialect(path, { idleMs: 1 }) });
  await sql`create table numbers (n integer)`.execute(db);
  const asked = (): Promise<unknown> => db.selectFrom('numbers').selectAll().execute();
  await until('the end of the log', () => !existsSync(`${path}-wal`), 5);
  await rename(path, `${path}.away`);
  await expect(asked()).rejects.toThrow('was deleted');
  expect(existsSync(path)).toBe(false);
  await rename(`${path}.away`, path);
  expect(await asked()).toEqual([]);
  await db.destroy();
});

it('keeps a process alive until it is closed, with a query in hand too', async () => {
  const script = new URL('../../../dist/workers/papers/database-manager.js', import.meta.url).href;
  const papers = Array.from({ length: 200 }, (_, n) => ({ title: `Title ${n}`, year: 2020, conference: 'C' }));
  const program = `
    import { DatabaseManager } from ${JSON.stringify(script)};
    const database = new DatabaseManager(${JSON.stringify(join(await folder(), 'papers.db'))});
    await database.connect();
    database.addPapers(${JSON.stringify(papers)}).catch(() => undefined);
    await new Promise((resolve) => setTimeout(resolve, 3));
    await database.close();
    console.log('closed');`;
  for (let tries = 0; tries < 5; tries++) {
    const words = ['--input-type=module', '-e', program];
    expect((await promisify(execFile)(process.execPath, words)).stdout).toBe('closed\n');
  }
});

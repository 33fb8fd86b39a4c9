/** Damaged SQLite files: what is read of them, and that a rescue can be interrupted at any step. */
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import Database from 'libsql';
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { copyFile, open as openFile, rename } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { Kysely, sql } from 'kysely';
import type { TonstiftError } from '../../../workers/base/errors.js';
import { DatabaseManager } from '../../../workers/papers/database-manager.js';
import { DatabaseError } from '../../../workers/papers/database-error.js';
import { rescue } from '../../../workers/papers/sql/rescue/rescue.js';
import {
  damagedPath,
  finishRescue,
  rescuedPath,
  swapSteps,
  withRescueLock,
} from '../../../workers/papers/sql/rescue/swap.js';
import { SqliteFile } from '../../../workers/papers/sql/sqlite/sqlite-file.js';
import { sqliteDialect } from '../../../workers/papers/sql/sqlite/sqlite.js';
import type { Tables } from '../../../workers/papers/sql/tables.js';
import type { Paper } from '../../../workers/papers/types.js';
import { temporaryFolders } from '../../support/folder.js';
import { until } from '../../support/patience.js';
import { record } from './databases.js';

const folder = temporaryFolders();
const run = promisify(execFile);
const count = 300;
const pageBytes = 4096;

/** Some abstracts are longer than a page. */
const abstract = (n: number): string => `Grüße aus Satz ${n}. `.repeat(n % 10 === 0 ? 600 : 20);

let path: string;
let papers: Map<string, Paper>;
let database: DatabaseManager | undefined;
beforeEach(async () => {
  const open = join(await folder(), 'papers.db');
  await using first = new DatabaseManager(open);
  await first.addPapers(
    Array.from({ length: count }, (_, n) => record({ title: `Paper ${n}`, abstract: abstract(n), doi: `10.1/${n}` })),
  );
  papers = new Map((await first.searchPapers()).map((paper) => [paper.uid, paper]));
  const uids = [...papers.keys()];
  await first.noteSaved({ uid: uids[0] as string, note: 'Read this.' });
  await first.addToList(uids.slice(0, 1), 'thesis');
  await first.decide({ list: 'thesis', uid: uids[0] as string, decision: 'yes' });
  await first.setEmbeddingModel('mini');
  await first.embedded({ collection: 'c', owner: '', papers: uids.map((uid) => ({ uid, hash: 'a'.repeat(32) })) });
  // A crash leaves most pages in the WAL.
  path = join(await folder(), 'papers.db');
  for (const end of ['', '-wal']) copyFileSync(open + end, path + end);
});
afterEach(async () => {
  await database?.close();
  database = undefined;
});

/** Moves all pages from the WAL into the file. */
function checkpoint(): void {
  const file = new Database(path);
  file.prepare('pragma wal_checkpoint(truncate)').all();
  file.close();
}
async function zero(page: number, pages = 1): Promise<void> {
  await using file = await openFile(path, 'r+');
  await file.write(Buffer.alloc(pageBytes * pages), 0, pageBytes * pages, (page - 1) * pageBytes);
}
async function opened(): Promise<DatabaseManager> {
  database = new DatabaseManager(path);
  await database.connect();
  return database;
}
/** @param changed titles of papers with another text */
async function expectWhole(lost: number, changed: readonly string[] = []): Promise<void> {
  const db = await opened();
  const found = await db.searchPapers();
  expect(found.length).toBe(count - lost);
  for (const paper of found) if (!changed.includes(paper.title)) expect(paper).toEqual(papers.get(paper.uid));
  const check = await db.check();
  expect(check).toEqual({
    ...{ damages: [], isIndexed: true, papers: count - lost, saved: check.saved },
    ...{ unindexed: 0, leftInIndex: 0, unreadable: [] },
  });
  const words = await db.searchWords('Grüße', { limit: 1000 });
  expect(words.isWhole).toBe(true);
  expect(words.uids.length).toBeGreaterThanOrEqual(count - lost - changed.length);
}

describe('a rescue', () => {
  it('reads everything of a whole file, and of a WAL', async () => {
    expect(statSync(`${path}-wal`).size).toBeGreaterThan(pageBytes * 100);
    expect(await rescue(path)).toMatchObject({ papers: count, saved: 1, lostCount: 0, changed: [] });
    await expectWhole(0);
    const [saved] = await (database as DatabaseManager).savedPapers({ limit: 5, from: 0 });
    expect(saved?.note).toBe('Read this.');
    expect(saved?.lists).toMatchObject([{ list: 'thesis', decision: 'yes' }]);
    expect(await (database as DatabaseManager).getEmbeddingModel()).toBe('mini');
    let noted = 0;
    for await (const uid of (database as DatabaseManager).embeddedUids('c')) noted += papers.has(uid) ? 1 : 0;
    expect(noted).toBe(count);
  });

  it('brings no deleted paper back, and no former text', async () => {
    await using before = new DatabaseManager(path);
    const [gone, changed] = [...papers.keys()] as [string, string];
    await before.deletePapers([gone]);
    await before.addPaper({ ...(papers.get(changed) as Paper), abstract: 'Another text.' });
    await before.close();
    checkpoint();
    expect(await rescue(path)).toMatchObject({ papers: count - 1, lostCount: 0 });
    const db = await opened();
    expect(await db.getPaperByUid(gone)).toBeNull();
    expect((await db.getPaperByUid(changed))?.abstract).toBe('Another text.');
  });

  it('loses only the rows of a bad page, and names their papers', async () => {
    checkpoint();
    const whole = readFileSync(path);
    const pages = whole.length / pageBytes;
    let most = 0;
    // The first page, the head of the table, and some others.
    for (const page of [1, 6, 8, ...[1, 3, 5, 7].map((part) => Math.floor((pages * part) / 8))]) {
      writeFileSync(path, whole);
      await zero(page);
      const { papers: read, changed, lostCount, lost } = await rescue(path, new Date(page));
      expect([page, read + lostCount]).toEqual([page, count]);
      expect(lost.every((title) => /^paper \d+$/.test(title))).toBe(true);
      most = Math.max(most, lostCount + changed.length);
      await expectWhole(lostCount, changed);
      await database?.close();
    }
    expect(most).toBeLessThan(20);
  });

  it('reads the rest of a file that was cut', async () => {
    checkpoint();
    const { size } = statSync(path);
    truncateSync(path, Math.floor(size / 2) + 100);
    const { papers: read, changed } = await rescue(path);
    expect(read).toBeGreaterThan(20);
    expect(read).toBeLessThan(count);
    await expectWhole(count - read, changed);
  });

  it('names a paper whose text has changed on the disk', async () => {
    checkpoint();
    const bytes = readFileSync(path);
    // The record of this paper is on several pages: SQLite does not notice another text there.
    for (let at = bytes.indexOf('Satz 10. '); at >= 0; at = bytes.indexOf('Satz 10. ', at + 1)) bytes.write('SATZ', at);
    writeFileSync(path, bytes);
    expect((await rescue(path)).changed).toEqual(['Paper 10']);
  });

  it('reads the WAL of an empty file, which SQLite would delete', async () => {
    truncateSync(path, 0);
    await expect(opened()).rejects.toThrow(/file is empty/);
    expect(await rescue(path)).toMatchObject({ papers: count, lostCount: 0 });
    await expectWhole(0);
  });

  it('keeps the permissions and the owner', async () => {
    chmodSync(path, 0o600);
    const isRoot = process.getuid?.() === 0;
    if (isRoot) chownSync(path, 1234, 1235);
    const { uid, gid } = statSync(path);
    await rescue(path);
    const now = statSync(path);
    expect([(now.mode & 0o777).toString(8), now.uid, now.gid]).toEqual(['600', uid, gid]);
    if (isRoot) expect([uid, gid]).toEqual([1234, 1235]);
  });

  it('keeps the file of each rescue in the same second', async () => {
    checkpoint();
    const now = new Date(0);
    const [first, second] = [await zeroed(8), await zeroed(9)];
    async function zeroed(page: number): Promise<{ kept: string; bytes: Buffer }> {
      await zero(page);
      const bytes = readFileSync(path);
      return { kept: (await rescue(path, now)).kept, bytes };
    }
    expect([first.kept, second.kept]).toEqual([
      damagedPath(path, '1970-01-01T00-00-00'),
      damagedPath(path, '1970-01-01T00-00-00-2'),
    ]);
    for (const { kept, bytes } of [first, second]) expect(readFileSync(kept).equals(bytes)).toBe(true);
  });

  it('removes its copy if it fails', async () => {
    const before = readFileSync(path);
    // The name of the rescued file is taken.
    mkdirSync(join(rescuedPath(path, '1970-01-01T00-00-00'), 'full'), { recursive: true });
    await expect(rescue(path, new Date(0))).rejects.toThrow(/rename/);
    expect(readdirSync(join(path, '..')).filter((name) => name.includes('rescuing'))).toEqual([]);
    expect(readFileSync(path).equals(before)).toBe(true);
  });

  it('takes garbage beside a file for no WAL', async () => {
    checkpoint();
    writeFileSync(`${path}-wal`, Buffer.alloc(100_000, 7));
    expect(await rescue(path)).toMatchObject({ papers: count });
    await expectWhole(0);
  });
});

describe('a rescue beside other users', () => {
  const root = new URL('../../../', import.meta.url).href;
  const user = (): string => `
    import { DatabaseManager } from '${root}dist/workers/papers/database-manager.js';
    const database = new DatabaseManager(${JSON.stringify(path)});
    const add = (title) => database.addPaper({ title, year: 2020, conference: 'C' });
    await add('First');
    process.stdout.write('.');
    process.stdin.once('data', async () => {
      await add('Second');
      await database.close();
      process.exit();
    });`;

  it('refuses while another process has the file open, and loses none of its papers', async () => {
    const child = spawn(process.execPath, ['--input-type=module', '-e', user()], {
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    const ended = once(child, 'exit');
    await once(child.stdout, 'data');
    const error = (await rescue(path).catch((thrown: unknown) => thrown)) as TonstiftError;
    expect([error.code, error.message]).toEqual([
      'locked',
      `${path} is used by another program of Tonstift. End that program, and try again.`,
    ]);
    expect(readdirSync(join(path, '..')).filter((name) => /rescu|damaged/.test(name))).toEqual([]);
    child.stdin.write('.');
    expect(await ended).toEqual([0, null]);
    expect(await rescue(path)).toMatchObject({ papers: count + 2, lostCount: 0 });
  });

  it('goes on after a user was killed', async () => {
    const child = spawn(process.execPath, ['--input-type=module', '-e', user()], {
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    const ended = once(child, 'exit');
    await once(child.stdout, 'data');
    child.kill('SIGKILL');
    await ended;
    expect(await rescue(path)).toMatchObject({ papers: count + 1, lostCount: 0 });
  });

  it('refuses if it cannot tell whether the file is used', async () => {
    const home = dirname(path);
    chmodSync(home, 0o755);
    await using other = new DatabaseManager(path);
    await other.searchPapers();
    chmodSync(`${path}.lock`, 0o444);
    // The permissions of files do not bind root.
    const script = `
      import { lockForRescue } from '${root}dist/workers/papers/sql/sqlite/use-lock.js';
      if (process.getuid() === 0) process.setuid(65534);
      try {
        lockForRescue(${JSON.stringify(path)});
        console.log('locked');
      } catch (error) {
        console.log(error.message);
      }`;
    const { stdout } = await run(process.execPath, ['--input-type=module', '-e', script]);
    expect(stdout).toMatch(
      /^Cannot lock .*papers\.db\.lock \(EACCES: .*\)\. End all programs of Tonstift, delete that file/,
    );
  });

  it.each<[string, (file: string) => void]>([
    ['is no database', (file) => writeFileSync(file, 'text of another program'.repeat(5))],
    ['is a folder', (file) => mkdirSync(file)],
  ])('opens the database although the lock file %s, and names it', async (_, spoil) => {
    rmSync(`${path}.lock`, { force: true });
    spoil(`${path}.lock`);
    await using db = new DatabaseManager(path);
    expect(await db.searchPapers()).toHaveLength(count);
    await expect(rescue(path)).rejects.toThrow(`Cannot lock ${path}.lock (`);
  });

  it('gives a new lock file the permissions and the owner of the database', async () => {
    rmSync(`${path}.lock`, { force: true });
    chmodSync(path, 0o660);
    if (process.getuid?.() === 0) chownSync(path, 65534, 65534);
    await using db = new DatabaseManager(path);
    await db.searchPapers();
    const [own, made] = [statSync(path), statSync(`${path}.lock`)];
    expect([made.mode & 0o777, made.uid, made.gid]).toEqual([0o660, own.uid, own.gid]);
  });

  it('keeps others out until it has ended', async () => {
    await withRescueLock(path, () => expect(opened()).rejects.toThrow(/it is being repaired; wait until/));
    expect(await (await opened()).searchPapers()).toHaveLength(count);
  });
});

describe('the swap', () => {
  it('ends after it was interrupted at any step, and keeps the damaged pair', async () => {
    const former = readFileSync(path);
    const wal = readFileSync(`${path}-wal`);
    const good = join(await folder(), 'good.db');
    await rescue(path);
    copyFileSync(path, good);
    for (let done = 0; done <= swapSteps(path, '').length; done++) {
      const time = `2026-01-01T00-00-0${done}`;
      for (const name of readdirSync(join(path, '..')))
        if (/-(wal|shm)$/.test(name)) truncateSync(join(path, '..', name));
      writeFileSync(path, former.subarray(0, former.length));
      writeFileSync(`${path}-wal`, wal);
      await copyFile(good, `${path}.part`);
      await rename(`${path}.part`, rescuedPath(path, time));
      for (const step of swapSteps(path, time).slice(0, done)) await step();
      const db = await opened();
      expect([done, (await db.searchPapers()).length]).toEqual([done, count]);
      await db.close();
      expect(readFileSync(damagedPath(path, time)).equals(former)).toBe(true);
      expect(readFileSync(`${damagedPath(path, time)}-wal`).equals(wal)).toBe(true);
      expect(existsSync(rescuedPath(path, time))).toBe(false);
    }
  });

  it('moves a rollback journal away with the damaged file', async () => {
    writeFileSync(`${path}-journal`, 'pages of the damaged file');
    const { kept } = await rescue(path);
    expect(existsSync(`${path}-journal`)).toBe(false);
    expect(readFileSync(`${kept}-journal`, 'utf8')).toBe('pages of the damaged file');
  });

  it('leaves files of the user alone, and files that are not complete', async () => {
    checkpoint();
    const whole = readFileSync(path);
    const [small, other] = [join(await folder(), 'small.db'), join(await folder(), 'other.db')];
    for (const [name, title] of Object.entries({ [small]: 'Small', [other]: 'Other' })) {
      await using one = new DatabaseManager(name);
      await one.addPaper(record({ title }));
      await one.close();
      const file = new Database(name);
      file.prepare('pragma wal_checkpoint(truncate)').all();
      file.close();
    }
    copyFileSync(small, rescuedPath(path, 'old.txt'));
    copyFileSync(small, rescuedPath(path, '2026-01-01T00-00-00.bak'));
    writeFileSync(rescuedPath(path, '2026-01-02T00-00-00'), 'My notes.');
    writeFileSync(rescuedPath(path, '2026-01-03T00-00-00'), readFileSync(small).subarray(0, pageBytes * 3));
    await expectWhole(0);
    await database?.close();
    expect(readdirSync(join(path, '..')).filter((name) => /rescued|damaged/.test(name))).toHaveLength(4);
    // The newest of two complete files.
    copyFileSync(small, rescuedPath(path, '2026-01-01T00-00-00-9'));
    copyFileSync(other, rescuedPath(path, '2026-01-01T00-00-00-10'));
    expect((await (await opened()).searchPapers()).map(({ title }) => title)).toEqual(['Other']);
    expect(readFileSync(damagedPath(path, '2026-01-01T00-00-00-10')).equals(whole)).toBe(true);
    await database?.close();
    expect((await (await opened()).searchPapers()).map(({ title }) => title)).toEqual(['Other']);
  });
});

describe('an interrupted swap', () => {
  const time = '2026-01-01T00-00-00';
  /** The swap stops before its first step. */
  async function interrupt(): Promise<void> {
    const good = join(await folder(), 'papers.db');
    for (const end of ['', '-wal'].filter((one) => existsSync(path + one))) copyFileSync(path + end, good + end);
    await rescue(good);
    copyFileSync(good, rescuedPath(path, time));
  }

  it('is finished before a process that was idle writes again', async () => {
    const idle = new Kysely<Tables>({ dialect: sqliteDialect(path, { idleMs: 1 }) });
    await sql`insert into paper_settings (name, value) values ('before', 'this')`.execute(idle);
    await until('the end of the connections', () =>
      withRescueLock(path, () => Promise.resolve(true)).catch(() => false),
    );
    await interrupt();
    await sql`insert into paper_settings (name, value) values ('after', 'this')`.execute(idle);
    await idle.destroy();
    expect(existsSync(rescuedPath(path, time))).toBe(false);
    const db = await opened();
    expect(await db.query("select value from paper_settings where name = 'after'")).toEqual([{ value: 'this' }]);
    expect(await db.searchPapers()).toHaveLength(count);
  });

  it('lets nobody open the old file', async () => {
    await interrupt();
    const open = (): SqliteFile => new SqliteFile({ path, isReadOnly: false });
    expect(open).toThrow('its repair was interrupted; try again to finish it');
    await finishRescue(path);
    open().close();
  });

  it('leaves the database as it was if the damaged file cannot be kept', async () => {
    // The name of the damaged WAL would have 257 letters; 255 are allowed.
    const long = join(dirname(path), 'p'.repeat(225));
    for (const end of ['', '-wal']) copyFileSync(path + end, long + end);
    const pair = (): Buffer => Buffer.concat(['', '-wal'].map((end) => readFileSync(long + end)));
    const before = pair();
    await expect(rescue(long, new Date(0))).rejects.toThrow(/ENAMETOOLONG/);
    expect(pair().equals(before)).toBe(true);
    expect(readdirSync(dirname(path)).filter((name) => /rescu|damaged/.test(name))).toEqual([]);
    await using db = new DatabaseManager(long);
    expect(await db.searchPapers()).toHaveLength(count);
  });
});

it('an error of a damaged file names the repair', async () => {
  checkpoint();
  await zero(2, 40);
  const error = (await opened().catch((thrown: unknown) => thrown)) as DatabaseError;
  expect(error).toBeInstanceOf(DatabaseError);
  expect([error.isDamaged, String(error.words)]).toEqual([true, expect.stringMatching(/tonstift papers repair/)]);
});

it('a query with an error is no damage', async () => {
  const db = await opened();
  for (const [statement, reason] of [
    ["select json('{') from papers", /malformed JSON/],
    [`select uid from paper_words where paper_words match '"'`, /./],
    ['select * from corrupt', /no such table: corrupt/],
  ] as const) {
    const error = (await db.query(statement).catch((thrown: unknown) => thrown)) as DatabaseError;
    expect([error.isDamaged, error.message]).toEqual([false, expect.stringMatching(reason)]);
  }
});

it('a query that meets a bad page says that the file is damaged', async () => {
  checkpoint();
  const db = await opened();
  await zero(8, 100);
  const error = (await db
    .query('select sum(length(abstract)) from papers')
    .catch((thrown: unknown) => thrown)) as DatabaseError;
  expect([error.isDamaged, error.message]).toEqual([true, expect.stringMatching(/malformed/)]);
});

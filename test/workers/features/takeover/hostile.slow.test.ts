/** Libraries of ttmp32gme that somebody has made to harm, and broken ones. */
import { describe, expect, it } from '@jest/globals';
import Database from 'libsql';
import { readdir, readFile, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { nextOid } from '../../../../workers/library/oids.js';
import { planTakeover, type Plan } from '../../../../workers/features/takeover/plan.js';
import { plainTracks, theirLibrary, type FixtureAlbum } from '../../../fixtures/ttmp32gme.js';
import { temporaryFolders } from '../../../support/folder.js';

const folder = temporaryFolders();
interface Theirs {
  root: string;
  staging: string;
  path: string;
}

async function theirs(albums: FixtureAlbum[] = [{ oid: 920, tracks: plainTracks(2) }]): Promise<Theirs> {
  const root = await theirLibrary(await folder(), { albums });
  return { root, staging: join(await folder(), 'staging'), path: join(root, 'config.sqlite') };
}

const planned = ({ root, staging }: Theirs): Promise<Plan> =>
  planTakeover(root, { albums: [], freeOid: (used) => nextOid(new Set(used), []) }, staging);

function change({ path }: Theirs, ...statements: string[]): void {
  const database = new Database(path);
  try {
    for (const statement of statements) database.exec(statement);
  } finally {
    database.close();
  }
}

const magic = Buffer.from('d9d505f920a163d7', 'hex');

/** A journal that rolls nothing back. SQLite deletes the file that it names. */
async function superJournal(path: string, victim: string): Promise<Buffer> {
  const page = 4096;
  const head = Buffer.alloc(512);
  magic.copy(head);
  [0, 7, (await stat(path)).size / page, head.length, page].forEach((value, n) => head.writeUInt32BE(value, 8 + n * 4));
  const name = Buffer.from(victim);
  const numbers = Buffer.alloc(12);
  numbers.writeUInt32BE(0x4000_0000 / page + 1, 0);
  numbers.writeUInt32BE(name.length, 4);
  numbers.writeUInt32BE(
    name.reduce((sum, byte) => sum + byte, 0),
    8,
  );
  return Buffer.concat([head, numbers.subarray(0, 4), name, numbers.subarray(4), magic]);
}

describe('a hostile database', () => {
  it('cannot delete a file of this machine through its journal', async () => {
    const library = await theirs();
    const victim = join(await folder(), 'letter.txt');
    await writeFile(victim, 'Dear Anna');
    const journal = await superJournal(library.path, victim);
    // SQLite itself deletes the file.
    const own = await theirs();
    await writeFile(`${own.path}-journal`, journal);
    change(own, 'select * from tracks');
    await expect(stat(victim)).rejects.toThrow('ENOENT');

    await writeFile(victim, 'Dear Anna');
    await writeFile(`${library.path}-journal`, journal);
    await expect(planned(library)).rejects.toMatchObject({
      code: 'bad_field',
      message: expect.stringContaining('config.sqlite-journal. Remove it to import the library without it.'),
    });
    expect(await readFile(victim, 'utf8')).toBe('Dear Anna');
  });

  it.each([
    ['a view', 'create view tracks as select 1 as parent_oid, hex(zeroblob(1e9)) as filename'],
    ['a virtual table', 'create virtual table tracks using fts5(parent_oid, filename)'],
    [
      'computed columns',
      'create table tracks (parent_oid, filename as (hex(zeroblob(4e8)))); insert into tracks values (920)',
    ],
  ])('with %s in place of the tracks is refused', async (_, statement) => {
    const library = await theirs();
    change(library, 'drop table tracks', statement);
    await expect(planned(library)).rejects.toThrow(/has no column (parent_oid|filename) in a table tracks/);
  });

  it('with values of megabytes gives the beginning of each', async () => {
    const library = await theirs();
    change(
      library,
      `update gme_library set album_title = zeroblob(50000000), album_artist = hex(zeroblob(20000000))`,
      `update tracks set title = hex(zeroblob(20000000)) where id = 1`,
    );
    const [album] = (await planned(library)).taking;
    expect(album?.given).toMatchObject({ album_title: 'Album 920', album_artist: '0'.repeat(300) });
    expect(album?.given.tracks?.map(({ track_title }) => track_title.length)).toEqual([300, 7]);
  });

  it('with values that take more memory than any library is refused', async () => {
    const library = await theirs();
    change(
      library,
      `with recursive n(i) as (select 1 union all select i + 1 from n where i < 20000)
        insert into tracks (parent_oid, filename, title) select 920, zeroblob(4096), zeroblob(4096) from n`,
    );
    await expect(planned(library)).rejects.toThrow('its values take more than 256 MB of memory.');
  });

  it('with more rows than any library is refused', async () => {
    const library = await theirs();
    change(
      library,
      `with recursive n(i) as (select 1 union all select i + 1 from n where i < 200000)
        insert into tracks (parent_oid, filename) select 920, i || '.mp3' from n`,
    );
    await expect(planned(library)).rejects.toThrow('has more than 200000 rows.');
  });

  it.each<[string, string, RegExp]>([
    ['of 300 bytes', 'a'.repeat(300), /^its folder library\/ is missing or empty\.$/],
    ['with a line break', 'one\ntwo', /^its folder library\/one\ntwo is missing or empty\.$/],
    ['with NUL', 'one\0two', /^its folder library\/ is missing or empty\.$/],
    ['of points', '/home/../..', /^its folder library\/ is missing or empty\.$/],
  ])('with a folder %s leaves the album out', async (_, path, reason) => {
    const { taking, leaving } = await planned(await theirs([{ oid: 920, path, tracks: plainTracks(1) }]));
    expect(taking).toEqual([]);
    expect(leaving).toEqual([{ number: '920', title: 'Album 920', reason: expect.stringMatching(reason) }]);
  });

  it.each(['a'.repeat(300), 'one\ntwo', 'one\0two', '\ud800', '..', '/', '.'])(
    'with a file named %j leaves the album out',
    async (name) => {
      const filename = `${name}.mp3`;
      const { taking, leaving } = await planned(await theirs([{ oid: 920, tracks: [{ filename, content: null }] }]));
      expect(taking).toEqual([]);
      expect(leaving[0]?.reason).toMatch(
        /^(track 1 \(.*\) (is missing|leads out)|its folder library\/a920 is missing)/s,
      );
    },
  );

  it.each([-1, 65_536, 1e15, 'nine', 1.5])('with the number %j gives the album another one', async (oid) => {
    const library = await theirs();
    change(
      library,
      'alter table gme_library rename to old',
      'create table gme_library as select * from old',
      `update gme_library set oid = ${JSON.stringify(oid).replaceAll('"', "'")}`,
      `update tracks set parent_oid = ${JSON.stringify(oid).replaceAll('"', "'")}`,
    );
    const { taking } = await planned(library);
    expect(taking).toMatchObject([{ given: { oid: 919 }, formerly: expect.any(String) }]);
  });
});

describe('a broken or busy database', () => {
  it('is read while another program has locked it', async () => {
    const library = await theirs();
    const database = new Database(library.path);
    try {
      database.exec('begin exclusive; delete from tracks');
      expect((await planned(library)).taking).toHaveLength(1);
    } finally {
      database.close();
    }
  });

  it('is refused if it changes while it is read', async () => {
    const library = await theirs();
    let at = 0;
    const touch = setInterval(() => void utimes(library.path, ++at, at).catch(() => undefined), 0);
    try {
      await expect(planned(library)).rejects.toThrow('was changed while it was read. Close ttmp32gme and try again.');
    } finally {
      clearInterval(touch);
    }
  });

  it('leaves nothing behind when it is damaged anywhere', async () => {
    const library = await theirs();
    const whole = await readFile(library.path);
    for (let at = 100; at < whole.length; at += 1500) {
      const bytes = Buffer.from(whole);
      bytes.fill(0xff, at, at + 700);
      await writeFile(library.path, bytes);
      const { taking, leaving } = await planned(library).catch((error: unknown) => {
        expect(String(error)).toMatch(/config\.sqlite in .* (cannot be read|has no column|is not)/);
        return { taking: [], leaving: [] };
      });
      expect(taking.length + leaving.length).toBeLessThanOrEqual(1);
    }
    await expect(readdir(library.staging)).rejects.toThrow('ENOENT');
  });
});

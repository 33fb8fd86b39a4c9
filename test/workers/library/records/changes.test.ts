/** Changes beside the file of records: whatever is cut off, what was answered is there, and nothing else. */
import { describe, expect, it } from '@jest/globals';
import { appendFile, copyFile, mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { silentLog } from '../../../../workers/base/ports.js';
import { emptyLibrary, type LibraryData } from '../../../../workers/library/data.js';
import { libraryFile } from '../../../../workers/library/json-file.js';
import { putMark } from '../../../../workers/library/place.js';
import { applyChanges, changeLine } from '../../../../workers/library/records/changes.js';
import { loadRecords } from '../../../../workers/library/records/load.js';
import { holdFolder } from '../../../../workers/base/files/held-folder.js';
import { Library } from '../../../../workers/library/library.js';
import { temporaryFolders } from '../../../support/folder.js';
import { anAlbum } from '../../../support/records.js';

const folder = temporaryFolders();
const main = 'library.json';
const beside = 'library.json.changes';

/** 40 albums of 20 tracks: more than is written whole each time. */
const many = Array.from({ length: 40 }, (_, n) =>
  anAlbum(n + 1, { tracks: Array.from({ length: 20 }, (_, t) => ({ ...anAlbum(1).tracks[0]!, id: n * 20 + t + 1 })) }),
);
const first: LibraryData = { ...emptyLibrary('x'), revision: 1, next_track_id: 801, albums: many };
const next = (data: LibraryData, change: Partial<LibraryData>): LibraryData => ({
  ...data,
  ...change,
  revision: data.revision + 1,
});
const titled = (data: LibraryData, n: number, title: string): LibraryData =>
  next(data, { albums: data.albums.map((album, at) => (at === n ? { ...album, album_title: title } : album)) });

/** One change of each kind; a pseudo-random number in [0, 1) decides. */
function changed(data: LibraryData, random: () => number): LibraryData {
  const at = Math.floor(random() * data.albums.length);
  const kinds: (() => LibraryData)[] = [
    () => titled(data, at, `Ünd "${random()}"\n`),
    () => next(data, { albums: data.albums.filter((_, n) => n !== at), leftovers: [`gme/${at}.gme`] }),
    () => next(data, { albums: [...data.albums, anAlbum(100_000 + Math.floor(random() * 1e9))] }),
    () => next(data, { resting_oids: [at + 1, ...data.resting_oids] }),
    () => next(data, { next_track_id: data.next_track_id + 1, leftovers: [] }),
  ];
  return (kinds[Math.floor(random() * kinds.length)] as () => LibraryData)();
}

/** A generator of Lehmer's kind, so that a run can be had again. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647;
}

describe('lines', () => {
  it('make of one state the next, for 400 changes of all kinds', () => {
    const random = randomFrom(7);
    let [data, text] = [first, ''];
    for (let n = 0; n < 400; n++) {
      const after = changed(data, random);
      const line = changeLine(data, after);
      expect(line).toMatch(/^[^\n]+\n$/);
      text += line ?? '';
      data = after;
    }
    expect(applyChanges({ ...first }, text)).toEqual({ value: data, missed: 0 });
  });

  it('cannot tell of another order, or another library', () => {
    expect(changeLine(first, next(first, { albums: [...many].reverse() }))).toBeUndefined();
    expect(changeLine(first, next(first, { albums: [anAlbum(99), ...many] }))).toBeUndefined();
    expect(changeLine(first, next(first, { id: 'y' }))).toBeUndefined();
  });

  it('are skipped where the file has them already, and counted where they follow nothing', () => {
    const [two, three] = [titled(first, 0, 'two'), titled(titled(first, 0, 'two'), 1, 'three')];
    const lines = [changeLine(first, two), changeLine(two, three)].join('');
    expect(applyChanges({ ...two }, lines)).toEqual({ value: three, missed: 0 });
    expect(applyChanges({ ...three }, lines)).toEqual({ value: three, missed: 0 });
    expect(applyChanges({ ...first, revision: 0 }, lines)).toMatchObject({ missed: 2 });
    expect(applyChanges({ ...first }, lines.replace('three', 'threw'))).toMatchObject({ value: two, missed: 1 });
  });
});

describe('on the disk', () => {
  let root = '';
  let hour = 0;
  const file = (loaded: Parameters<typeof libraryFile>[1] = null): ReturnType<typeof libraryFile> =>
    libraryFile({ path: root, id: 'x' }, loaded, silentLog, { now: () => hour });
  const load = async (): Promise<Awaited<ReturnType<typeof loadRecords>>> => {
    const held = await holdFolder(root);
    return loadRecords(held, 'x').finally(() => held.close());
  };
  const bytesOf = async (name: string): Promise<number> => (await stat(join(root, name))).size;
  const isThere = async (name: string): Promise<boolean> => (await readdir(root)).includes(name);

  /** A library with changes beside its file. @returns the states, in order */
  async function written(changes: number): Promise<LibraryData[]> {
    root = await folder();
    hour = Date.parse('2026-01-01T08:30:00Z');
    await putMark(root, 'x');
    for (const name of ['albums', 'trash']) await mkdir(join(root, name));
    const db = file();
    const states = [first];
    await db.write(first);
    for (let n = 0; n < changes; n++) {
      states.push(titled(states.at(-1) as LibraryData, n, `Change ${n}`));
      await db.write(states.at(-1) as LibraryData);
    }
    return states;
  }

  it('an edit of a large library writes a line, not the file', async () => {
    const states = await written(3);
    expect(await bytesOf(main)).toBeGreaterThan(64 * 1024);
    expect(await bytesOf(beside)).toBeLessThan(3 * 8 * 1024);
    expect(await load()).toMatchObject({ data: states[3], isMended: false, isPlain: false });
  });

  it('a small one is written whole', async () => {
    await written(0);
    const db = file();
    await db.write({ ...first, albums: many.slice(0, 2), revision: 2 });
    await db.write({ ...first, albums: many.slice(0, 2), revision: 3 });
    expect(await isThere(beside)).toBe(false);
  });

  it('cut off at any byte, the changes before the cut are there, and nothing has to be mended', async () => {
    const states = await written(4);
    const whole = await readFile(join(root, beside));
    const ends = [...whole.keys()].filter((at) => whole[at] === 0x0a);
    for (let at = 0; at < whole.length; at += 997) {
      await writeFile(join(root, beside), whole.subarray(0, at));
      const expected = states[ends.filter((end) => end < at).length];
      const loaded = await load();
      expect([at, loaded?.data, loaded?.isMended]).toEqual([at, expected, false]);
    }
  });

  it('a line that is spoiled costs what comes after it only, which is kept for a person', async () => {
    const states = await written(3);
    const text = await readFile(join(root, beside), 'utf8');
    await writeFile(join(root, beside), text.replace('Change 1', 'Change I'));
    const library = await Library.open(root, silentLog);
    expect(library.albums[0]).toEqual(states[1]?.albums[0]);
    expect(library.albums[1]?.album_title).not.toBe('Change I');
    expect((await readdir(root)).filter((name) => /\.broken-\d+\.changes$/.test(name))).toHaveLength(1);
    await library.close();
  });

  it('what a crash leaves beside a file that has it all is nothing', async () => {
    const states = await written(3);
    await copyFile(join(root, beside), join(root, 'kept'));
    const db = file(await load());
    await db.write(titled(states[3] as LibraryData, 9, 'whole'));
    expect(await isThere(beside)).toBe(false);
    await copyFile(join(root, 'kept'), join(root, beside));
    expect(await load()).toMatchObject({ data: titled(states[3] as LibraryData, 9, 'whole'), isMended: false });
  });

  it('the backup has the changes that came to it', async () => {
    const states = await written(3);
    const db = file(await load());
    await db.write(titled(states[3] as LibraryData, 9, 'whole'));
    await writeFile(join(root, main), 'x');
    expect((await load())?.data.albums).toEqual(states[3]?.albums);
  });

  it('many changes become the file', async () => {
    await written(0);
    const db = file();
    let data = next(first, {});
    await db.write(data);
    let most = 0;
    for (let n = 0; n < 700; n++) {
      data = titled(data, n % 40, `Change ${n}`);
      await db.write(data);
      if (await isThere(beside)) most = Math.max(most, await bytesOf(beside));
    }
    expect(most).toBeGreaterThan(900 * 1024);
    expect(most).toBeLessThanOrEqual(1024 * 1024);
    expect((await load())?.data).toEqual(data);
  });

  it('an hour’s first change keeps all before it as a backup', async () => {
    const states = await written(2);
    const again = file(await load());
    await again.write(titled(states[2] as LibraryData, 5, 'same hour'));
    await again.write(titled(states[2] as LibraryData, 6, 'a line'));
    hour += 3_600_000;
    await again.write(titled(states[2] as LibraryData, 7, 'next hour'));
    const [newest] = (await readdir(join(root, 'backups'))).sort().reverse();
    const backup = JSON.parse(await readFile(join(root, 'backups', newest ?? ''), 'utf8')) as LibraryData;
    expect(backup.albums[6]?.album_title).toBe('a line');
  });

  it('a change that cannot be added is written with all others', async () => {
    const states = await written(1);
    const db = file(await load());
    await db.write(titled(states[1] as LibraryData, 2, 'whole'));
    // Where there should be none yet.
    await appendFile(join(root, beside), 'x');
    const data = titled(titled(states[1] as LibraryData, 2, 'whole'), 3, 'another');
    await db.write(data);
    expect(await isThere(beside)).toBe(false);
    expect((await load())?.data).toEqual(data);
  });
});

it('a library is read beside the daemon that writes it as it is now, and is one file when that has ended', async () => {
  const root = await folder();
  const library = await Library.open(root, silentLog);
  for (const { folder: name } of many) await mkdir(join(library.albumsFolder, name));
  await library.change((data) => ({ ...data, albums: [...data.albums, ...many] }));
  for (const [n, { folder: name }] of many.entries()) {
    await library.changeAlbum(name, (album) => ({ ...album, album_title: `Now ${n}` }));
    expect((await Library.peek(root, silentLog)).albums[n]?.album_title).toBe(`Now ${n}`);
  }
  expect(await readdir(root)).toContain(beside);
  await library.close();
  expect(await readdir(root)).not.toContain(beside);
  expect(await readFile(join(root, main), 'utf8')).toContain('Now 39');
});

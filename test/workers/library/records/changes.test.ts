/** Changes that a former version left beside the file of records: every confirmed one is read, and nothing else. */
import { describe, expect, it } from '@jest/globals';
import { appendFile, copyFile, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { silentLog } from '../../../../workers/base/ports.js';
import { emptyLibrary, type LibraryData } from '../../../../workers/library/data.js';
import { libraryFile } from '../../../../workers/library/json-file.js';
import { putMark } from '../../../../workers/library/place.js';
import { applyChanges } from '../../../../workers/library/records/changes.js';
import { checkedText } from '../../../../workers/library/records/checked-text.js';
import { loadRecords } from '../../../../workers/library/records/load.js';
import { holdFolder } from '../../../../workers/base/files/held-folder.js';
import { Library } from '../../../../workers/library/library.js';
import { temporaryFolders } from '../../../support/folder.js';
import { anAlbum } from '../../../support/records.js';

const folder = temporaryFolders();
const main = 'library.json';
const beside = 'library.json.changes';

/** 40 albums of 20 tracks. */
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

/** A line as the former version wrote it. */
const changeLine = (before: LibraryData, after: LibraryData): string =>
  `${checkedText({
    after: before.revision,
    revision: after.revision,
    fields: { next_track_id: after.next_track_id },
    albums: after.albums.filter((album, n) => album !== before.albums[n]),
    removed: before.albums.slice(after.albums.length).map((album) => album.folder),
  })}\n`;

describe('lines', () => {
  it('change, add and remove albums, and change fields', () => {
    const two = titled(first, 0, 'two');
    const three = next(two, { albums: [...two.albums, anAlbum(99)], next_track_id: 900 });
    const four = next(three, { albums: three.albums.slice(0, -2) });
    const lines = changeLine(first, two) + changeLine(two, three) + changeLine(three, four);
    expect(applyChanges({ ...first }, lines)).toEqual({ value: four, missed: 0 });
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
    libraryFile({ path: root, id: 'x' }, loaded, silentLog, () => hour);
  const load = async (): Promise<Awaited<ReturnType<typeof loadRecords>>> => {
    const held = await holdFolder(root);
    return loadRecords(held, 'x').finally(() => held.close());
  };
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
      const before = states.at(-1) as LibraryData;
      states.push(titled(before, n, `Change ${n}`));
      await appendFile(join(root, beside), changeLine(before, states.at(-1) as LibraryData));
    }
    return states;
  }

  it('they are read at the start, and are part of the file from then on; the backup keeps its own', async () => {
    const states = await written(3);
    expect(await load()).toMatchObject({ data: states[3], isMended: false, isPlain: false });
    await (await Library.open(root, silentLog)).close();
    expect(await isThere(beside)).toBe(false);
    expect(await load()).toMatchObject({ data: { albums: states[3]?.albums }, isPlain: true });
    await writeFile(join(root, main), 'x');
    expect((await load())?.data.albums).toEqual(states[3]?.albums);
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
});

it('an edit of a large library is in the file, which another process reads', async () => {
  const root = await folder();
  const library = await Library.open(root, silentLog);
  for (const { folder: name } of many) await mkdir(join(library.albumsFolder, name));
  await library.change((data) => ({ ...data, albums: [...data.albums, ...many] }));
  await library.changeAlbum(many[39]!.folder, (album) => ({ ...album, album_title: 'Now' }));
  expect((await Library.peek(root, silentLog)).albums[39]?.album_title).toBe('Now');
  expect(await readdir(root)).not.toContain(beside);
  await library.close();
});

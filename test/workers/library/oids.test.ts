/** Numbers that albums get, and numbers that rest. */
import { describe, expect, it } from '@jest/globals';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { silentLog } from '../../../workers/base/ports.js';
import { readLibraryData, type LibraryData } from '../../../workers/library/data.js';
import { Library } from '../../../workers/library/library.js';
import { nextOid, restingAfter, restingNow } from '../../../workers/library/oids.js';
import { withPrinted } from '../../../workers/library/printed.js';
import { temporaryFolders } from '../../support/folder.js';
import { anAlbum } from '../../support/records.js';

const folder = temporaryFolders();
const open = (root: string): Promise<Library> => Library.open(root, silentLog);

async function libraryWith(...oids: number[]): Promise<{ root: string; library: Library }> {
  const root = await folder();
  const library = await open(root);
  for (const oid of oids) await mkdir(join(library.albumsFolder, anAlbum(oid).folder));
  await library.change((data) => ({ ...data, albums: oids.map((oid) => anAlbum(oid)) }));
  return { root, library };
}
const renumber = (library: Library, from: number, to: number): Promise<void> =>
  library.changeAlbum(anAlbum(from).folder, (album) => ({ ...album, oid: to }));
const dataIn = async (root: string): Promise<LibraryData> =>
  JSON.parse(await readFile(join(root, 'library.json'), 'utf8')) as LibraryData;

describe('nextOid', () => {
  it('hands out 920 to 992, then 919 down to 1, skipping those in use', () => {
    const used = new Set<number>();
    const order: number[] = [];
    for (let oid = nextOid(used, []); oid !== undefined; oid = nextOid(used, [])) {
      used.add(oid);
      order.push(oid);
    }
    expect(order).toHaveLength(992);
    expect([order[0], order[72], order[73], order[991]]).toEqual([920, 992, 919, 1]);
    expect(nextOid(new Set([920, 922]), [])).toBe(921);
  });

  it('passes over those that rest, and gives the one that rests longest when no other is left', () => {
    expect(nextOid(new Set([920]), [922, 921])).toBe(923);
    const all = Array.from({ length: 992 }, (_, n) => n + 1);
    const used = new Set(all.filter((oid) => oid % 100 !== 0));
    const resting = [300, 100, 900, 200, 400, 500, 600, 700, 800];
    expect(nextOid(used, resting)).toBe(300);
    expect(nextOid(new Set([...used, 300]), resting)).toBe(100);
    expect(nextOid(new Set([...used, 300]), resting.slice(0, -1))).toBe(800);
    expect(nextOid(new Set(all), [])).toBeUndefined();
  });
});

describe('numbers that rest', () => {
  const numbered = (...oids: number[]) => oids.map((oid) => ({ oid }));

  it('are those that albums give up, the latest last', () => {
    expect(restingAfter([5], numbered(1, 2, 3), numbered(3))).toEqual([5, 1, 2]);
    expect(restingAfter([5, 1], numbered(1, 2), numbered(2, 5))).toEqual([1]);
    // It was in use again meanwhile.
    expect(restingAfter([1, 2], numbered(1), numbered())).toEqual([2, 1]);
    expect(restingAfter([7], numbered(1), numbered(1))).toEqual([7]);
  });

  it('are known by what was deleted, where the list is wrong or lost', () => {
    const printedAs = (oid: number, ...sheets: [oid: number, at: number][]) => ({
      oid,
      printed: sheets.map(([number, at]) => ({ oid: number, at, by: 'page' as const })),
    });
    const trash = [
      { album: printedAs(8, [12, 5], [8, 1]), deleted_at: 20 },
      { album: printedAs(9), deleted_at: 10 },
      { album: printedAs(3), deleted_at: 30 },
    ];
    const albums = [printedAs(3, [3, 1], [11, 15])];
    expect(restingNow([], albums, trash)).toEqual([8, 12, 9, 11]);
    expect(restingNow(['5', 0, 993, 1.5, null, 4, 8, 4], albums, trash)).toEqual([4, 8, 12, 9, 11]);
  });
});

describe('a library', () => {
  it('gives a number that an album had to no other one, whatever became of it', async () => {
    const { root, library } = await libraryWith(920, 921, 922);
    await library.remove(library.get(920), 1);
    await library.discard(anAlbum(920).folder);
    await library.remove(library.get(921), 2);
    await renumber(library, 922, 7);
    expect(library.freeOid()).toBe(923);
    expect(library.freeOid([923])).toBe(924);
    await library.close();
    const again = await open(root);
    expect(again.freeOid()).toBe(923);
    expect((await dataIn(root)).resting_oids).toEqual([920, 921, 922]);
    await again.close();
  });

  it('gives a deleted album its own number back, and then it rests no more', async () => {
    const { root, library } = await libraryWith(920, 921);
    await library.remove(library.get(920), 1);
    expect((await library.restore(anAlbum(920).folder)).oid).toBe(920);
    expect((await dataIn(root)).resting_oids).toEqual([]);
    await library.close();
  });

  it('gives a deleted album another one where a person has asked for its own', async () => {
    const { library } = await libraryWith(920, 921);
    await library.remove(library.get(920), 1);
    await renumber(library, 921, 920);
    expect((await library.restore(anAlbum(920).folder)).oid).toBe(922);
    await library.close();
  });

  it('gives the number that rests longest when all others are used', async () => {
    const { root, library } = await libraryWith(...Array.from({ length: 992 }, (_, n) => n + 1));
    for (const oid of [500, 499, 501]) await library.remove(library.get(oid), 1000 - oid);
    expect(library.freeOid()).toBe(500);
    expect(library.freeOid([500])).toBe(499);
    await library.close();
    const again = await open(root);
    expect([again.freeOid(), again.freeOid([500, 499])]).toEqual([500, 501]);
    expect(() => again.freeOid([500, 499, 501])).toThrow(/All 992/);
    await again.close();
  });

  it('undoes a rest with the change that could not be written', async () => {
    const { root, library } = await libraryWith(920);
    await rm(join(root, 'library.json'));
    await mkdir(join(root, 'library.json', 'x'), { recursive: true });
    await expect(renumber(library, 920, 5)).rejects.toThrow();
    await rm(join(root, 'library.json'), { recursive: true });
    await renumber(library, 920, 6);
    expect((await dataIn(root)).resting_oids).toEqual([920]);
    await library.close();
  });
});

describe('after a loss', () => {
  it('of all records the numbers of deleted albums rest, and those on sheets', async () => {
    const { root, library } = await libraryWith(920, 921);
    await library.remove(library.get(920), 1);
    await library.changeAlbum(anAlbum(921).folder, (album) => withPrinted(album, { oid: 922, at: 1, by: 'http' }));
    await library.close();
    for (const name of ['library.json', 'library.json.bak', 'backups'])
      await rm(join(root, name), { recursive: true, force: true });
    const again = await open(root);
    expect([again.albums.map(({ oid }) => oid), again.freeOid()]).toEqual([[921], 923]);
    expect((await dataIn(root)).resting_oids).toEqual([922, 920]);
    await again.close();
  });

  it('of the last write the number that an album has given up by it rests', async () => {
    const { root, library } = await libraryWith(920, 921);
    await renumber(library, 920, 7);
    await library.close();
    await writeFile(join(root, 'library.json'), 'x');
    const again = await open(root);
    expect([again.albums.map(({ oid }) => oid), again.freeOid()]).toEqual([[7, 921], 922]);
    await again.close();
  });

  it('of one record its number rests', () => {
    const read = readLibraryData({ ...emptyOfVersion4, albums: [{ oid: 920 }, anAlbum(921)] }, 1);
    expect(read.setAside).toHaveLength(1);
    expect(read.data.resting_oids).toEqual([920]);
  });
});

const emptyOfVersion4 = { version: 4, id: 'x', revision: 1, next_track_id: 1, albums: [], trash: [], leftovers: [] };

it('of an older version the numbers of what lies in the trash rest, the one deleted first for longest', () => {
  const trash = [
    { album: anAlbum(920), deleted_at: 30 },
    { album: anAlbum(921, { folder: 'other' }), deleted_at: 20 },
  ];
  const { data } = readLibraryData({ ...emptyOfVersion4, trash, albums: [anAlbum(922)] }, 40);
  expect([data.version, data.resting_oids]).toEqual([5, [921, 920]]);
});

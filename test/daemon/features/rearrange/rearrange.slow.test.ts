/** Splits and joins in the daemon, beyond the contract: what lies on the disk, and what comes in between. */
import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { HandEdits } from '../../../../daemon/albums/hand-edits.js';
import { Rearranging } from '../../../../daemon/features/rearrange/rearrange.js';
import { importBatch } from '../../../../workers/import/import.js';
import { walk } from '../../../../workers/base/files/walk.js';
import { checkLibrary } from '../../../../workers/library/records/check.js';
import { picturePng } from '../../../fixtures/picture.js';
import { putMp3, libraryForEachTest } from '../../../support/open-library.js';

afterEach(() => void jest.restoreAllMocks());
const { shop: at, end } = libraryForEachTest();
let rearranging: Rearranging;
let offset = 0;
beforeEach(() => void (rearranging = new Rearranging(at)));

/** As out of the inbox, with a cover and a text. */
async function album(name: string, titles: readonly string[]): Promise<number> {
  const from = join(at.home, name);
  await mkdir(from);
  for (const title of titles)
    await putMp3(join(from, `${title}.mp3`), { offset: (offset += 30), frames: 8, tags: { TALB: name, TIT2: title } });
  await writeFile(join(from, 'cover.png'), picturePng);
  await writeFile(join(from, 'notes.txt'), name);
  const origin = { kind: 'inbox', source: name, folder_identity: null } as const;
  const batch = { name, files: await walk(from), origin, giveAway: true, refuseDuplicates: false };
  const { albums } = await importBatch(batch, at.importing);
  at.albums.arrived(albums);
  return albums[0]?.oid ?? 0;
}
const ids = (oid: number): number[] => at.albums.get(oid).tracks.map(({ id }) => id);
const filesOf = async (oid: number): Promise<string[]> =>
  (await walk(at.library.folderOf(at.library.get(oid)))).map(({ relativePath }) => relativePath).sort();
const halves = (oid: number) => [
  { album_title: 'Eins', tracks: ids(oid).slice(0, 1) },
  { album_title: 'Zwei', tracks: ids(oid).slice(1) },
];
/** Has it look until nothing settles any more. */
async function settled(hands: HandEdits): Promise<void> {
  hands.wake();
  for (let n = 0; n < 4; n++) {
    await hands.idle();
    at.clock.advance(1_000);
  }
  await hands.idle();
}
const isWhole = async (): Promise<void> => {
  await at.idle();
  await at.library.keepFacts();
  expect((await checkLibrary(at.library.path, true)).problems).toEqual([]);
};

it('a split has the files for the pen made of what each album has now; a join takes the other one away', async () => {
  const oid = await album('Meer', ['a', 'b', 'c']);
  await at.idle();
  const { albums } = await rearranging.split(oid, halves(oid));
  await at.idle();
  expect(albums.map((one) => at.albums.get(one.oid).gme_state)).toEqual(['ready', 'ready']);
  expect(await readdir(at.library.gmeFolder)).toHaveLength(2);
  expect(await filesOf(oid)).toEqual(['a.mp3', 'album.json', 'cover.jpg', 'extras/cover.png', 'extras/notes.txt']);
  // They come from the same album, so they have the same cover.
  expect(await filesOf(oid + 1)).toEqual(['album.json', 'b.mp3', 'c.mp3', 'cover.jpg']);
  await isWhole();

  await rearranging.join(oid, oid + 1, 'end');
  await isWhole();
  expect(await readdir(at.library.gmeFolder)).toHaveLength(1);
  expect(await readdir(at.library.albumsFolder)).toHaveLength(1);
  expect(at.library.trash).toEqual([]);
});

it('a join loses nothing that lies in the folder of the other album, whatever it is called', async () => {
  const [one, two] = [await album('Meer', ['a', 'b']), await album('Wald', ['a', 'c'])];
  const home = at.library.folderOf(at.library.get(two));
  await mkdir(join(home, 'von Hand'));
  await writeFile(join(home, 'von Hand', 'notes.txt'), 'other notes');
  await writeFile(join(home, 'Thumbs.db'), 'of no worth');
  await putMp3(join(home, 'd.mp3'), { offset: (offset += 30), frames: 8 });
  await rearranging.join(one, two, 'end');
  expect(await filesOf(one)).toEqual([
    ...['a (2).mp3', 'a.mp3', 'album.json', 'b.mp3', 'c.mp3', 'cover.jpg', 'd.mp3'],
    ...['extras/Wald.jpg', 'extras/cover (2).png', 'extras/cover.png'],
    ...['extras/notes (2).txt', 'extras/notes (3).txt', 'extras/notes.txt'],
  ]);
  expect(await readdir(at.library.albumsFolder)).toHaveLength(1);
  // What was put there by hand becomes a track.
  const hands = new HandEdits({ ...at, settleMs: () => 0, changed: (name) => at.albums.changed(name) });
  end.push(() => hands.stop());
  await settled(hands);
  const titles = at.albums.get(one).tracks.map(({ track_title: title }) => title);
  expect([titles.slice(0, 4), titles.length]).toEqual([['a', 'b', 'a', 'c'], 5]);
});

it('what could not move yet is nobody’s edit, and moves before anything becomes of either album', async () => {
  const oid = await album('Meer', ['a', 'b', 'c']);
  await at.idle();
  const home = at.library.folderOf(at.library.get(oid));
  // A file of the name that one of the tracks is to have: the disk refuses.
  const parts = halves(oid);
  const change = at.library.change.bind(at.library);
  let blocked = '';
  jest.spyOn(at.library, 'change').mockImplementation(async (next) => {
    await change(next);
    const made = at.library.find(oid + 1);
    if (made === undefined || blocked !== '') return;
    blocked = at.library.folderOf(made);
    await mkdir(join(at.library.stagingFolder, made.pending?.staging ?? '', 'b.mp3'));
  });
  await rearranging.split(oid, parts);
  jest.restoreAllMocks();
  const made = at.library.get(oid + 1);
  expect(made.pending?.moves?.from).toBe(at.library.get(oid).folder);
  expect(at.logged.filter((line) => line.includes('could not be moved yet'))).toHaveLength(1);
  expect(at.albums.get(oid + 1).gme_state).toBe('missing');
  // b.mp3 still lies in the first one's folder, and is no new track of it.
  expect((await readdir(home)).filter((name) => name.endsWith('.mp3'))).toContain('b.mp3');
  const hands = new HandEdits({ ...at, settleMs: () => 0, changed: () => undefined });
  end.push(() => hands.stop());
  await settled(hands);
  expect(at.albums.get(oid).num_tracks).toBe(1);
  await expect(at.albums.remove(oid)).rejects.toMatchObject({ code: 'conflict' });
  expect(at.albums.get(oid).num_tracks).toBe(1);

  await rm(join(blocked, 'b.mp3'), { recursive: true });
  await at.albums.remove(oid);
  expect(at.library.get(oid + 1).pending).toBeNull();
  expect((await filesOf(oid + 1)).filter((name) => name.endsWith('.mp3'))).toEqual(['b.mp3', 'c.mp3']);
});

it('splits and joins of the same albums at once end one after the other', async () => {
  const [one, two, three] = [await album('A', ['a', 'b']), await album('B', ['c']), await album('C', ['d'])];
  const ends = await Promise.allSettled([
    rearranging.join(one, two, 'end'),
    rearranging.join(two, one, 'end'),
    rearranging.join(three, two, 'front'),
    rearranging.split(one, halves(one)),
    at.albums.update(two, { album_title: 'Neu' }),
  ]);
  expect(ends.filter(({ status }) => status === 'fulfilled').length).toBeGreaterThan(0);
  for (const ended of ends)
    if (ended.status === 'rejected')
      expect((ended.reason as { code: string }).code).toMatch(/^(album_not_found|bad_field)$/);
  const titles = at.library.albums.flatMap(({ tracks }) => tracks.map(({ track_title: title }) => title));
  expect(titles.sort()).toEqual(['a', 'b', 'c', 'd']);
  await isWhole();
});

it('an album whose folder is away is not joined, and comes back with its folder', async () => {
  const [one, two] = [await album('A', ['a', 'b']), await album('B', ['c'])];
  for (const oid of [one, two]) {
    await at.idle();
    await at.library.keepFacts();
    const home = at.library.folderOf(at.library.get(oid));
    await rename(home, join(at.home, 'away'));
    const act = (): Promise<unknown> => rearranging.join(one, two, 'end');
    await expect(act()).rejects.toMatchObject({ code: 'not_now', message: expect.stringContaining(`(${oid})`) });
    // A program that synchronizes may make the folder first.
    await mkdir(home);
    await expect(act()).rejects.toMatchObject({ code: 'not_now' });
    await rm(home, { recursive: true });
    await rename(join(at.home, 'away'), home);
  }
  expect(at.albums.list().map(({ num_tracks }) => num_tracks)).toEqual([2, 1]);
  await rearranging.join(one, two, 'end');
  await isWhole();
});

it('a library that is away refuses, and both albums stay', async () => {
  const [one, two] = [await album('A', ['a', 'b']), await album('B', ['c'])];
  await at.idle();
  await rename(at.library.path, `${at.library.path} elsewhere`);
  const parts = halves(one);
  for (const act of [() => rearranging.split(one, parts), () => rearranging.join(one, two, 'end')])
    await expect(act()).rejects.toMatchObject({ code: 'library_unavailable' });
  await rename(`${at.library.path} elsewhere`, at.library.path);
  await at.library.enter();
  expect(at.albums.list().map(({ num_tracks }) => num_tracks)).toEqual([2, 1]);
});

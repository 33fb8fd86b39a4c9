/** Uploads of what the library has already, and of what belongs to one of its albums. */
import { beforeEach, expect, it } from '@jest/globals';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { walk } from '../../../workers/base/files/walk.js';
import { mp3, type Mp3Options } from '../../fixtures/mp3.js';
import { zipOf } from '../../support/zip.js';
import { endings } from '../../support/endings.js';
import { temporaryFolders } from '../../support/folder.js';
import { putMp3, testLibrary } from '../../support/open-library.js';

const end = endings();
const folder = temporaryFolders();
let shop: Awaited<ReturnType<typeof testLibrary>>;
beforeEach(async () => {
  shop = await testLibrary(await folder(), end);
  await mkdir(join(shop.home, 'inbox'));
});

const tracks = (offset: number, ...places: string[]): Record<string, Mp3Options> =>
  Object.fromEntries(
    places.map((place, n) => [
      `${n + 1}.mp3`,
      { offset: offset + n * 30, tags: { TALB: 'Mühle', TIT2: `Gang ${place}`, TRCK: place } },
    ]),
  );
let sent = 0;
async function upload(files: Record<string, Mp3Options>, top = '') {
  const at = join(shop.home, `sent-${(sent += 1)}`);
  const uploaded = [];
  for (const [name, options] of Object.entries(files)) {
    const path = join(at, name);
    await mkdir(dirname(path), { recursive: true });
    await putMp3(path, options);
    uploaded.push({ path, filename: `${top}${name}`, size: 0 });
  }
  return shop.albums.upload(uploaded, undefined);
}
const oids = (): number[] => shop.library.albums.map(({ oid }) => oid);
const aside = async (): Promise<string[]> =>
  (await walk(join(shop.home, 'inbox'))).map(({ relativePath }) => relativePath).sort();

it('the same tracks add nothing, however often, and are listed each time', async () => {
  await upload(tracks(0, '1', '2'));
  for (let n = 1; n <= 3; n++) {
    const { album, albums, duplicate_of } = await upload(tracks(0, '1', '2'), 'CD/');
    expect([album.oid, albums.length, duplicate_of, oids(), await aside()]).toEqual([920, 1, 920, [920], []]);
    const told = shop.arrivals[n];
    expect(told).toMatchObject({ way: 'upload', end: 'duplicate', name: 'CD', oids: [920], can_replace: false });
    expect(told?.reasons?.map(String)).toEqual(['The same tracks are album 920, “Mühle”.']);
  }
});

it('the same tracks next to others are left out', async () => {
  await upload(tracks(0, '1', '2'));
  const both = {
    'A/1.mp3': { offset: 400 },
    'B/1.mp3': tracks(0, '1')['1.mp3'] ?? {},
    'B/2.mp3': tracks(0, '1', '2')['2.mp3'] ?? {},
  };
  const { album, duplicate_of } = await upload(both);
  expect([album.oid, duplicate_of, oids()]).toEqual([921, 920, [920, 921]]);
});

it('an album in another quality is set aside in the inbox, and its tracks can be replaced', async () => {
  await upload(tracks(0, '1', '2'));
  const before = shop.library.get(920);
  const { album, duplicate_of } = await upload(tracks(200, '1', '2'), 'Besser/');
  expect([album.oid, duplicate_of, oids()]).toEqual([920, 920, [920]]);
  const told = shop.arrivals.at(-1);
  expect(told).toMatchObject({ end: 'duplicate', name: 'Besser', aside: ['duplicates/Besser'], can_replace: true });
  const files = ['duplicates/Besser.why.txt', 'duplicates/Besser/1.mp3', 'duplicates/Besser/2.mp3'];
  expect(await aside()).toEqual(files);
  expect(await readFile(join(shop.home, 'inbox', files[0]!), 'utf8')).toContain(
    'The same titles and lengths as album 920',
  );
  const inbox = join(shop.home, 'inbox');
  await shop.albums.replaceTracks(920, 'Besser', await walk(inbox, { within: 'duplicates/Besser' }));
  expect(shop.library.get(920).tracks.map(({ id }) => id)).toEqual(before.tracks.map(({ id }) => id));
  expect(shop.library.get(920).tracks.map(({ sha256 }) => sha256)).not.toEqual(
    before.tracks.map(({ sha256 }) => sha256),
  );
  expect(await aside()).toEqual(files.slice(0, 1));
});

it('an album in another quality is not added either while the inbox is away', async () => {
  await upload(tracks(0, '1', '2'));
  await rm(join(shop.home, 'inbox'), { recursive: true });
  expect((await upload(tracks(200, '1', '2'))).duplicate_of).toBe(920);
  expect([oids(), shop.arrivals.at(-1)]).toEqual([[920], expect.objectContaining({ aside: [], can_replace: false })]);
  expect(shop.logged.join()).toContain('cannot be set aside');
});

it('a ZIP in another quality is set aside as it is', async () => {
  await upload(tracks(0, '1', '2'));
  const path = join(shop.home, 'x.zip');
  const entries: Record<string, Buffer> = {};
  for (const [name, options] of Object.entries(tracks(200, '1', '2'))) entries[name] = await mp3(options);
  await writeFile(path, zipOf(entries));
  await shop.albums.upload([{ path, filename: 'Besser.zip', size: 0 }], undefined);
  expect([oids(), await aside()]).toEqual([[920], ['duplicates/Mühle.why.txt', 'duplicates/Mühle/Besser.zip']]);
});

it('a track that an album lacks joins it, and the list says so', async () => {
  await upload(tracks(0, '1/3', '3/3'));
  const { album } = await upload(tracks(200, '2/3'));
  expect([album.oid, album.tracks.map(({ track_title: title }) => title)]).toEqual([
    920,
    ['Gang 1/3', 'Gang 2/3', 'Gang 3/3'],
  ]);
  const told = shop.arrivals.slice(1);
  expect(told).toMatchObject([{ way: 'upload', end: 'joined', oids: [920], tracks: [album.tracks[1]?.id] }]);
  expect(told[0]?.reasons?.map(String).join()).toContain('“Gang 2/3” belongs to “Mühle”');
});

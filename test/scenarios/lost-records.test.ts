/** The records of a library that are spoiled or lost, on the real program. */
import { afterAll, afterEach, beforeEach, expect, it } from '@jest/globals';
import { copyFile, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { AlbumView } from '../../workers/library/types.js';
import { Sandbox, type Ended } from '../daemon/cli/program.js';
import { acquireLock } from '../../workers/base/files/lock.js';
import { mp3 } from '../fixtures/mp3.js';
import { temporaryFolders } from '../support/folder.js';
import { startProgram, type RunningDaemon } from './daemon-process.js';
import { until } from '../support/patience.js';

const folder = temporaryFolders();
let home: string;
let library: string;
let daemon: RunningDaemon;
const sandbox = new Sandbox();

/** Three albums, with titles, an order and numbers that no tag knows. */
beforeEach(async () => {
  home = await folder();
  library = join(home, 'library');
  daemon = await startProgram(home);
  for (const album of ['Eins', 'Zwei', 'Drei']) {
    await mkdir(join(home, 'in', album), { recursive: true });
    for (let n = 1; n <= 3; n++) {
      const tags = { TIT2: `${album} ${n}`, TALB: album, TRCK: `${n}` };
      await writeFile(join(home, 'in', album, `${n}.mp3`), await mp3({ frames: 40, offset: n * 40, tags }));
    }
    await copyTo(join(home, 'in', album), join(daemon.inbox, album));
    await until(`the album ${album}`, async () => (await daemon.albums()).some((one) => one.album_title === album));
  }
  const eins = (await daemon.albums()).find((one) => one.album_title === 'Eins');
  const tracks = (eins?.tracks ?? []).map(({ id }, at) => ({ id, track_number: 3 - at, track_title: `Neu ${at}` }));
  await edit({ uid: String(eins?.oid), oid: '77', album_title: 'Umbenannt', tracks: JSON.stringify(tracks) });
  await allBuilt();
});
afterEach(() => daemon.kill());
afterAll(() => sandbox.clear());

const copyTo = async (from: string, to: string): Promise<void> => {
  await mkdir(to, { recursive: true });
  for (const name of await readdir(from)) await copyFile(join(from, name), join(to, name));
};
const edit = async (fields: Record<string, string>): Promise<void> => {
  const answer = await daemon.post('/library', { action: 'update', ...fields });
  expect([answer.status, await answer.text()]).toEqual([200, expect.any(String)]);
};
const allBuilt = async (): Promise<void> =>
  void (await until('all files', async () => (await daemon.albums()).every(({ gme_state }) => gme_state === 'ready')));
const known = ({ oid, album_title, tracks }: AlbumView): unknown => [
  oid,
  album_title,
  tracks.map(({ id, track_title, filename }) => [id, track_title, filename]),
];
const facts = async (): Promise<unknown> => (await daemon.albums()).map(known);
const tonstift = (...words: string[]): Promise<Ended> => sandbox.run([...words, '--home', home]);
const spoil = async (how: 'empty' | 'gone'): Promise<void> => {
  await rm(join(library, 'backups'), { recursive: true, force: true });
  for (const name of ['library.json', 'library.json.bak'])
    await (how === 'gone' ? rm(join(library, name)) : writeFile(join(library, name), ''));
};

it('a bit that has turned over costs nothing, the last edit included', async () => {
  const before = await facts();
  await daemon.kill();
  const path = join(library, 'library.json');
  const bytes = await readFile(path);
  const at = bytes.indexOf('Umbenannt');
  bytes[at] = (bytes[at] ?? 0) ^ 1;
  await writeFile(path, bytes);
  expect(await tonstift('library', 'check')).toMatchObject({
    code: 1,
    stdout: expect.stringContaining('library.json was changed after it was written') as unknown,
  });
  daemon = await startProgram(home);
  expect(await facts()).toEqual(before);
});

it.each(['empty', 'gone'] as const)(
  'all records are %s: they come back from the folders, and the same files for the pen',
  async (how) => {
    const before = await facts();
    await daemon.kill();
    await spoil(how);
    daemon = await startProgram(home);
    expect(await facts()).toEqual(before);
    await allBuilt();
    await daemon.stop();
    expect(await tonstift('library', 'check', 'all')).toMatchObject({ code: 0, stderr: '' });
  },
);

it('without records and mark it is rebuilt, by tags where no facts are', async () => {
  const before = (await daemon.albums()).filter((one) => one.album_title !== 'Drei').map(known);
  await daemon.stop();
  await spoil('gone');
  await rm(join(library, 'library.id'));
  await rm(join(home, 'libraries.json'), { force: true });
  const drei = (await readdir(join(library, 'albums'))).find((name) => name.startsWith('Drei'));
  await rm(join(library, 'albums', drei ?? '', 'album.json'));
  const { code, stdout } = await tonstift('library', 'rebuild');
  expect([code, stdout]).toEqual([0, expect.stringContaining('3 albums, 9 tracks')]);
  daemon = await startProgram(home);
  const after = await daemon.albums();
  const isDrei = ({ album_title }: AlbumView): boolean => album_title === 'Drei';
  expect(new Set(after.filter((one) => !isDrei(one)).map(known))).toEqual(new Set(before));
  expect(after.find(isDrei)?.tracks.map(({ track_title }) => track_title)).toEqual(['Drei 1', 'Drei 2', 'Drei 3']);
});

it('a library that another daemon has is not accepted, and what is known of its folder stays', async () => {
  await daemon.stop();
  const known = await readFile(join(home, 'libraries.json'), 'utf8');
  const lock = await acquireLock(join(library, 'library.lock'), { purpose: 'another daemon' });
  const both = [await tonstift('library', 'accept'), await tonstift('library', 'rebuild')];
  expect(both.map(({ code }) => code)).toEqual([75, 75]);
  expect(await readFile(join(home, 'libraries.json'), 'utf8')).toBe(known);
  await lock.release();
  expect(await tonstift('library', 'accept')).toMatchObject({ code: 0 });
});

it('a check of a home without a library says so', async () => {
  const other = join(home, 'other');
  expect(await sandbox.run(['library', 'check', '--home', other])).toMatchObject({
    code: 1,
    stdout: expect.stringContaining(`There is no library in ${join(other, 'library')}.`),
  });
});

it('a folder that somebody puts among the albums is shown, and a rebuild takes it in', async () => {
  await copyTo(join(home, 'in', 'Zwei'), join(library, 'albums', 'Von Hand'));
  expect(await daemon.json('/deleted')).toEqual({ success: true, deleted: [], orphans: ['Von Hand'] });
  expect(await tonstift('library', 'rebuild')).toMatchObject({ code: 75 });
  await daemon.stop();
  expect((await tonstift('library', 'check')).stdout).toContain('albums/Von Hand belongs to no album');
  expect((await tonstift('library', 'rebuild')).code).toBe(0);
  daemon = await startProgram(home);
  expect((await daemon.albums()).map(({ album_title }) => album_title).sort()).toEqual([
    'Drei',
    'Umbenannt',
    'Zwei',
    'Zwei',
  ]);
});

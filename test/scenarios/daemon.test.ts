/** The daemon as a whole: uploads, settings, stop and start. */
import { afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { AlbumView } from '../../workers/library/types.js';
import { mp3, mp3Frames } from '../fixtures/mp3.js';
import { temporaryFolders } from '../support/folder.js';
import { startProgram, type RunningDaemon } from './daemon-process.js';
import { until } from '../support/patience.js';

let daemon: RunningDaemon;
afterEach(async () => void (await daemon.stop()));
const folder = temporaryFolders();

beforeAll(async () => void (await mp3Frames()));
beforeEach(async () => void (daemon = await startProgram(await folder())));

async function upload(title: string, numbers: readonly number[]): Promise<{ album: AlbumView }> {
  const form = new FormData();
  for (const n of numbers)
    form.append(
      'files',
      new Blob([new Uint8Array(await mp3({ frames: 300, offset: n * 11, tags: { TALB: title, TRCK: String(n) } }))]),
      `${n}.mp3`,
    );
  const answer = await fetch(daemon.url, { method: 'POST', body: form });
  expect(answer.status).toBe(201);
  return (await answer.json()) as { album: AlbumView };
}

const allReady = (): Promise<AlbumView[]> =>
  until('the files for the pen', async () => {
    const albums = await daemon.albums();
    return albums.every((album) => album.gme_state === 'ready') && albums;
  });

it('makes two right albums of two uploads at the same time', async () => {
  const [a, b] = await Promise.all([upload('Eins', [1, 2, 3]), upload('Zwei', [4, 5])]);
  expect([a.album.album_title, a.album.num_tracks]).toEqual(['Eins', 3]);
  expect([b.album.album_title, b.album.num_tracks]).toEqual(['Zwei', 2]);
  expect(a.album.oid).not.toBe(b.album.oid);
});

it('answers create_gme when the file stands', async () => {
  const { album } = await upload('Eins', [1]);
  const body = (await (await daemon.post('/library', { action: 'make_gme', uid: String(album.oid) })).json()) as {
    album: AlbumView;
  };
  expect(body).toMatchObject({ success: true, action: 'create_gme', uid: album.oid, album: { gme_state: 'ready' } });
  await daemon.post('/library', { action: 'update', uid: '920', album_title: 'Neu', oid: '7' });
  const moved = (await (await daemon.post('/library', { action: 'create_gme', uid: '7' })).json()) as {
    album: AlbumView;
  };
  expect(moved.album).toMatchObject({ oid: 7, gme_state: 'ready', gme_file: '7_Neu.gme' });
  expect(await readdir(join(daemon.home, 'library/gme'))).toEqual(['7_Neu.gme']);
});

it('removes generated files and leaves it so until it is asked', async () => {
  await upload('Eins', [1]);
  await allReady();
  const cleaned = (await (await daemon.post('/library', { action: 'cleanup', uid: '920' })).json()) as {
    album: AlbumView;
  };
  expect(cleaned.album.gme_state).toBe('missing');
  expect(await readdir(join(daemon.home, 'library/gme'))).toEqual([]);
  expect((await fetch(`${daemon.url}/download_gme/920`)).status).toBe(404);
  await daemon.post('/library', { action: 'create_gme', uid: '920' });
  expect((await fetch(`${daemon.url}/download_gme/920`)).status).toBe(200);
});

it('deletes an album with all its files, also while it is built', async () => {
  for (let n = 1; n <= 5; n++) {
    const { album } = await upload('Eins', [n, n + 1]);
    const answer = await daemon.post('/library', { action: 'delete', uid: String(album.oid) });
    expect(answer.status).toBe(200);
  }
  expect(await daemon.albums()).toEqual([]);
  for (const place of ['albums', 'gme', 'staging/uploads'])
    expect(await readdir(join(daemon.home, 'library', place))).toEqual([]);
});

describe('settings', () => {
  it('rebuild in another format at once', async () => {
    await upload('Eins', [1]);
    await allReady();
    const answer = await daemon.post('/config', { audio_format: 'ogg', pen_language: 'FRENCH' });
    expect(await answer.json()).toMatchObject({ success: true, config: { audio_format: 'ogg' }, needs_restart: [] });
    await until('the Ogg file', async () => {
      const [album] = await daemon.albums();
      const bytes =
        album?.gme_state === 'ready'
          ? Buffer.from(await (await fetch(`${daemon.url}/download_gme/920`)).arrayBuffer())
          : Buffer.alloc(0);
      return bytes.subarray(0x20, 0x80).includes('FRENCH');
    });
  });

  it('move the library, and go back where that fails', async () => {
    await upload('Eins', [1, 2]);
    await allReady();
    const target = join(daemon.home, 'elsewhere', 'music');
    expect((await daemon.post('/config', { library_path: target })).status).toBe(200);
    expect(existsSync(join(target, 'library.json'))).toBe(true);
    // The former folder is left to the user.
    expect(existsSync(join(daemon.home, 'library', 'library.json'))).toBe(true);
    expect((await fetch(`${daemon.url}/download_gme/920`)).status).toBe(200);
    await upload('Zwei', [3]);

    const strange = join(daemon.home, 'strange');
    await mkdir(strange);
    await writeFile(join(strange, 'thesis.doc'), 'x');
    const refused = await daemon.post('/config', { library_path: strange, audio_format: 'ogg' });
    expect([refused.status, ((await refused.json()) as { error: { fields: object } }).error.fields]).toEqual([
      400,
      { library_path: expect.any(String) as unknown },
    ]);
    expect(await readdir(strange)).toEqual(['thesis.doc']);
    expect(
      (
        (await (await fetch(`${daemon.url}/config`, { headers: { accept: 'application/json' } })).json()) as {
          config: object;
        }
      ).config,
    ).toMatchObject({ library_path: target, audio_format: 'mp3' });

    await daemon.stop();
    daemon = await startProgram(daemon.home);
    expect((await daemon.albums()).map((album) => album.album_title).sort()).toEqual(['Eins', 'Zwei']);
  });
});

describe('stop and start', () => {
  it('ends with 0, with an event stream open and an upload under way', async () => {
    await fetch(`${daemon.url}/events`);
    expect(await daemon.stop()).toBe(0);
  });

  it('refuses a second daemon in the same home, and is not stopped by the lock of a dead one', async () => {
    await expect(startProgram(daemon.home)).rejects.toThrow(/ended with 75[\s\S]*is in use/);
    await daemon.kill();
    daemon = await startProgram(daemon.home);
    expect(await daemon.albums()).toEqual([]);
  });

  it('builds after a start what is missing, and nothing else', async () => {
    await upload('Eins', [1]);
    await allReady();
    await daemon.stop();
    const gmes = join(daemon.home, 'library/gme');
    const [name] = await readdir(gmes);
    const before = await readFile(join(gmes, name ?? ''));
    daemon = await startProgram(daemon.home);
    await allReady();
    expect(daemon.output()).not.toContain('is ready for the pen');
    await daemon.stop();
    await rm(join(gmes, name ?? ''));
    daemon = await startProgram(daemon.home);
    await until('the same file again', async () => existsSync(join(gmes, name ?? '')));
    await allReady();
    expect(await readFile(join(gmes, name ?? ''))).toEqual(before);
  });
});

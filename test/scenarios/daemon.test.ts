/** The daemon as a whole: uploads, settings, stop and start. */
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { AlbumView } from '../../workers/library/types.js';
import { mp3 } from '../fixtures/mp3.js';
import { temporaryFolders } from '../support/folder.js';
import { startProgram, type RunningDaemon } from './daemon-process.js';
import { until } from '../support/patience.js';

let daemon: RunningDaemon;
afterEach(async () => void (await daemon.stop()));
const folder = temporaryFolders();

beforeEach(async () => void (daemon = await startProgram(await folder())));

async function upload(title: string, numbers: readonly number[]): Promise<void> {
  const files: Record<string, Buffer> = {};
  for (const n of numbers)
    files[`${n}.mp3`] = await mp3({ frames: 300, offset: n * 11, tags: { TALB: title, TRCK: String(n) } });
  await daemon.upload(files);
}

const allReady = (): Promise<AlbumView[]> =>
  until('the files for the pen', async () => {
    const albums = await daemon.albums();
    return albums.every((album) => album.gme_state === 'ready') && albums;
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
    expect(await daemon.json('/config')).toMatchObject({ config: { library_path: target, audio_format: 'mp3' } });

    const former = join(daemon.home, 'library');
    expect((await daemon.post('/config', { library_path: former })).status).toBe(400);
    expect(daemon.output()).toContain(`warn  library Cannot move the library to ${former}: `);

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

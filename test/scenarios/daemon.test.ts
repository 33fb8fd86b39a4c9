/** The daemon as a whole: uploads, settings, stop and start. */
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { existsSync } from 'node:fs';
import { readdir, readFile, rm } from 'node:fs/promises';
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
});

describe('stop and start', () => {
  it('ends with 0, with an event stream open', async () => {
    await fetch(`${daemon.url}/events`);
    expect(await daemon.stop()).toBe(0);
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

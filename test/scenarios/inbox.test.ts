/** What a parent does: drops things into the inbox of the real program. */
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { mkdir, rm, utimes, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { walk } from '../../workers/base/files/walk.js';
import type { AlbumView } from '../../workers/library/types.js';
import { mp3, type Mp3Options } from '../fixtures/mp3.js';
import { png } from '../fixtures/picture.js';
import { temporaryFolders } from '../support/folder.js';
import { startProgram, type RunningDaemon } from './daemon-process.js';
import { until } from '../support/patience.js';

let daemon: RunningDaemon;
// Before the folder is removed: hooks run in this order.
afterEach(async () => void (await daemon.stop()));
const folder = temporaryFolders();

beforeEach(async () => void (daemon = await startProgram(await folder())));

async function drop(path: string, content: Mp3Options | Buffer): Promise<void> {
  const target = join(daemon.inbox, path);
  await mkdir(dirname(target), { recursive: true });
  await writeFile(target, Buffer.isBuffer(content) ? content : await mp3(content));
}

const tagged = (n: number, album: string | null = 'Lieder'): Mp3Options => ({
  offset: n * 9,
  tags: { TIT2: `Lied ${n}`, TRCK: String(n), ...(album === null ? {} : { TALB: album }) },
});
const ready = (count: number): Promise<AlbumView[]> =>
  until(`${count} finished albums`, async () => {
    const albums = await daemon.albums();
    return albums.length === count && albums.every((album) => album.gme_state === 'ready') && albums;
  }).catch(async (error: unknown) => {
    throw new Error(`${String(error)}\n${JSON.stringify(await daemon.albums())}\n${daemon.output()}`);
  });
const titles = (album: AlbumView | undefined): string[] => album?.tracks.map((track) => track.track_title) ?? [];

describe('a folder in the inbox', () => {
  it('becomes an album with a file for the pen, and leaves the inbox', async () => {
    for (const n of [1, 2, 3]) await drop(`Mein Album/${n}.mp3`, tagged(n));
    await drop('Mein Album/cover.png', png(40, 40, [200, 30, 30]));
    const [album] = await ready(1);
    expect(album).toMatchObject({
      oid: 920,
      album_title: 'Lieder',
      num_tracks: 3,
      cover_image: '/images/920/cover.jpg',
    });
    const gme = await fetch(`${daemon.url}/download_gme/920`);
    expect(gme.status).toBe(200);
    expect((await gme.arrayBuffer()).byteLength).toBe(album?.gme_size);
    expect(await walk(join(daemon.inbox, 'Mein Album'))).toEqual([]);
  });

  it('is open for what comes late', async () => {
    await drop('CD/1.mp3', tagged(1));
    await drop('CD/3.mp3', tagged(3));
    await ready(1);
    await drop('CD/2.mp3', tagged(2));
    await drop('CD/front.png', png(9, 9, [1, 2, 3]));
    const album = await until('the late track', async () =>
      (await daemon.albums()).find((candidate) => candidate.num_tracks === 3 && candidate.cover_image !== null),
    ).catch(async (error: unknown) => {
      const albums = JSON.stringify(await daemon.albums());
      const logged = daemon.output().split('\n').slice(-40).join('\n');
      throw new Error(`${String(error)}\n${albums}\n${logged}`);
    });
    expect(titles(album)).toEqual(['Lied 1', 'Lied 2', 'Lied 3']);
    await ready(1);
  });

  it('may have any name', async () => {
    const names = ['Grüße & Töne', '日本語', '🎵', 'x'.repeat(200), 'it\'s "quoted" <b>'];
    for (const [n, name] of names.entries()) await drop(`${name}/${name.slice(0, 60)}.mp3`, tagged(n + 1, null));
    const albums = await ready(names.length);
    expect(albums.map((album) => album.album_title).sort()).toEqual([...names].sort());
  });
});

describe('a library changed by hand', () => {
  it('rebuilds when a track is replaced, added or removed, and only then', async () => {
    for (const n of [1, 2]) await drop(`CD/${n}.mp3`, tagged(n));
    const [album] = await ready(1);
    const etag = async (): Promise<string | null> =>
      (await fetch(`${daemon.url}/download_gme/920`, { method: 'HEAD' })).headers.get('etag');
    const first = await etag();
    const home = dirname(await trackPath(album));

    await utimes(join(home, '1.mp3'), new Date(), new Date());
    await writeFile(join(home, '2.mp3'), await mp3(tagged(7)));
    const second = await until('another file for the pen', async () => {
      const now = await etag();
      return now !== null && now !== first && now;
    });

    await writeFile(join(home, '3.mp3'), await mp3(tagged(3)));
    await until('three tracks', async () => (await daemon.albums())[0]?.num_tracks === 3);
    await rm(join(home, '1.mp3'));
    await until('two tracks', async () => (await daemon.albums())[0]?.num_tracks === 2);
    const [last] = await ready(1);
    expect(await etag()).not.toBe(second);
    expect(titles(last)).toEqual(['Lied 2', 'Lied 3']);
  });
});

async function trackPath(album: AlbumView | undefined): Promise<string> {
  const files = await walk(join(daemon.home, 'library/albums'));
  const name = album?.tracks[0]?.filename;
  return files.find((file) => file.relativePath.endsWith(`/${name}`))?.path ?? '';
}

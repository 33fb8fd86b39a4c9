/** Files in pieces, and the daemon killed in the middle of them. */
import { afterEach, expect, it } from '@jest/globals';
import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import type { AlbumView } from '../../workers/library/types.js';
import { unlessGone } from '../../workers/base/files/walk.js';
import { mp3 } from '../fixtures/mp3.js';
import { temporaryFolders } from '../support/folder.js';
import { startProgram, type RunningDaemon } from './daemon-process.js';
import { until } from '../support/patience.js';
import { isLong } from '../support/times.js';

const folder = temporaryFolders();
let daemon: RunningDaemon;
afterEach(() => daemon.stop());

const tus = { 'tus-resumable': '1.0.0' };
const ofBytes = { ...tus, 'content-type': 'application/offset+octet-stream' };
const uploads = (): Promise<string[]> =>
  readdir(join(daemon.home, 'library/staging/uploads')).catch(unlessGone<string[]>([]));

async function create(size: number): Promise<string> {
  const headers = { ...tus, 'upload-length': String(size) };
  const answer = await fetch(`${daemon.url}/uploads`, { method: 'POST', headers });
  expect(answer.status).toBe(201);
  return answer.headers.get('location') ?? '';
}

async function offsetOf(place: string): Promise<number> {
  const answer = await fetch(daemon.url + place, { method: 'HEAD', headers: tus });
  return answer.status === 200 ? Number(answer.headers.get('upload-offset')) : -answer.status;
}

async function patch(place: string, offset: number, bytes: Uint8Array): Promise<number> {
  const headers = { ...ofBytes, 'upload-offset': String(offset) };
  return (await fetch(daemon.url + place, { method: 'PATCH', headers, body: new Uint8Array(bytes) })).status;
}

async function add(places: readonly string[]): Promise<{ status: number; album: AlbumView }> {
  const named = places.map((place, n) => ({ id: place.replace('/uploads/', ''), path: `Buch/${n + 1}.mp3` }));
  const answer = await fetch(`${daemon.url}/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ uploads: named }),
  });
  return { status: answer.status, ...((await answer.json()) as { album: AlbumView }) };
}

/** Sends a part of a piece, and leaves it at that. */
function begin(place: string, offset: number, length: number, bytes: Uint8Array): void {
  const { port } = new URL(daemon.url);
  const socket = connect(Number(port), '127.0.0.1').on('error', () => undefined);
  socket.write(
    `PATCH ${place} HTTP/1.1\r\nHost: localhost\r\nTus-Resumable: 1.0.0\r\nUpload-Offset: ${offset}\r\n` +
      `Content-Type: application/offset+octet-stream\r\nContent-Length: ${length}\r\n\r\n`,
  );
  socket.write(bytes);
}

it('goes on where it was after kills, byte for byte', async () => {
  const home = await folder();
  daemon = await startProgram(home);
  // An upload in one body leaves nothing behind, and takes nothing away.
  await mkdir(join(home, 'library/staging/uploads/http-old'), { recursive: true });
  await writeFile(join(home, 'library/staging/uploads/http-old/1'), 'x');
  await utimes(join(home, 'library/staging/uploads/http-old'), 1, 1);
  const sound = await mp3({ frames: 6000, offset: 3, tags: { TALB: 'Buch', TIT2: 'Eins' } });
  const place = await create(sound.length);
  let at = 0;
  for (const share of [0.3, 0.6, 0.8]) {
    const to = Math.floor(sound.length * share);
    begin(place, at, sound.length - at, sound.subarray(at, to));
    const before = at;
    await until('some bytes', async () => (await offsetOf(place)) > before);
    await daemon.kill();
    daemon = await startProgram(home);
    const there = await offsetOf(place);
    expect([there > at, there <= to]).toEqual([true, true]);
    at = there;
  }
  expect((await uploads()).filter((name) => name.startsWith('http-'))).toEqual([]);
  expect(await patch(place, at - 1, sound.subarray(at))).toBe(409);
  expect(await patch(place, at, sound.subarray(at))).toBe(204);
  const { status, album } = await add([place]);
  expect([status, album.album_title, album.num_tracks]).toEqual([201, 'Buch', 1]);
  const track = await fetch(`${daemon.url}/library/${album.oid}/tracks/${album.tracks[0]?.id}`);
  expect(Buffer.from(await track.arrayBuffer()).equals(sound)).toBe(true);
  expect(await uploads()).toEqual([]);
});

it('makes one album, whenever the daemon is killed while it takes it in', async () => {
  for (const ms of isLong ? [0, 15, 40, 80, 150] : [0, 40]) {
    const home = await folder();
    daemon = await startProgram(home);
    const places: string[] = [];
    for (let n = 1; n <= 5; n++) {
      const sound = await mp3({
        frames: 3000,
        offset: n * 50,
        tags: { TALB: 'Buch', TIT2: `Lied ${n}`, TRCK: String(n) },
      });
      const place = await create(sound.length);
      expect(await patch(place, 0, sound)).toBe(204);
      places.push(place);
    }
    const cutOff = add(places).catch(() => undefined);
    await new Promise((resolve) => setTimeout(resolve, ms));
    await daemon.kill();
    await cutOff;
    daemon = await startProgram(home);
    const { status, album } = await add(places);
    expect([ms, status, album.num_tracks]).toEqual([ms, 201, 5]);
    const albums = await daemon.albums();
    expect([ms, albums.map(({ album_title: title }) => title)]).toEqual([ms, ['Buch']]);
    expect((await add(places)).album.oid).toBe(album.oid);
    await daemon.stop();
  }
});

it('forgets at a start what has expired, and nothing else', async () => {
  const home = await folder();
  daemon = await startProgram(home);
  const [old, fresh] = [await create(10), await create(10)];
  await daemon.kill();
  const path = join(home, 'library/staging/uploads', old.replace('/uploads/', 'parcel-'));
  const yesterday = Date.now() / 1000 - 25 * 3600;
  await utimes(path, yesterday, yesterday);
  daemon = await startProgram(home);
  await until('the old one to be gone', async () => (await uploads()).length === 2);
  expect([await offsetOf(old), await offsetOf(fresh)]).toEqual([-404, 0]);
});

it('makes no folder for uploads before there are any', async () => {
  daemon = await startProgram(await folder());
  expect(await offsetOf(`/uploads/${'0'.repeat(32)}`)).toBe(-404);
  expect(await readdir(join(daemon.home, 'library/staging')).catch(unlessGone<string[]>([]))).toEqual([]);
});

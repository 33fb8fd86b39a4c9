/**
 * What a web page elsewhere, a careless client or a hostile file may try:
 * refused with the right status, nothing touched.
 */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { request, type IncomingHttpHeaders } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deflateSync } from 'node:zlib';
import { walk } from '../../workers/base/files/walk.js';
import { mp3, mp3Frames } from '../fixtures/mp3.js';
import { png } from '../fixtures/picture.js';
import { startProgram, type RunningDaemon } from './daemon-process.js';
import { until } from '../support/patience.js';

let daemon: RunningDaemon;
let home: string;

interface Failure {
  success: boolean;
  error: { code: string; message: string; fields?: Record<string, string> };
}

beforeAll(async () => {
  await mp3Frames();
  home = await mkdtemp(join(tmpdir(), 'tonstift-test-'));
  daemon = await startProgram(home, ['--max-upload-mb', '2']);
  const answer = await upload({ 'one.mp3': await mp3({ offset: 1, tags: { TALB: 'Album' } }) });
  expect(answer.status).toBe(201);
  await until('the file for the pen', async () => (await daemon.albums())[0]?.gme_state === 'ready');
});
afterAll(async () => {
  await daemon.stop();
  await rm(home, { recursive: true, force: true });
});

function upload(
  files: Record<string, Buffer>,
  cover?: { name: string; bytes: Buffer },
  headers: Record<string, string> = {},
): Promise<Response> {
  const form = new FormData();
  for (const [name, bytes] of Object.entries(files)) form.append('files', new Blob([new Uint8Array(bytes)]), name);
  if (cover !== undefined) form.append('cover', new Blob([new Uint8Array(cover.bytes)]), cover.name);
  return fetch(daemon.url, { method: 'POST', body: form, headers });
}

/** Every file of the home but the log, with its content; and the library as the interface shows it. */
async function everything(): Promise<unknown> {
  const files = (await walk(daemon.home)).filter(
    (file) => !file.relativePath.startsWith('logs/') && !file.relativePath.endsWith('.lock'),
  );
  const contents = await Promise.all(
    files.map(async (file) => [file.relativePath, (await readFile(file.path)).toString('base64')] as const),
  );
  return { files: contents.sort(([a], [b]) => (a < b ? -1 : 1)), albums: await daemon.albums() };
}

async function refused(
  status: number | number[],
  code: string | RegExp,
  ask: () => Promise<Response>,
): Promise<Failure> {
  const before = await everything();
  const answer = await ask();
  const body = (await answer.json()) as Failure;
  expect([status].flat()).toContain(answer.status);
  expect(body.success).toBe(false);
  expect(body.error.code).toMatch(code);
  expect(body.error.message.length).toBeGreaterThan(10);
  expect(await everything()).toEqual(before);
  return body;
}

/** A request with any Host header, which fetch does not allow. */
function raw(
  path: string,
  headers: Record<string, string>,
  method = 'GET',
  body = '',
): Promise<{ status: number; headers: IncomingHttpHeaders; text: string }> {
  return new Promise((resolve, reject) => {
    const sent = request(daemon.url + path, { method, headers }, (answer) => {
      let text = '';
      answer.on('data', (chunk: Buffer) => (text += chunk.toString()));
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text }));
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

const act = (fields: Record<string, string>, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(`${daemon.url}/library`, { method: 'POST', body: new URLSearchParams(fields), headers });

describe('another web page', () => {
  it.each([
    [{ origin: 'https://evil.example' }],
    [{ origin: 'null' }],
    [{ 'sec-fetch-site': 'cross-site' }],
    [{ origin: 'http://127.0.0.1:1' }],
  ])('cannot post with %j', async (headers) => {
    await refused(403, 'forbidden_origin', () => act({ action: 'delete', uid: '920' }, headers));
    await refused(403, 'forbidden_origin', async () =>
      upload({ 'x.mp3': await mp3({ offset: 2 }) }, undefined, headers),
    );
  });

  it('cannot get in under another name', async () => {
    for (const host of ['evil.example', 'evil.example:10020', '127.0.0.1.evil.example', 'localhost.evil.example']) {
      const answer = await raw('/library', { host, accept: 'application/json' });
      expect(answer.status).toBe(403);
      expect(answer.text).not.toContain('Album');
    }
    expect((await raw('/library', { host: 'LOCALHOST.', accept: 'application/json' })).status).toBe(200);
  });
});

describe('wrong fields', () => {
  it.each(['-5', '0', '1000', '70000', '1e3', '920abc', '../920', '', '9'.repeat(400), ' 920 x', '<script>'])(
    'uid %j',
    async (uid) => {
      await refused([400, 404], /bad_field|album_not_found/, () => act({ action: 'delete', uid }));
    },
  );

  it.each(['-5', '0', '993', '1000', '70000', 'x', '9.5'])('a new OID of %j', async (oid) => {
    const { error } = await refused(400, 'bad_field', () => act({ action: 'update', uid: '920', oid }));
    expect(error.fields).toHaveProperty('oid');
  });

  it.each(['path', 'filename', 'folder', 'gme', '__proto__', 'constructor'])('a field %j in update', async (name) => {
    const { error } = await refused(400, 'bad_field', () =>
      act({ action: 'update', uid: '920', [name]: '../../etc', album_title: 'x' }),
    );
    expect(error.message).toContain(name);
  });

  it('a path in a track', async () => {
    await refused(400, 'bad_field', () =>
      act({ action: 'update', uid: '920', tracks: JSON.stringify([{ id: 1, filename: '../../x' }]) }),
    );
    await refused(400, 'bad_field', () => act({ action: 'update', uid: '920', tracks: '[{"id":1' }));
  });

  it('an unknown action, with the known ones named', async () => {
    const { error } = await refused(400, 'unknown_action', () => act({ action: '../delete', uid: '920' }));
    expect(error.message).toContain('create_gme');
  });

  it('10,000 of them', async () => {
    const many = Object.fromEntries(Array.from({ length: 10_000 }, (_, n) => [`f${n}`, 'x']));
    await refused([400, 413], /bad_field|too_large/, () => act({ action: 'delete', uid: '920', ...many }));
    const form = new FormData();
    for (const [name, value] of Object.entries(many)) form.append(name, value);
    await refused([400, 413], /bad_field|too_large/, () =>
      fetch(`${daemon.url}/library`, { method: 'POST', body: form }),
    );
  });

  it('one of the configuration among right ones', async () => {
    const { error } = await refused(400, 'bad_field', () =>
      daemon.post('/config', { audio_format: 'ogg', port: 'many', inbox_settle_seconds: '-1', nonsense: '1' }),
    );
    expect(Object.keys(error.fields ?? {}).sort()).toEqual(['inbox_settle_seconds', 'nonsense', 'port']);
  });

  it('a configuration with which the next start would fail', async () => {
    await refused(400, 'bad_field', () => daemon.post('/config', { host: '0.0.0.0' }));
    await refused(400, 'bad_field', () => daemon.post('/config', { library_path: join(daemon.inbox, 'library') }));
    await refused(400, 'bad_field', () => daemon.post('/config', { library_path: join(daemon.home, 'logs') }));
  });
});

describe('uploads', () => {
  it('stay where they belong, whatever they are called', async () => {
    const sound = await mp3({ offset: 3 });
    const answer = await upload({
      '../../../../evil.mp3': sound,
      '/etc/cron.d/evil.mp3': await mp3({ offset: 4 }),
      '..\\..\\evil.mp3': await mp3({ offset: 5 }),
      'a\0b.mp3': await mp3({ offset: 6 }),
    });
    expect(answer.status).toBe(201);
    await until('its file for the pen', async () =>
      (await daemon.albums()).every((album) => album.gme_state === 'ready'),
    );
    const places = (await walk(daemon.home)).map((file) => file.relativePath).filter((path) => path.includes('evil'));
    expect(places.length).toBeGreaterThan(2);
    expect(places.every((path) => path.startsWith('library/albums/') && !path.includes('..'))).toBe(true);
  });

  it('over the limit are refused and leave nothing', async () => {
    await refused(413, 'too_large', () => upload({ 'big.mp3': Buffer.alloc(3_000_000, 1) }));
    expect(await readdir(join(daemon.home, 'library/staging/uploads'))).toEqual([]);
  });

  it('of nothing readable are refused with each reason', async () => {
    const { error } = await refused(422, 'unreadable_audio', () =>
      upload({ 'a.mp3': Buffer.from('noise'), 'b.mp3': Buffer.alloc(0) }),
    );
    expect(Object.keys(error.fields ?? {}).sort()).toEqual(['a.mp3', 'b.mp3']);
  });

  it('with HTML as cover are refused', async () => {
    const html = { name: 'cover.jpg', bytes: Buffer.from('<html><script>alert(1)</script></html>') };
    const sound = await mp3({ offset: 8 });
    await refused(400, 'bad_field', () => upload({ 'a.mp3': sound }, html));
    const form = new FormData();
    form.append('action', 'add_cover');
    form.append('uid', '920');
    form.append('cover', new Blob([new Uint8Array(html.bytes)]), html.name);
    await refused(400, 'bad_field', () => fetch(`${daemon.url}/library`, { method: 'POST', body: form }));
  });

  it('with a picture of 100 megapixels in 100 kB are refused', async () => {
    const bomb = pictureBomb(10_000, 10_000);
    expect(bomb.length).toBeLessThan(200_000);
    const sound = await mp3({ offset: 9 });
    await refused(400, 'bad_field', () => upload({ 'a.mp3': sound }, { name: 'cover.png', bytes: bomb }));
  });
});

it('a script in titles and names is text on every page', async () => {
  const script = '<script>alert("x")</script>';
  await act({ action: 'update', uid: '920', album_title: script, album_artist: `"><img src=x onerror=alert(1)>` });
  for (const path of [
    '/',
    '/library',
    '/logs',
    '/config',
    '/help',
    `/library?q=${encodeURIComponent(script)}`,
    `/nowhere/${encodeURIComponent(script)}`,
  ]) {
    const answer = await fetch(daemon.url + path, { headers: { accept: 'text/html' } });
    const text = await answer.text();
    expect(text).not.toContain('<script>alert');
    expect(text).not.toContain('<img src=x');
    expect(answer.headers.get('content-security-policy')).not.toMatch(/unsafe-inline/);
  }
});

it('paths that leave their folder find nothing', async () => {
  for (const path of [
    '/images/920/..%2f..%2flibrary.json',
    '/images/920/%2e%2e/library.json',
    '/images/../library.json',
    '/download_gme/..%2f920',
    '/download_gme/920%00',
    '/library/920/tracks/..%2f1',
    '/public/..%2fpackage.json',
  ]) {
    const answer = await raw(path, { host: new URL(daemon.url).host, accept: 'application/json' });
    expect([400, 404]).toContain(answer.status);
    expect(answer.text).not.toContain('"albums"');
  }
});

/** A PNG whose pixels are all alike, so that they pack a thousandfold. */
function pictureBomb(width: number, height: number): Buffer {
  const small = png(1, 1, [0, 0, 0]);
  const ihdr = Buffer.from(small.subarray(8, 33));
  ihdr.writeUInt32BE(width, 8);
  ihdr.writeUInt32BE(height, 12);
  ihdr[16] = 1;
  ihdr[17] = 0;
  const rows = deflateSync(Buffer.alloc((Math.ceil(width / 8) + 1) * height));
  const idat = Buffer.alloc(12 + rows.length);
  idat.writeUInt32BE(rows.length, 0);
  idat.write('IDAT', 4, 'latin1');
  rows.copy(idat, 8);
  return Buffer.concat([small.subarray(0, 8), ihdr, idat, small.subarray(small.length - 12)]);
}

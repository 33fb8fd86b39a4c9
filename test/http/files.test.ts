import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { rm } from 'node:fs/promises';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { loadAssets, publicFolder } from '../../http/response/assets.js';
import { browser, png, start, track } from './client.js';
import { forAllTests } from '../support/opened.js';

const running = forAllTests(start, (one) => one.stop());
let id: number;
beforeAll(async () => {
  await running.parts('/', [track('a.mp3', '0123456789'), { name: 'cover', filename: 'c.png', content: png }]);
  await running.form('/library', { action: 'update', uid: '920', album_title: 'Grüße „1" 2' });
  await running.form('/library', { action: 'create_gme', uid: '920' });
  id = running.services.albums.get(920).tracks[0]?.id ?? 0;
});

const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  running.ask(path, { method, headers });

describe('GET /download_gme', () => {
  it('sends the whole file under its name', async () => {
    const { status, headers, bytes } = await get('/download_gme/920', { accept: 'text/html' });
    expect(status).toBe(200);
    expect(bytes).toEqual(Buffer.from(Array.from({ length: 1000 }, (_, n) => (n + 920) % 256)));
    expect(headers).toMatchObject({
      'content-type': 'application/octet-stream',
      'content-length': '1000',
      'accept-ranges': 'bytes',
      etag: expect.stringMatching(/^"[0-9a-f]{16}"$/),
      'x-content-type-options': 'nosniff',
    });
    expect(headers['content-disposition']).toBe('attachment; filename="920_Gruesse-1-2.gme"');
    expect(headers['content-encoding']).toBeUndefined();
  });

  it('names the file in any script', async () => {
    const { albums } = running.services;
    const gmeFile = albums.gmeFile.bind(albums);
    albums.gmeFile = async (oid) => ({ ...(await gmeFile(oid)), downloadName: 'Grüße 日本.gme' });
    const { headers } = await get('/download_gme/920');
    albums.gmeFile = gmeFile;
    expect(headers['content-disposition']).toMatch(/^attachment; filename=".*"; filename\*=UTF-8''Gr%C3%BC%C3%9Fe/);
  });

  it('answers HEAD with the same headers and no body', async () => {
    const whole = await get('/download_gme/920');
    const head = await get('/download_gme/920', {}, 'HEAD');
    expect([head.status, head.bytes.length]).toEqual([200, 0]);
    for (const name of ['content-length', 'content-type', 'etag', 'content-disposition', 'accept-ranges'])
      expect([name, head.headers[name]]).toEqual([name, whole.headers[name]]);
  });

  it('sends ranges', async () => {
    const { bytes } = await get('/download_gme/920');
    const part = async (range: string) => {
      const answer = await get('/download_gme/920', { range });
      return [answer.status, answer.headers['content-range'], answer.headers['content-length'], answer.bytes];
    };
    expect(await part('bytes=0-0')).toEqual([206, 'bytes 0-0/1000', '1', bytes.subarray(0, 1)]);
    expect(await part('bytes=990-2000')).toEqual([206, 'bytes 990-999/1000', '10', bytes.subarray(990)]);
    expect(await part('bytes=-5')).toEqual([206, 'bytes 995-999/1000', '5', bytes.subarray(995)]);
    expect(await part('bytes=0-1,5-6')).toEqual([200, undefined, '1000', bytes]);
    expect(await part('nonsense')).toEqual([200, undefined, '1000', bytes]);
    const beyond = await get('/download_gme/920', { range: 'bytes=1000-' });
    expect([beyond.status, beyond.headers['content-range'], beyond.headers['content-disposition']]).toEqual([
      416,
      'bytes */1000',
      undefined,
    ]);
    expect(beyond.json()).toMatchObject({ error: { code: 'range_not_satisfiable' } });
  });

  it('knows its state', async () => {
    const etag = (await get('/download_gme/920')).headers.etag ?? '';
    for (const header of [etag, `W/${etag}`, `"x", ${etag}`, `W/"x" ,W/${etag}, "y"`, '*']) {
      const answer = await get('/download_gme/920', { 'if-none-match': header });
      expect([header, answer.status, answer.bytes.length, answer.headers.etag]).toEqual([header, 304, 0, etag]);
    }
    for (const header of ['"x"', '"x", W/"y"', etag.replaceAll('"', ''), '"*"'])
      expect([header, (await get('/download_gme/920', { 'if-none-match': header })).status]).toEqual([header, 200]);
    expect((await get('/download_gme/920', { range: 'bytes=0-0', 'if-range': etag })).status).toBe(206);
    for (const older of ['"x"', `W/${etag}`, 'Wed, 21 Oct 2015 07:28:00 GMT'])
      expect((await get('/download_gme/920', { range: 'bytes=0-0', 'if-range': older })).status).toBe(200);
  });

  it('gives nothing of another file to a client that goes on by If-Match', async () => {
    const etag = (await get('/download_gme/920')).headers.etag ?? '';
    for (const same of [etag, `"x", ${etag}`, `W/"a, b" ,${etag}`, '*', ' * ']) {
      const part = await get('/download_gme/920', { range: 'bytes=1-2', 'if-match': same });
      expect([same, part.status, part.bytes.length]).toEqual([same, 206, 2]);
    }
    for (const other of ['"x"', `W/${etag}`, 'nonsense', etag.replaceAll('"', ''), `"${etag}"`])
      for (const method of ['GET', 'HEAD']) {
        const answer = await get('/download_gme/920', { range: 'bytes=1-2', 'if-match': other }, method);
        expect([other, answer.status, answer.headers['content-range']]).toEqual([other, 412, undefined]);
      }
    expect((await get('/download_gme/920', { 'if-match': '"x"', 'if-none-match': etag })).json()).toMatchObject({
      error: { code: 'precondition_failed' },
    });
  });

  it('says what is missing', async () => {
    await running.parts('/', [track('b.mp3')]);
    expect((await get('/download_gme/921')).json()).toMatchObject({ error: { code: 'gme_missing' } });
    const missing = ['921', '999', '0', '1000', '-5', '0920', '920.0', '9'.repeat(30), '920abc', '..%2f920', ''];
    for (const path of missing) expect([path, (await get(`/download_gme/${path}`)).status]).toEqual([path, 404]);
    const page = await get('/download_gme/921', browser);
    expect([page.status, page.headers['content-type']]).toEqual([404, 'text/html; charset=utf-8']);
  });

  it('survives a file that vanished under it', async () => {
    const gmeFile = running.services.albums.gmeFile.bind(running.services.albums);
    running.services.albums.gmeFile = async (oid) => {
      const file = await gmeFile(oid);
      await rm(file.path);
      return file;
    };
    expect((await get('/download_gme/920')).status).toBe(404);
    running.services.albums.gmeFile = gmeFile;
    await running.form('/library', { action: 'create_gme', uid: '920' });
  });

  it('leaves no file open', async () => {
    const open = (): number => readdirSync('/proc/self/fd').length;
    const before = open();
    for (let n = 0; n < 15; n += 1) {
      await get('/download_gme/920', { range: 'bytes=0-0' });
      await get('/download_gme/920', { range: 'bytes=5000-' });
      await get('/download_gme/920', {}, 'HEAD');
      await get('/download_gme/920', { 'if-none-match': '*' });
    }
    expect(open()).toBeLessThanOrEqual(before + 3);
  });
});

describe('covers and tracks', () => {
  it('are sent as what they are', async () => {
    const cover = await get('/images/920/cover.jpg');
    expect([cover.status, cover.headers['content-type'], cover.bytes]).toEqual([200, 'image/jpeg', png]);
    expect(cover.headers['cache-control']).toBe('private, no-cache');
    const tag = (cover.headers.etag ?? '').replaceAll('"', '');
    expect((await get(`/images/920/cover.jpg?v=${tag}`)).headers['cache-control']).toContain('immutable');
    const sound = await get(`/library/920/tracks/${id}`, { range: 'bytes=2-4' });
    expect([sound.status, sound.headers['content-type'], sound.text]).toEqual([206, 'audio/mpeg', '234']);
  });

  it('that could run in a browser are not', async () => {
    const coverFile = running.services.albums.coverFile.bind(running.services.albums);
    running.services.albums.coverFile = async (...names) => ({ ...(await coverFile(...names)), type: 'image/svg+xml' });
    expect((await get('/images/920/cover.jpg')).headers['content-type']).toBe('application/octet-stream');
    running.services.albums.coverFile = coverFile;
  });

  it.each([
    '/images/920/..%2f..%2flibrary.json',
    '/images/920/%2e%2e',
    '/images/920/..%5cx',
    '/images/920/x%00.png',
    '/images/920/',
    '/images/920',
    '/images/../etc/passwd',
    '/images/920/%E0%A4%A',
    '/images/999/cover.jpg',
    '/images/x/cover.jpg',
    '/library/920/tracks/9999',
    '/library/920/tracks/x',
    '/library/920/tracks/..%2f1',
    '/library/999/tracks/1',
  ])('%s is not there', async (path) => expect([400, 404]).toContain((await get(path)).status));
  it.each([
    '/images/0/cover.jpg',
    '/images/-5/cover.jpg',
    '/images/70000/cover.jpg',
    '/library/1000/tracks/1',
    '/library/920/tracks/0',
  ])('%s has a number that nothing has', async (path) => {
    const answer = await get(path);
    expect([answer.status, answer.json()]).toEqual([404, expect.objectContaining({ success: false })]);
  });
});

const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.includes('.'));

describe('assets', () => {
  it('may be kept for good under their hash', async () => {
    const page = await get('/');
    for (const [, path = ''] of page.text.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)) {
      const asset = await get(path);
      expect([path, asset.status, asset.headers['cache-control']]).toEqual([
        path,
        200,
        'public, max-age=31536000, immutable',
      ]);
      expect((await get(path, { 'if-none-match': asset.headers.etag ?? '' })).status).toBe(304);
    }
    expect((await get('/assets/style.css?v=old')).headers).toMatchObject({
      'cache-control': 'no-cache',
      'content-type': 'text/css; charset=utf-8',
    });
    expect((await get('/assets/live.js')).headers['content-type']).toMatch(/^(text|application)\/javascript/);
  });
  it.each([
    '/assets/',
    '/assets/../package.json',
    '/assets/..%2f..%2fpackage.json',
    '/assets/nothing.css',
    '/style.css',
    '/assets//etc/passwd',
  ])('%s is not there', async (path) => expect((await get(path)).status).toBe(404));
  it('are all there', () => {
    expect(() => loadAssets().path('nothing.css')).toThrow();
  });
  it('have one stylesheet of parts, each in it once', async () => {
    const { text } = await get('/assets/style.css');
    for (const name of filesIn(join(publicFolder, 'style')))
      expect([name, text.split(readFileSync(join(publicFolder, 'style', name), 'utf8')).length]).toEqual([name, 2]);
    expect(text).not.toContain('@import');
  });
  it('name nothing twice: whoever writes one for a page would change another', async () => {
    const rules = (await get('/assets/style.css')).text.replaceAll(/\/\*.*?\*\//gs, '');
    const selectors = [...rules.matchAll(/^([^\s@{}][^{}]*)\{/gm)].map(([, selector = '']) => selector.trim());
    expect(selectors.length).toBeGreaterThan(100);
    expect(selectors.filter((selector, n) => selectors.indexOf(selector) !== n)).toEqual([]);
  });
  it('ask for nothing from elsewhere', async () => {
    for (const name of filesIn(publicFolder)) {
      const { text } = await get(`/assets/${name}`);
      const elsewhere = /(https?:)?\/\/(?!www\.w3\.org\/2000\/svg)[a-z0-9.-]+\.[a-z]{2,}|(?<!new )(?<![A-Za-z])url\(/i;
      expect([name, elsewhere.exec(text)?.[0], name === 'style.css' && text.includes('@import')]).toEqual([
        name,
        undefined,
        false,
      ]);
    }
  });
});

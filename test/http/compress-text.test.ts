/** What is compressed, what is not, and what is said of both. */
import { beforeAll, describe, expect, it } from '@jest/globals';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import Koa from 'koa';
import { compressText } from '../../http/response/compress-text.js';
import { httpServer } from '../../http/server.js';
import { png, start, track, type Answer } from './client.js';
import { forAllTests } from '../support/opened.js';
import { closeServer, portOf } from '../support/servers.js';

/** As Chromium sends it to this machine. */
const chromium = { 'accept-encoding': 'gzip, deflate, br, zstd' };
const json = { accept: 'application/json' };

const running = forAllTests(start, (one) => one.stop());
beforeAll(async () => {
  await running.parts('/', [
    ...Array.from({ length: 20 }, (_, n) => track(`${n}.mp3`, '0123456789'.repeat(1000))),
    { name: 'cover', filename: 'c.png', content: Buffer.concat([png, Buffer.alloc(10_000)]) },
  ]);
  const { albums, folder: root } = running.services;
  const path = join(root, 'large.gme');
  await writeFile(path, Buffer.alloc(100_000, 'gme'));
  const type = 'application/octet-stream';
  albums.gmeFile = () => Promise.resolve({ root, path, size: 100_000, etag: 'abc', type, downloadName: '920_A.gme' });
  const trackFile = albums.trackFile.bind(albums);
  albums.trackFile = async (oid, id) => ({ ...(await trackFile(oid, id)), ...(id === 2 && { type }) });
});

const get = (path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Answer> =>
  running.ask(path, { method, headers });

describe('what is text', () => {
  it.each([
    ['/config', {}],
    ['/library', json],
    ['/library', {}],
    ['/assets/style.css', {}],
    ['/assets/live.js', {}],
  ])('%s with %j is compressed for those who can read it, and says that it varies', async (path, accept) => {
    const plain = await get(path, accept);
    const squeezed = await get(path, { ...accept, ...chromium });
    expect(plain.headers['content-encoding']).toBeUndefined();
    expect(squeezed.headers['content-encoding']).toBe('br');
    expect(brotliDecompressSync(squeezed.bytes).toString().length).toBe(plain.text.length);
    expect(squeezed.bytes.length).toBeLessThan(plain.bytes.length);
    for (const { headers } of [plain, squeezed]) expect(headers.vary).toMatch(/accept-encoding/i);
    const old = await get(path, { ...accept, 'accept-encoding': 'gzip' });
    expect([old.headers['content-encoding'], gunzipSync(old.bytes).toString().length]).toEqual([
      'gzip',
      plain.text.length,
    ]);
  });

  it.each(['gzcoding: gzip;q=1.0, identity;q=0', 'identity;q=0', '*;q=0'])('is plain for %s', async (accepted) => {
    const { status, headers, text } = await get('/config', { 'accept-encoding': accepted });
    expect([status, headers['content-encoding'], text.includes('</html>')]).toEqual([200, undefined, true]);
    expect(headers.vary).toMatch(/accept-encoding/i);
  });

  it('says no length to HEAD that GET would not have', async () => {
    for (const path of ['/config', '/assets/style.css']) {
      const plain = await get(path);
      const head = await get(path, {}, 'HEAD');
      expect([path, head.status, head.headers['content-length']]).toEqual([path, 200, plain.headers['content-length']]);
      const squeezed = await get(path, chromium, 'HEAD');
      expect([path, squeezed.status, squeezed.headers['content-length']]).toEqual([path, 200, undefined]);
      expect(squeezed.headers).toMatchObject({ 'content-type': head.headers['content-type'] });
      for (const { headers } of [head, squeezed]) expect(headers.vary).toMatch(/accept-encoding/i);
    }
  });

  it('is sent as it is where it is small', async () => {
    const small = await get('/healthz', chromium);
    expect(small.json()).toEqual({ status: 'ok' });
    const head = await get('/healthz', chromium, 'HEAD');
    for (const { headers } of [small, head]) {
      expect(headers).toMatchObject({ 'content-length': String(small.bytes.length), vary: 'Accept-Encoding' });
      expect(headers['content-encoding']).toBeUndefined();
    }
  });

  it('has a weak tag for all its codings, also where it is not sent again', async () => {
    for (const headers of [{}, chromium]) {
      const { etag = '' } = (await get('/assets/style.css', headers)).headers;
      expect(etag).toMatch(/^W\/"\w+"$/);
      const again = await get('/assets/style.css', { ...headers, 'if-none-match': etag });
      expect([again.status, again.headers.etag]).toEqual([304, etag]);
      expect(again.headers.vary).toMatch(/accept-encoding/i);
    }
  });
});

describe('what is none', () => {
  it.each([
    ['the file for the pen', '/download_gme/920'],
    ['sound', '/library/920/tracks/1'],
    ['sound of a kind that nobody knows', '/library/920/tracks/2'],
    ['a cover', '/images/920/cover.jpg'],
    ['a small pattern', '/images/920-24-1200-2.png'],
  ])('%s goes as it is, with its length', async (_, path) => {
    const plain = await get(path);
    const answer = await get(path, chromium);
    expect(answer.status).toBe(200);
    expect(answer.bytes).toEqual(plain.bytes);
    expect(answer.headers).toMatchObject({ etag: plain.headers.etag, 'content-length': String(plain.bytes.length) });
    expect([answer.headers['content-encoding'], answer.headers.vary]).toEqual([undefined, undefined]);
    expect(answer.headers.etag).toMatch(/^"\w+"$/);
    const head = await get(path, chromium, 'HEAD');
    expect(head.headers).toMatchObject({ etag: plain.headers.etag, 'content-length': String(plain.bytes.length) });
    const again = await get(path, { ...chromium, 'if-none-match': answer.headers.etag ?? '' });
    expect([again.status, again.headers.etag]).toEqual([304, answer.headers.etag]);
  });

  it.each(['/pdf?oids=920', '/download_oid_images', '/download_oid_images?format=pdf', '/images/920-500-600-1.png'])(
    '%s, which is made while it is sent, is not compressed',
    async (path) => {
      const answer = await get(path, chromium);
      expect(answer.status).toBe(200);
      expect(answer.headers['content-encoding']).toBeUndefined();
      expect(answer.headers.vary ?? '').not.toMatch(/accept-encoding/i);
    },
  );
});

describe('a body that breaks off', () => {
  it('breaks off for the client, too', async () => {
    const app = new Koa();
    app.silent = true;
    app.use(compressText());
    app.use((ctx) => {
      ctx.type = 'text/plain';
      ctx.body = Readable.from(
        (function* () {
          yield 'a'.repeat(100_000);
          throw new Error('The disk is gone.');
        })(),
      );
    });
    const server = httpServer(app);
    const port = await portOf(server);
    await expect(
      fetch(`http://127.0.0.1:${port}/`, { headers: { 'accept-encoding': 'gzip' } }).then((answer) => answer.text()),
    ).rejects.toThrow();
    await closeServer(server);
  });
});

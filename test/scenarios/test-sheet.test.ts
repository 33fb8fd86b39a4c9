/** The test sheet of the real program: its files, and clients that do not wait for them. */
import { beforeAll, expect, it } from '@jest/globals';
import { connect } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { fromBufferPromise } from 'yauzl';
import { readGme } from '../../workers/gme/read.js';
import { bytesSource } from '../../workers/gme/source.js';
import { combinations } from '../../workers/print/test-sheet/fields.js';
import { mp3 } from '../fixtures/mp3.js';
import { readPng } from '../support/print/bitmap-files.js';
import { findFields } from '../support/print/find-dots.js';
import { programForSuite } from './daemon-process.js';

const daemon = programForSuite();
beforeAll(async () => void (await daemon.upload({ '1.mp3': await mp3({ frames: 3, tags: { TALB: 'Eins' } }) })));

const get = (path: string, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(daemon.url + path, { headers });
const bytesOf = async (answer: Response): Promise<Buffer> => Buffer.from(await answer.arrayBuffer());

it('comes as a ZIP, or as what is asked for', async () => {
  const zip = await get('/download_oid_images');
  expect([zip.status, zip.headers.get('content-type')]).toEqual([200, 'application/zip']);
  const unpacked = await fromBufferPromise(await bytesOf(zip), { lazyEntries: true });
  const files = new Map<string, Buffer>();
  for await (const entry of unpacked.eachEntry())
    files.set(entry.fileName, await buffer(await unpacked.openReadStreamPromise(entry)));
  expect([...files.keys()]).toEqual(['test-sheet.pdf', 'test-sheet.png', 'test-sheet.gme']);
  expect(readGme(bytesSource(files.get('test-sheet.gme') ?? Buffer.alloc(0))).productId).toBe(993);
  for (const [kind, type, start] of [
    ['pdf', 'application/pdf', '%PDF-'],
    ['png', 'image/png', '\x89PNG'],
  ] as const) {
    for (const answer of [
      await get(`/download_oid_images?format=${kind}`),
      await get('/download_oid_images', { accept: type }),
    ]) {
      expect(answer.headers.get('content-type')).toBe(type);
      expect((await bytesOf(answer)).subarray(0, start.length).toString('latin1')).toBe(start);
    }
  }
  const browser = await get('/download_oid_images', { accept: 'text/html,application/xhtml+xml,image/png,*/*;q=0.8' });
  expect(browser.headers.get('content-type')).toBe('application/zip');
  await browser.arrayBuffer();
});

it.each(['A4', 'A5', 'Letter'])('has its fields in the picture too, on %s', async (page_size) => {
  await daemon.post('/print', { action: 'save_config', page_size });
  const picture = readPng(await bytesOf(await get('/download_oid_images?format=png')));
  const found = findFields(picture, { dpi: 1200 }).filter(({ intact }) => intact);
  const expected = combinations
    .filter(({ dpi }) => dpi === 1200)
    .flatMap(({ code, dotSize }) => [
      { code: 993, dotSize },
      { code, dotSize },
    ]);
  expect(found.map(({ code, dotSize }) => ({ code, dotSize }))).toEqual(expected);
});

it('does not fall ill from clients that leave at once', async () => {
  const paths = ['/download_oid_images', '/download_oid_images?format=png', '/pdf?preset=cd', '/print'];
  await Promise.all(
    Array.from(
      { length: 120 },
      (_, n) =>
        new Promise<void>((resolve) => {
          const socket = connect(Number(new URL(daemon.url).port), '127.0.0.1', () => {
            socket.write(`GET ${paths[n % paths.length]} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n`, () =>
              setImmediate(() => socket.destroy()),
            );
          });
          socket.on('error', () => undefined).on('close', () => resolve());
        }),
    ),
  );
  expect((await bytesOf(await get('/pdf?oids=920'))).toString('latin1').trimEnd().slice(-5)).toBe('%%EOF');
  expect(daemon.process.exitCode).toBe(null);
  expect(daemon.output()).not.toMatch(/ error /);
});

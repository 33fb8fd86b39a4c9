/** A foreign web page and a careless client attack the real program. test/http tests each refusal. */
import { beforeAll, expect, it } from '@jest/globals';
import { readFile } from 'node:fs/promises';
import { request } from 'node:http';
import { walk } from '../../workers/base/files/walk.js';
import { mp3 } from '../fixtures/mp3.js';
import { programForSuite, uploadForm } from './daemon-process.js';
import { until } from '../support/patience.js';

const daemon = programForSuite();
const allReady = (): Promise<boolean> =>
  until('the files for the pen', async () =>
    (await daemon.albums()).every(({ gme_state: state }) => state === 'ready'),
  );

beforeAll(async () => {
  await daemon.upload({ 'one.mp3': await mp3({ offset: 1, tags: { TALB: 'Album' } }) });
  await allReady();
});

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

it('another web page cannot post, and nothing is touched', async () => {
  const before = await everything();
  const headers = { origin: 'https://evil.example' };
  const deletion = new URLSearchParams({ action: 'delete', uid: '920' });
  const upload = uploadForm({ 'x.mp3': await mp3({ offset: 2 }) });
  for (const [path, body] of [
    ['/library', deletion],
    ['/', upload],
  ] as const) {
    const answer = await fetch(daemon.url + path, { method: 'POST', body, headers });
    expect([answer.status, await answer.json()]).toMatchObject([403, { error: { code: 'forbidden_origin' } }]);
  }
  expect(await everything()).toEqual(before);
});

it('another web page cannot get in under another name', async () => {
  // A request with any Host header, which fetch does not allow.
  const statusAs = (host: string): Promise<number | undefined> =>
    new Promise((resolve, reject) => {
      const sent = request(`${daemon.url}/library`, { headers: { host } }, (answer) => {
        answer.resume().on('end', () => resolve(answer.statusCode));
      });
      sent.on('error', reject).end();
    });
  expect([await statusAs('evil.example'), await statusAs('LOCALHOST.')]).toEqual([403, 200]);
});

it('uploads stay where they belong, whatever they are called', async () => {
  await daemon.upload({
    '../../../../evil.mp3': await mp3({ offset: 3 }),
    '/etc/cron.d/evil.mp3': await mp3({ offset: 4 }),
    '..\\..\\evil.mp3': await mp3({ offset: 5 }),
    'a\0b.mp3': await mp3({ offset: 6 }),
  });
  await allReady();
  const places = (await walk(daemon.home)).map((file) => file.relativePath).filter((path) => path.includes('evil'));
  expect(places.length).toBeGreaterThan(2);
  expect(places.every((path) => path.startsWith('library/albums/') && !path.includes('..'))).toBe(true);
});

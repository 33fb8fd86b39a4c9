/** Hostile files and expensive requests at once: the program goes on answering, and what hurts ends in `failed/`. */
import { beforeAll, expect, it } from '@jest/globals';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { mp3 } from '../fixtures/mp3.js';
import { jpegOf, pngOf, tiffBomb } from '../fixtures/hostile-pictures.js';
import { programForSuite, uploadForm } from './daemon-process.js';
import { until } from '../support/patience.js';
import { times as many } from '../support/times.js';

const daemon = programForSuite();

const bomb = tiffBomb(6000, 6000);
const large = pngOf(5000, 5000);
const photograph = jpegOf(4000, 3000);
const junk = many(800, 3000);
const nestedJson = `{"a":${'['.repeat(1_000_000)}`;
let sound: Buffer;
beforeAll(async () => void (sound = await mp3({ offset: 5 })));

const upload = async (cover: Buffer): Promise<number> =>
  (await fetch(daemon.url, { method: 'POST', body: uploadForm({ 'a.mp3': sound }, cover) })).status;
const nested = (): Promise<number> =>
  fetch(`${daemon.url}/config`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: nestedJson,
  }).then(({ status }) => status);
const pattern = (n: number): Promise<number> =>
  fetch(`${daemon.url}/images/${920 + (n % 50)}-${100 + n}-2400-2.png`).then(async (answer) => {
    await answer.arrayBuffer();
    return answer.status;
  });

it('answers all the while', async () => {
  let [answers, isOver] = [0, false];
  const watching = (async () => {
    for (; !isOver; answers++) await (await fetch(`${daemon.url}/healthz`)).text();
  })();
  const drop = (name: string, content: Buffer | string): Promise<void> => writeFile(join(daemon.inbox, name), content);
  await drop('one line.csv', 'a'.repeat(488_000));
  await drop('rows.csv', `title,year,conference\n${'a\n'.repeat(60_000)}`);
  await drop('nested.json', '['.repeat(1_000_000));
  await drop('quote.csv', `title,year,conference\n"${'a'.repeat(2_000_000)}`);
  for (let n = 0; n < junk; n++) await drop(`junk ${n}.dat`, 'junk');
  const asked = [
    ...Array.from({ length: 12 }, () => upload(bomb)),
    ...Array.from({ length: 3 }, () => upload(large)),
    upload(photograph),
    ...Array.from({ length: 50 }, nested),
    ...Array.from({ length: 150 }, (_, n) => pattern(n)),
  ];
  const statuses = await Promise.all(asked);
  await until(
    'the inbox to be empty',
    async () => (await readdir(daemon.inbox)).every((name) => ['failed', 'duplicates'].includes(name)),
    500,
  );
  isOver = true;
  await watching;
  expect(statuses.slice(0, 16)).toEqual([...Array<number>(12).fill(400), 201, 201, 201, 201]);
  expect(new Set(statuses.slice(16, 66))).toEqual(new Set([400]));
  // What does not get into the queue is sent away.
  for (const status of statuses.slice(66)) expect([200, 503]).toContain(status);
  const failed = await readdir(join(daemon.inbox, 'failed'));
  for (const name of ['one line.csv', 'rows.csv', 'nested.json', 'quote.csv', `junk ${junk - 1}.dat`])
    expect(failed).toContain(name);
  expect(await readFile(join(daemon.inbox, 'failed/nested.json.why.txt'), 'utf8')).toContain('bracket is missing');
  // Each of the hostile ones alone would keep all others waiting for seconds.
  expect(answers).toBeGreaterThan(100);
});

/** Loose files of the inbox are sorted by their tags. The test controls the clock, and when reading the tags ends. */
import { expect, it } from '@jest/globals';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { InboxReconciler } from '../../../daemon/inbox/reconciler.js';
import type { tagOf } from '../../../workers/import/match/together.js';
import { until } from '../../support/patience.js';
import { putMp3 } from '../../support/open-library.js';
import { inboxStage } from './stage.js';

const { shop, at, open } = inboxStage();
let running: InboxReconciler;
const atWork = (): string => join(shop.home, 'at-work.json');

type Look = (name: string, signal: AbortSignal | undefined) => Promise<string | null | undefined>;

function reconcilerWith(look: Look): InboxReconciler {
  const lookInto: typeof tagOf = ([file], signal) => look(file?.relativePath ?? '', signal);
  running = open({ atWork: atWork(), tagOf: lookInto });
  return running;
}

/** Ends by the signal alone. */
const never: Look = (_, signal) =>
  new Promise((_resolve, reject) => signal?.addEventListener('abort', () => reject(signal.reason as Error)));

/** Until something is so, half a second after the other; the inbox is looked at each time. */
const pass = (what: string, isSo: () => boolean | Promise<boolean>): Promise<unknown> =>
  until(what, async () => {
    running.wake();
    shop.clock.advance(500);
    return (await isSo()) && true;
  });
const titles = (): string =>
  shop.library.albums
    .map(({ album_title: title }) => title)
    .sort()
    .join();

it('block neither folders nor the stop while their tags are read', async () => {
  const looked: string[] = [];
  const reconciler = reconcilerWith((name, signal) => (looked.push(name), never(name, signal)));
  await mkdir(at('Early'));
  await putMp3(at('Early', '1.mp3'), { offset: 1 });
  for (const name of ['a.mp3', 'b.mp3']) await putMp3(at(name), { offset: 30 });
  await writeFile(at('notes.xyz'), 'no audio');
  await pass('the first album', () => titles() === 'Early');
  await pass('the other file', async () => !(await readdir(at())).includes('notes.xyz'));
  await mkdir(at('Late'));
  await putMp3(at('Late', '1.mp3'), { offset: 60 });
  await pass('the second album', () => titles() === 'Early,Late');
  expect(looked).toEqual(['a.mp3']);
  expect(
    reconciler
      .status()
      .arriving.map(({ name }) => name)
      .sort(),
  ).toEqual(['a.mp3', 'b.mp3']);
  await reconciler.stop();
  expect(JSON.parse(await readFile(atWork(), 'utf8'))).toEqual({ at_work: [], strikes: {} });
});

it('settle again if they change while their tags are read', async () => {
  const looks: { name: string; end: () => void }[] = [];
  reconcilerWith((name) => new Promise((resolve) => looks.push({ name, end: () => resolve('Sea') })));
  for (const name of ['a.mp3', 'b.mp3'])
    await putMp3(at(name), { offset: name === 'a.mp3' ? 1 : 30, tags: { TALB: 'Sea' } });
  await pass('a look', () => looks.length === 1);
  await putMp3(at('b.mp3'), { offset: 60, tags: { TALB: 'Sea' } });
  await writeFile(at('notes.xyz'), 'no audio');
  running.wake();
  await until('a scan', async () => running.status().arriving.some(({ name }) => name === 'notes.xyz') && true);
  looks[0]?.end();
  await pass('the first of the album', () => titles() === 'Sea');
  await pass('another look', () => looks.length === 2);
  looks[1]?.end();
  await pass('the rest of it', () => shop.library.albums[0]?.tracks.length === 2);
  expect(looks.map(({ name }) => name)).toEqual(['a.mp3', 'b.mp3']);
});

it('that crash the program are set aside at the third start, and the others are imported', async () => {
  for (const name of ['a.mp3', 'deadly.mp3', 'z.mp3']) await putMp3(at(name), { offset: name === 'a.mp3' ? 1 : 30 });
  const look: Look = (name, signal) =>
    name === 'deadly.mp3' ? never(name, signal) : Promise.resolve(name === 'a.mp3' ? 'Sea' : 'Wood');
  for (let start = 0; start < 2; start++) {
    let isDying = false;
    const reconciler = reconcilerWith((name, signal) => ((isDying ||= name === 'deadly.mp3'), look(name, signal)));
    await pass('the look', () => isDying);
    const note = await readFile(atWork(), 'utf8');
    await reconciler.stop();
    await writeFile(atWork(), note);
  }
  reconcilerWith(look);
  await pass('the albums', () => titles() === 'Sea,Wood');
  await pass('the file', async () => (await readdir(at('failed')).catch((): string[] => [])).includes('deadly.mp3'));
  expect(await readFile(at('failed', 'deadly.mp3.why.txt'), 'utf8')).toContain('crashed or got stuck twice in a row');
});

it('wait while the note of crash suspects cannot be written, which is logged once', async () => {
  await mkdir(atWork());
  const reconciler = reconcilerWith(() => Promise.resolve('Sea'));
  await putMp3(at('a.mp3'), { offset: 1 });
  const said = (): number => shop.logged.filter((line) => line.includes('Cannot sort the loose files')).length;
  await pass('the sentence', () => said() === 1);
  for (let look = 0; look < 5; look++) {
    reconciler.wake();
    await reconciler.idle();
  }
  expect([said(), titles()]).toEqual([1, '']);
});

/** Each step of a first run causes an event and survives a restart. The first album completes the first step. */
import { expect, it } from '@jest/globals';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createEvents } from '../../../../daemon/events.js';
import { FirstRun } from '../../../../daemon/features/first-run/first-run.js';
import type { AlbumView } from '../../../../workers/library/types.js';
import { silentLog } from '../../../../workers/base/ports.js';
import { until } from '../../../support/patience.js';
import { temporaryFolders } from '../../../support/folder.js';

const folder = temporaryFolders();
const sheetFile = () => ({ made: false, pens: [], trouble: null });
const begun = { due: true, ended: false, answered: false, aid: null };

async function home() {
  const path = join(await folder(), 'first-run.json');
  const events = createEvents();
  const library = { albums: 0 };
  const isEmpty = (): boolean => library.albums === 0;
  const open = (): Promise<FirstRun> => FirstRun.open({ path, isEmpty, sheetFile, events, log: silentLog });
  const arrive = (): void => {
    library.albums += 1;
    events.emit('album.added', { album: {} as AlbumView });
  };
  const told: unknown[] = [];
  events.subscribe(({ type, data }) => void (type === 'first-run.changed' && told.push(data)));
  return { path, library, open, arrive, told };
}

it('tells of each step, and of nothing where it stays as it is', async () => {
  const { open, told } = await home();
  const first = await open();
  expect(first.state()).toEqual({ ...begun, step: 'music' });
  await first.act('next', 'music');
  expect([first.state(), told]).toEqual([{ ...begun, step: 'pen' }, [{ ...begun, step: 'pen' }]]);
  await first.act('skip', 'pen');
  await first.act('next', 'music');
  expect([first.state(), told.length]).toEqual([{ ...begun, step: 'paper' }, 2]);
  await first.act('yes');
  const end = { due: false, step: 'answer', ended: true, answered: true, aid: null };
  expect([first.state(), told.at(-1)]).toEqual([end, end]);
});

it('is the same after a restart, done or skipped', async () => {
  const { path, open, library } = await home();
  await (await open()).act('next', 'music');
  expect((await open()).state()).toEqual({ ...begun, step: 'pen' });
  library.albums = 3;
  expect((await open()).state()).toEqual({ ...begun, step: 'pen' });
  await (await open()).act('later');
  expect((await open()).state()).toEqual({ ...begun, due: false, step: 'pen' });
  await (await open()).act('test_sheet');
  expect((await open()).state()).toEqual({ ...begun, step: 'answer', aid: 'test_sheet' });
  await (await open()).act('skip', 'answer');
  expect((await open()).state().due).toBe(false);
  library.albums = 0;
  expect((await open()).state().due).toBe(false);
  const ended = { step: 'answer', ended: true, answered: false, later: false, aid: null };
  expect(JSON.parse(await readFile(path, 'utf8'))).toEqual(ended);
});

it.each([
  ['music', false, { ...begun, step: 'music' }],
  ['paper', false, { ...begun, step: 'pen' }],
  ['pen', false, { ...begun, step: 'pen' }],
  ['paper', true, { ...begun, step: 'pen', due: false, ended: true }],
])('continues a former first run at %s (ended: %s)', async (step, ended, state) => {
  const { path, open } = await home();
  await writeFile(path, JSON.stringify({ step, ended }));
  expect((await open()).state()).toEqual(state);
});

it('takes the first album of an empty library for the first step, and no other', async () => {
  const { open, arrive } = await home();
  const first = await open();
  first.follow();
  arrive();
  arrive();
  await until('the step', async () => first.state().step === 'pen');
  expect(first.state()).toEqual({ ...begun, step: 'pen' });
});

it('is not begun by one more album of a library that has some', async () => {
  const { open, arrive, library } = await home();
  library.albums = 2;
  const first = await open();
  first.follow();
  arrive();
  await new Promise(setImmediate);
  expect(first.state()).toEqual({ ...begun, due: false, step: 'music' });
});

it('follows no more once that is ended', async () => {
  const { open, arrive } = await home();
  const first = await open();
  first.follow()();
  arrive();
  await new Promise(setImmediate);
  expect(first.state().step).toBe('music');
});

it.each(['{', '{"step": "tea", "ended": true}', '[]'])('begins again with a file that says %s', async (text) => {
  const { path, open } = await home();
  await writeFile(path, text);
  expect((await open()).state()).toEqual({ ...begun, step: 'music' });
});

it('stays as it was where it cannot be written', async () => {
  const { library } = await home();
  const parts = { path: '/proc/none/first-run.json', isEmpty: () => library.albums === 0, sheetFile };
  const first = await FirstRun.open({ ...parts, events: createEvents(), log: silentLog });
  await expect(first.act('skip', 'answer')).rejects.toThrow();
  expect(first.state().due).toBe(true);
});

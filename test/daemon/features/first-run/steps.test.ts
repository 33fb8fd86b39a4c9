/** The steps of a first run, and when they are shown. */
import { beforeEach, expect, it } from '@jest/globals';
import { join } from 'node:path';
import { createEvents } from '../../../../daemon/events.js';
import { FirstRun } from '../../../../daemon/features/first-run/first-run.js';
import { silentLog } from '../../../../workers/base/ports.js';
import { temporaryFolders } from '../../../support/folder.js';

const folder = temporaryFolders();
const begun = { due: true, ended: false, answered: false, aid: null };

let firstRun: FirstRun;
let isEmpty: boolean;
let told: unknown[];
beforeEach(async () => {
  [isEmpty, told] = [true, []];
  const events = createEvents();
  events.subscribe(({ type, data }) => void (type === 'first-run.changed' && told.push(data)));
  firstRun = await FirstRun.open({
    path: join(await folder(), 'first-run.json'),
    isEmpty: () => isEmpty,
    sheetFile: () => ({ made: false, pens: [], trouble: null }),
    events,
    log: silentLog,
  });
});

it('is due in an empty library, from the first step on', () => {
  expect(firstRun.state()).toEqual({ ...begun, step: 'music' });
  expect(firstRun.sheetFile()).toEqual({ made: false, pens: [], trouble: null });
});

it('goes on step by step, and ends with the answer of the sheet', async () => {
  await firstRun.act('next', 'music');
  expect([firstRun.state(), told.at(-1)]).toEqual([
    { ...begun, step: 'pen' },
    { ...begun, step: 'pen' },
  ]);
  await firstRun.act('skip', 'pen');
  expect(firstRun.state()).toEqual({ ...begun, step: 'paper' });
  await firstRun.act('next', 'music');
  expect(firstRun.state()).toEqual({ ...begun, step: 'paper' });
  expect(told).toHaveLength(2);
  await firstRun.act('next', 'paper');
  expect(firstRun.state()).toEqual({ ...begun, step: 'answer' });
  await firstRun.act('yes');
  const end = { due: false, step: 'answer', ended: true, answered: true, aid: null };
  expect([firstRun.state(), told.at(-1)]).toEqual([end, end]);
  await firstRun.act('next', 'music');
  expect(firstRun.state().due).toBe(false);
});

it('shows help for a silent sheet until a row played', async () => {
  await firstRun.act('no');
  expect(firstRun.state()).toEqual({ ...begun, step: 'answer', aid: 'reasons' });
  await firstRun.act('test_sheet');
  expect([firstRun.state(), told.at(-1)]).toEqual([
    { ...begun, step: 'answer', aid: 'test_sheet' },
    { ...begun, step: 'answer', aid: 'test_sheet' },
  ]);
  await firstRun.act('row');
  expect(firstRun.state()).toEqual({ ...begun, step: 'paper' });
});

it('is not due where there are albums, unless it was begun', async () => {
  isEmpty = false;
  expect(firstRun.state().due).toBe(false);
  isEmpty = true;
  expect(firstRun.state().due).toBe(true);
  await firstRun.act('next', 'music');
  isEmpty = false;
  expect(firstRun.state()).toEqual({ ...begun, step: 'pen' });
});

it('waits until someone continues', async () => {
  await firstRun.act('next', 'music');
  await firstRun.act('later');
  expect(firstRun.state()).toEqual({ ...begun, due: false, step: 'pen' });
  await firstRun.act('next', 'pen');
  expect(firstRun.state()).toEqual({ ...begun, step: 'paper' });
});

it('that was ended is never due again', async () => {
  await firstRun.act('skip', 'answer');
  expect(firstRun.state()).toMatchObject({ due: false, ended: true, answered: false });
  for (const empty of [false, true]) {
    isEmpty = empty;
    expect(firstRun.state().due).toBe(false);
  }
  await firstRun.act('no');
  expect(firstRun.state()).toMatchObject({ due: false, ended: true, aid: 'reasons' });
});

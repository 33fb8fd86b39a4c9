import { expect, it } from '@jest/globals';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { LastOrder } from '../../../daemon/print/last-order.js';
import { silentLog } from '../../../workers/base/ports.js';
import { temporaryFolders } from '../../support/folder.js';
import { testPrints } from '../../http/prints.js';
import { recordedLog } from '../../support/recorded-log.js';

const folder = temporaryFolders();
const path = async (): Promise<string> => join(await folder(), 'last-print.json');

it('outlives the program, the last one of many', async () => {
  const file = await path();
  const kept = await LastOrder.open(file, silentLog);
  expect(kept.get()).toBeNull();
  await Promise.all([1, 2, 3].map((oid) => kept.set({ oids: [oid], layout: { preset: 'cd' } })));
  expect((await LastOrder.open(file, silentLog)).get()).toEqual({ oids: [3], layout: { preset: 'cd' } });
});

it.each(['', 'null', '[]', '{"oids":[920]}', '{"oids":"920","layout":{}}', '{"oids":[1.5],"layout":{}}'])(
  'is none where the file is no order: %j',
  async (text) => {
    const file = await path();
    await writeFile(file, text);
    const { log, logged } = recordedLog('warn');
    expect([(await LastOrder.open(file, log)).get(), logged.length]).toEqual([null, 1]);
  },
);

it('is said where it cannot be kept, and the next one is', async () => {
  const file = await path();
  await mkdir(join(file, 'in the way'), { recursive: true });
  const { log, logged } = recordedLog('warn');
  const kept = await LastOrder.open(file, log);
  await kept.set({ oids: [1], layout: {} });
  expect([kept.get()?.oids, logged.length]).toEqual([[1], 2]);
  await rm(file, { recursive: true });
  await kept.set({ oids: [2], layout: {} });
  expect(JSON.parse(await readFile(file, 'utf8'))).toMatchObject({ oids: [2] });
});

it('of a layout that is none by now counts as none', async () => {
  const home = await folder();
  const kept = await LastOrder.open(join(home, 'last-print.json'), silentLog);
  await kept.set({ oids: [920], layout: { preset: 'tiles', colour: 'red' } });
  const find = (): never => {
    throw new Error('no album is looked at');
  };
  const first = await testPrints(home, find);
  expect(first.print.last()).toMatchObject({ oids: [920], layout: { preset: 'tiles', margin: 10 } });
  await first.stop();
  await kept.set({ oids: [920], layout: { preset: 'poster' } });
  const second = await testPrints(home, find);
  expect(second.print.last()).toBeNull();
  await second.stop();
  expect(await readdir(home)).toContain('last-print.json');
});

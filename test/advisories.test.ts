/** The list of known advisories is compared with the packages (test/package/advisories.mjs). */
import { expect, it } from '@jest/globals';
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { temporaryFolders } from './support/folder.js';

const folder = temporaryFolders();
const script = fileURLToPath(new URL('package/advisories.mjs', import.meta.url));

const advisory = {
  ...{ package: 'pen', id: 'GHSA-a', severity: 'high' },
  ranges: [
    { from: '0.0.0', below: '1.2.10' },
    { from: '2.0.0', below: '2.0.1' },
  ],
};

async function check(version: string, more: { dev?: true; accepted?: object[]; date?: string } = {}) {
  const at = await folder();
  const [lock, list] = [join(at, 'lock.json'), join(at, 'list.json')];
  const { dev, accepted = [], date = new Date().toISOString().slice(0, 10) } = more;
  writeFileSync(lock, JSON.stringify({ packages: { '': {}, 'node_modules/a/node_modules/pen': { version, dev } } }));
  writeFileSync(list, JSON.stringify({ date, accepted, advisories: [advisory] }));
  const { status, stdout } = spawnSync(process.execPath, [script, lock, list], { encoding: 'utf8' });
  return { status, stdout };
}

it.each([
  ['1.2.9', 1],
  ['1.2.10', 0],
  ['1.10.0', 0],
  ['2.0.0', 1],
  ['2.0.1', 0],
])('a package of version %s ends with %i', async (version, status) => {
  expect((await check(version)).status).toBe(status);
});

it('a package for development, an accepted advisory and an old list are named, and do not fail', async () => {
  expect(await check('1.0.0', { dev: true })).toMatchObject({
    status: 0,
    stdout: expect.stringMatching(/^Warning: pen/),
  });
  const accepted = [{ package: 'pen', id: 'GHSA-a', reason: 'It reads no file.' }];
  expect(await check('1.0.0', { accepted })).toMatchObject({ status: 0, stdout: expect.stringMatching(/It reads no/) });
  expect(await check('3.0.0', { date: '2020-01-01' })).toMatchObject({
    status: 0,
    stdout: expect.stringMatching(/days old/),
  });
});

it('no package that ships has a known advisory', () => {
  const { status, stdout } = spawnSync(process.execPath, [script], { encoding: 'utf8' });
  expect([status, stdout]).toEqual([0, expect.stringMatching(/packages were compared/)]);
});

/** The configuration file: changes at the same time, and a link that leads nowhere. */
import { beforeEach, expect, it } from '@jest/globals';
import { chownSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { changeConfigFile, readConfigFile } from '../../config/file.js';
import { temporaryFolders } from '../support/folder.js';

const newFolder = temporaryFolders();
let home = '';
beforeEach(async () => {
  home = await newFolder();
});

const file = (): string => join(home, 'config.json');

it('changes at the same time are all kept, and leave no lock behind', async () => {
  writeFileSync(join(home, 'real.json'), '{"before": true}');
  symlinkSync('real.json', file());
  const names = Array.from({ length: 12 }, (_, n) => `field_${n}`);
  // Half of them know the file by its other name.
  await Promise.all(
    names.map((name, n) => changeConfigFile(n % 2 === 0 ? file() : join(home, 'real.json'), { [name]: n })),
  );
  const kept = JSON.parse(readFileSync(join(home, 'real.json'), 'utf8')) as object;
  expect(Object.keys(kept).sort()).toEqual(['before', ...names].sort());
  expect(readdirSync(home).sort()).toEqual(['config.json', 'real.json']);
});

it('a lock that a crash has left keeps no change waiting', async () => {
  const gone = {
    pid: 2 ** 22 - 1,
    started: 'x',
    boot: 'x',
    since: 'x',
    nonce: 'x',
    purpose: 'a change of the settings',
  };
  writeFileSync(`${file()}.lock`, JSON.stringify(gone));
  await changeConfigFile(file(), { port: 1 });
  expect(JSON.parse(readFileSync(file(), 'utf8'))).toEqual({ port: 1 });
});

it('a link to a file that is away is refused, not taken for defaults without a password, nor replaced', async () => {
  symlinkSync('/mnt/not mounted/config.json', file());
  await expect(readConfigFile(file())).rejects.toThrow(/a link to .*not mounted.*, which does not exist/);
  await expect(changeConfigFile(file(), { port: 1 })).rejects.toThrow(/which does not exist/);
  expect(readdirSync(home)).toEqual(['config.json']);
  rmSync(file());
  expect(await readConfigFile(file())).toBeNull();
});

(process.getuid?.() === 0 ? it : it.skip)(
  'a change by root leaves the file to its owner, and a new one to that of the folder (skipped unless root)',
  async () => {
    chownSync(home, 4711, 4712);
    const owner = (): number[] => [statSync(file()).uid, statSync(file()).gid];
    await changeConfigFile(file(), { port: 1 });
    expect(owner()).toEqual([4711, 4712]);
    chownSync(file(), 4713, 4714);
    await changeConfigFile(file(), { port: 2 });
    expect(owner()).toEqual([4713, 4714]);
    expect(statSync(file()).mode & 0o777).toBe(0o600);
  },
);

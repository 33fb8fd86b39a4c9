/** `tonstift backup` and `tonstift restore`, with a daemon and without one. */
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { AlbumView } from '../../../../workers/library/types.js';
import { mp3 } from '../../../fixtures/mp3.js';
import { picturePng } from '../../../fixtures/picture.js';
import { startProgram, type RunningDaemon } from '../../../scenarios/daemon-process.js';
import { until } from '../../../support/patience.js';
import { Sandbox, type Ended } from '../../cli/program.js';

const sandbox = new Sandbox();
const at = (...parts: string[]): string => join(sandbox.folder, ...parts);
const run = (home: string, ...words: string[]): Promise<Ended> => sandbox.run([...words, `--home=${at(home)}`]);
let daemon: RunningDaemon | undefined;

beforeAll(async () => {
  for (const [n, title] of ['Über Bäume', 'Wald'].entries()) {
    await mkdir(at(title), { recursive: true });
    for (const track of [1, 2])
      await writeFile(at(title, `0${track} Übung.mp3`), await mp3({ frames: 30, offset: 1 + 100 * n + 40 * track }));
    await writeFile(at(title, 'cover.png'), picturePng);
  }
  expect((await run('one', 'import', at('Über Bäume'), at('Wald'))).code).toBe(0);
  expect((await run('one', 'config', 'set', 'print_preset', 'tiles')).code).toBe(0);
  expect((await run('one', 'config', 'set', 'port', '10999')).code).toBe(0);
});
afterAll(async () => {
  await daemon?.kill();
  await sandbox.clear();
});

const gmes = async (home: string): Promise<Map<string, string>> => {
  const folder = at(home, 'library', 'gme');
  const found = new Map<string, string>();
  for (const name of await readdir(folder)) found.set(name, (await readFile(join(folder, name))).toString('base64'));
  return found;
};

it('without a daemon a library goes into a file and comes out of it, once', async () => {
  const { code, stdout, stderr } = await run('one', 'backup', at('a.zip'));
  expect([code, stderr]).toEqual([0, '']);
  expect(stdout).toContain(`${at('a.zip')}: 2 albums with 4 tracks, `);
  expect(stdout).toContain('Not in it: deleted albums');
  expect(await readdir(sandbox.folder)).not.toContain('a.zip.part');

  const before = await readFile(at('a.zip'));
  const again = await run('one', 'backup', at('a.zip'));
  expect([again.code, again.stderr]).toEqual([1, expect.stringContaining('already exists and was not changed')]);
  expect((await readFile(at('a.zip'))).equals(before)).toBe(true);
  const nowhere = await run('one', 'backup', at('none', 'a.zip'));
  expect([nowhere.code, nowhere.stderr]).toEqual([
    1,
    `tonstift: The folder ${at('none')} does not exist. Create it, or mount its disk.\n`,
  ]);

  const back = await run('two', 'restore', at('a.zip'));
  expect(back.code).toBe(0);
  expect(back.stdout).toContain('920  Über Bäume\n921  Wald\n2 albums were added.');
  const { config } = JSON.parse((await run('two', 'config', '--json')).stdout) as { config: Record<string, unknown> };
  expect([config['print_preset'], config['port']]).toEqual(['tiles', 10_020]);

  const twice = await run('two', 'restore', at('a.zip'));
  expect([twice.code, twice.stdout]).toEqual([
    0,
    'No album was added.\n2 albums were already here and are unchanged.\n',
  ]);
  expect((await run('two', 'library', 'check', 'all')).stdout).toContain('No problems found.');
});

it('beside a daemon too; the files for the pen are the same, byte for byte', async () => {
  daemon = await startProgram(at('two'));
  const url = daemon.url;
  const ready = (number: number): Promise<AlbumView[]> =>
    until('the albums', async () => {
      const albums = (await daemon?.albums()) ?? [];
      return albums.length === number && albums.every(({ gme_state: state }) => state === 'ready') && albums;
    });
  await ready(2);
  expect([...(await gmes('two'))].sort()).toEqual([...(await gmes('one'))].sort());

  await mkdir(at('day'));
  expect((await run('two', 'backup', at('day'))).code).toBe(0);
  expect(await readdir(at('day'))).toEqual([expect.stringMatching(/^tonstift-backup-\d{4}-\d\d-\d\d\.zip$/)]);

  // Two libraries become one: the number of the other album is taken here.
  expect((await run('three', 'import', at('Wald'))).code).toBe(0);
  await writeFile(at('extra.mp3'), await mp3({ frames: 12, offset: 7777 }));
  expect((await run('three', 'import', at('extra.mp3'))).code).toBe(0);
  expect((await run('three', 'backup', at('c.zip'))).code).toBe(0);
  const merged = await run('two', 'restore', at('c.zip'));
  expect([merged.code, merged.stderr]).toEqual([0, '']);
  expect(merged.stdout).toMatch(/^922 .* \(was 921\)\n1 album was added\.\n1 album was already here/);
  expect(merged.stdout).toContain('print a new one');
  await ready(3);
  expect((await fetch(`${url}/backup`, { headers: { accept: 'application/json' } })).status).toBe(200);

  const wrong = await run('two', 'restore', at('extra.mp3'));
  expect([wrong.code, wrong.stdout]).toEqual([1, '']);
  expect(wrong.stderr).toContain('This is not a backup, or the file is incomplete');
});

it('is refused without a file, and for a library that is not there', async () => {
  expect(await run('two', 'restore', at('nowhere.zip'))).toMatchObject({ code: 1 });
  const none = await run('four', 'backup', at('d.zip'));
  expect([none.code, none.stderr]).toEqual([75, expect.stringContaining('There is no library in')]);
  expect(await readdir(sandbox.folder)).not.toContain('d.zip');
  expect((await readdir(sandbox.folder)).filter((name) => name.endsWith('.part'))).toEqual([]);
});

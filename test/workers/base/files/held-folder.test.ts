import { describe, expect, it } from '@jest/globals';
import { mkdir, readdir, readFile, rename, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { holdFolder, inFolder } from '../../../../workers/base/files/held-folder.js';
import { moveToFree, writeDurably } from '../../../../workers/base/files/durable.js';
import { openSeen } from '../../../../workers/base/files/seen-file.js';
import { walk } from '../../../../workers/base/files/walk.js';
import { failCalls } from '../../../support/failing-files.js';
import { temporaryFolders } from '../../../support/folder.js';
import { openFiles } from '../../../support/open-files.js';

const folder = temporaryFolders();

describe.each(['linux', 'darwin'] as const)('a folder that is held (%s)', (platform) => {
  it('may be named by a link, but holds none', async () => {
    const home = await folder();
    await mkdir(join(home, 'real/in/it'), { recursive: true });
    await mkdir(join(home, 'outside'));
    await symlink('real', join(home, 'named'));
    await symlink(join(home, 'outside'), join(home, 'real/link'));
    await writeFile(join(home, 'real/file'), '');
    const held = await holdFolder(join(home, 'named'), platform);
    const below = await held.below('in/it');
    await writeFile(below.at('a'), 'x');
    await below.close();
    expect(await readdir(join(home, 'real/in/it'))).toEqual(['a']);
    for (const name of ['link', 'file', 'in/it/a'])
      await expect(held.below(name, { make: true })).rejects.toMatchObject({ code: 'conflict' });
    await expect(held.below('none')).rejects.toMatchObject({ code: 'ENOENT' });
    await (await held.below('new/one', { make: true })).close();
    expect(await readdir(join(home, 'real/new'))).toEqual(['one']);
    await held.check();
    await held.close();
    await held.close();
  });

  it('knows when its name leads elsewhere', async () => {
    const home = await folder();
    await mkdir(join(home, 'inbox/failed'), { recursive: true });
    await mkdir(join(home, 'outside'));
    const top = await holdFolder(join(home, 'inbox'), platform);
    const held = await top.below('failed');
    await rename(join(home, 'inbox/failed'), join(home, 'inbox/kept'));
    await symlink(join(home, 'outside'), join(home, 'inbox/failed'));
    await expect(held.check()).rejects.toMatchObject({ code: 'conflict' });
    if (platform === 'linux') {
      await writeFile(held.at('a'), 'x');
      expect(await readdir(join(home, 'inbox/kept'))).toEqual(['a']);
    }
    expect(await readdir(join(home, 'outside'))).toEqual([]);
    await held.close();
    await top.close();
  });
});

it('lets go whatever happens', async () => {
  const home = await folder();
  const before = openFiles();
  await expect(inFolder(home, 'a/b', () => Promise.reject(new Error('no')), { make: true })).rejects.toThrow('no');
  await expect(inFolder(home, 'a/none', async () => undefined)).rejects.toMatchObject({ code: 'ENOENT' });
  expect(openFiles()).toEqual(before);
});

it('leaves nothing open whose facts cannot be read', async () => {
  const home = await folder();
  await writeFile(join(home, 'a.json'), 'mine');
  const [seen] = await walk(home);
  if (seen === undefined) throw new Error('nothing seen');
  const before = openFiles();
  let looks = 0;
  let restore = await failCalls('stat', (path) => path === home, 'ESTALE');
  await expect(holdFolder(home, 'linux')).rejects.toMatchObject({ code: 'ESTALE' });
  restore();
  // The first look is whether it is a file.
  restore = await failCalls('stat', (path) => path === seen.path && ++looks === 2, 'ESTALE');
  await expect(openSeen(seen)).rejects.toMatchObject({ code: 'ESTALE' });
  restore();
  expect(openFiles()).toEqual(before);
});

describe('a file that was seen', () => {
  it('is opened as long as it is the same', async () => {
    const home = await folder();
    await writeFile(join(home, 'a.json'), 'mine');
    const [seen] = await walk(home);
    if (seen === undefined) throw new Error('nothing seen');
    const file = await openSeen(seen);
    expect(await file.readFile('utf8')).toBe('mine');
    await file.close();
    await rename(seen.path, join(home, 'kept'));
    await writeFile(join(home, 'secret'), 'four');
    await symlink(join(home, 'secret'), seen.path);
    await expect(openSeen(seen)).rejects.toMatchObject({ code: 'not_now' });
    await rename(join(home, 'secret'), seen.path);
    await expect(openSeen(seen)).rejects.toMatchObject({ code: 'not_now' });
  });

  it('is moved to another disk as what it is, and a link as a link', async () => {
    const home = await folder();
    await writeFile(join(home, 'secret'), 'secret');
    await symlink(join(home, 'secret'), join(home, 'a'));
    const elsewhere = `/dev/shm/tonstift-test-${process.pid}`;
    await mkdir(elsewhere);
    try {
      const target = { at: (name: string): string => join(elsewhere, name) };
      await moveToFree(join(home, 'a'), target, 'a');
      await moveToFree(join(home, 'secret'), target, 'b');
      expect((await walk(elsewhere)).map(({ relativePath, special }) => [relativePath, special]).sort()).toEqual([
        ['a', true],
        ['b', false],
      ]);
      expect(await readFile(join(elsewhere, 'b'), 'utf8')).toBe('secret');
    } finally {
      const { rm } = await import('node:fs/promises');
      await rm(elsewhere, { recursive: true });
    }
  });
});

it('a failure in a folder names its path, in the same words each time', async () => {
  const home = await folder();
  await writeFile(join(home, 'file'), 'x');
  const messageOf = (work: Promise<unknown>): Promise<unknown> =>
    work.then(
      () => 'no failure',
      (error: Error) => error.message,
    );
  const write = (): Promise<unknown> => inFolder(home, '', (held) => writeDurably(held.at('gone/a'), 'x'));
  expect(await messageOf(write())).toBe(`ENOENT: no such file or directory, open '${join(home, 'gone/a')}'`);
  const make = inFolder(home, 'x'.repeat(256), async () => undefined, { make: true });
  expect(await messageOf(make)).toBe(`ENAMETOOLONG: name too long, mkdir '${join(home, 'x'.repeat(256))}'`);
});

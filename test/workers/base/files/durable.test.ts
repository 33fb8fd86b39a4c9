import { lstat, mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import {
  isTemporaryName,
  moveToFree,
  replaceFile,
  temporaryName,
  writeDurably,
} from '../../../../workers/base/files/durable.js';
import { unlessGone } from '../../../../workers/base/files/walk.js';
import { temporaryFolders } from '../../../support/folder.js';

const folder = temporaryFolders();

it('gives temporary files names that never meet, and knows those of former versions', () => {
  const names = Array.from({ length: 20_000 }, temporaryName);
  expect(new Set(names).size).toBe(20_000);
  expect(names.every(isTemporaryName)).toBe(true);
  expect(isTemporaryName('.tonstift-0123456789ab.tmp')).toBe(true);
});

describe('replacing a file', () => {
  it('leaves the old file and nothing else where the writing fails', async () => {
    const own = await folder();
    const path = join(own, 'file');
    await writeFile(path, 'old');
    const failed = replaceFile(path, async (file) => {
      await file.writeFile('half');
      throw new Error('no more');
    });
    await expect(failed).rejects.toThrow('no more');
    expect(await readdir(own)).toEqual(['file']);
    expect(await readFile(path, 'utf8')).toBe('old');
  });

  it('leaves nothing where the name cannot be taken, and says so as the system does', async () => {
    const own = await folder();
    await mkdir(join(own, 'file', 'full'), { recursive: true });
    await expect(writeDurably(join(own, 'file'), 'new')).rejects.toMatchObject({ code: 'EISDIR' });
    expect(await readdir(own)).toEqual(['file']);
  });

  it('names the file in an error of a write, which names none', async () => {
    const path = join(await folder(), 'file');
    const failed = replaceFile(path, async () => {
      throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC', syscall: 'write' });
    });
    await expect(failed).rejects.toMatchObject({
      message: `ENOSPC: no space left on device, write '${path}'`,
      path,
    });
  });

  it('writes under a name that is known for ours, also beside the longest name', async () => {
    const own = await folder();
    const path = join(own, 'x'.repeat(255));
    await writeFile(path, 'old');
    const names = await replaceFile(path, async (file) => {
      await file.writeFile('new');
      return readdir(own);
    });
    expect(names.filter(isTemporaryName)).toHaveLength(1);
    expect(await readFile(path, 'utf8')).toBe('new');
  });

  it('gives the mode that is asked for, and takes the place of a link', async () => {
    const own = await folder();
    await writeFile(join(own, 'elsewhere'), 'stays');
    await symlink(join(own, 'elsewhere'), join(own, 'link'));
    await writeDurably(join(own, 'link'), 'new', 0o600);
    expect((await lstat(join(own, 'link'))).isFile()).toBe(true);
    expect((await stat(join(own, 'link'))).mode & 0o777).toBe(0o600);
    expect(await readFile(join(own, 'elsewhere'), 'utf8')).toBe('stays');
  });
});

it('a file that is moved to another disk has its name there only once it is complete', async () => {
  const home = await folder();
  const whole = 2 ** 26;
  await writeFile(join(home, 'a'), Buffer.alloc(whole, 1));
  const elsewhere = await mkdtemp('/dev/shm/tonstift-test-');
  try {
    const sizes = new Set<number>();
    const at = (name: string): string => join(elsewhere, name);
    const isMoved = moveToFree(join(home, 'a'), { at }, 'a').then(() => true);
    const look = (): Promise<boolean> =>
      lstat(at('a'))
        .then(({ size }) => void sizes.add(size), unlessGone(undefined))
        .then(() => false);
    while (!(await Promise.race([isMoved, look()])));
    expect([...sizes].filter((size) => size !== whole)).toEqual([]);
    expect([await readdir(home), await readdir(elsewhere), (await lstat(at('a'))).size]).toEqual([[], ['a'], whole]);
  } finally {
    await rm(elsewhere, { recursive: true });
  }
});

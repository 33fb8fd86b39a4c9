import { describe, expect, it } from '@jest/globals';
import { readFile, rename, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openVolume, withVolume } from '../../../workers/pen/volume-root.js';
import { temporaryFolders } from '../../support/folder.js';
import {
  boundFolder,
  disk,
  memoryVolume,
  remount,
  strayFiles,
  unmount,
  unmountLazily,
  withDisks,
  withMounts,
} from './mounts.js';
import { openFiles } from '../../support/open-files.js';

const folder = temporaryFolders();

describe('a plain folder', () => {
  it('is no pen unless the configuration says so', async () => {
    const plain = await folder();
    const before = openFiles();
    await expect(openVolume(plain)).rejects.toMatchObject({
      code: 'no_pen',
      message: `No pen is plugged in at ${plain}: it is a plain folder.`,
    });
    await expect(openVolume(plain, { platform: 'darwin' })).rejects.toMatchObject({ code: 'no_pen' });
    await expect(openVolume(join(plain, 'nowhere'), { mounted: false })).rejects.toMatchObject({ code: 'no_pen' });
    expect(openFiles()).toEqual(before);
  });

  it.each(['linux', 'darwin'] as const)(
    'that stands for a pen is held as long as it is the same (%s)',
    async (platform) => {
      const parent = await folder();
      const pen = join(parent, 'pen');
      const other = await folder();
      await symlink(other, pen);
      await withVolume(pen, { mounted: false, platform }, async (root) => {
        await writeFile(root.at('a'), 'x');
        await root.check();
        await rename(other, `${other}-moved`);
        await expect(root.check()).rejects.toMatchObject({ code: 'no_pen' });
        await rename(`${other}-moved`, other);
      });
      expect(await readFile(join(other, 'a'), 'utf8')).toBe('x');
    },
  );

  it.each(['/etc', '../x', 'a/../../x', 'a//b', './a', 'a\0b', 'a/'])('gives no path for %j', async (path) =>
    withVolume(await folder(), { mounted: false }, async (root) =>
      expect(() => root.at(path)).toThrow(expect.objectContaining({ code: 'bad_field' })),
    ),
  );
});

withMounts('a mounted volume', () => {
  it('can be unmounted as soon as it is closed, not before', async () => {
    const pen = memoryVolume('1m');
    const root = await openVolume(pen);
    await writeFile(root.at('a'), 'x');
    expect(() => unmount(pen)).toThrow();
    await root.close();
    await root.close();
    unmount(pen);
    expect(strayFiles(pen)).toEqual([]);
  });

  it('is closed when the task fails', async () => {
    const pen = memoryVolume('1m');
    await expect(withVolume(pen, {}, async () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    unmount(pen);
  });

  it('is known to be gone, and its mount point stays empty', async () => {
    const pen = memoryVolume('1m');
    await withVolume(pen, {}, async (root) => {
      await root.check();
      unmountLazily(pen);
      await expect(root.check()).rejects.toMatchObject({
        code: 'no_pen',
        message: `The pen at ${pen} was unplugged or ejected.`,
      });
      await writeFile(root.at('late'), 'x');
    });
    expect(strayFiles(pen)).toEqual([]);
  });

  it('of the same device as the host is told from the host', async () => {
    const host = await folder();
    const pen = boundFolder(host);
    await withVolume(pen.point, {}, async (root) => {
      pen.unmountLazily();
      await expect(root.check()).rejects.toMatchObject({ code: 'no_pen' });
      pen.mount();
      // Another mount of the same folder is another pen until it is looked at again.
      await expect(root.check()).rejects.toMatchObject({ code: 'no_pen' });
    });
    await withVolume(pen.point, {}, (root) => root.check());
  });

  it('stays the one it was when another is mounted over it', async () => {
    const [host, over] = [await folder(), await folder()];
    const pen = boundFolder(host);
    await withVolume(pen.point, {}, async (root) => {
      const { execFileSync } = await import('node:child_process');
      execFileSync('mount', ['--bind', over, pen.point]);
      await writeFile(root.at('a'), 'x');
    });
    expect([strayFiles(host), strayFiles(over)]).toEqual([['a'], []]);
  });

  it('is checked by device where the system has no handles on folders', async () => {
    const pen = memoryVolume('1m');
    const root = await openVolume(pen, { platform: 'darwin' });
    expect(root.at('a/b')).toBe(join(pen, 'a/b'));
    await root.check();
    unmount(pen);
    await expect(root.check()).rejects.toMatchObject({ code: 'no_pen' });
    await root.close();
  });
});

withDisks('a disk', () => {
  it('can become read-only while it is held', async () => {
    const pen = disk(8);
    pen.mount();
    await withVolume(pen.point, {}, async (root) => {
      expect(remount(pen.point, 'ro')).toBe(true);
      await root.check();
      await expect(writeFile(root.at('a'), 'x')).rejects.toMatchObject({ code: 'EROFS' });
    });
    pen.unmount();
  });
});

import { describe, expect, it } from '@jest/globals';
import { open, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readBack, verifyCopy } from '../../../workers/pen/transfer/verify.js';
import { temporaryFolders } from '../../support/folder.js';
import { gmeBytes, sha256, wantedIn } from './gme-files.js';
import { disk, memoryVolume, withDisks, withMounts } from './mounts.js';
import { openFiles } from '../../support/open-files.js';

const folder = temporaryFolders();
const mebi = 1024 * 1024;

describe('reading back', () => {
  it.each([0, 1, 511, 512, 4097, mebi - 1, mebi, mebi + 1, 3 * mebi + 77])(
    'gives the digest of %d bytes, and counts them',
    async (size) => {
      const path = join(await folder(), 'a.gme');
      const bytes = gmeBytes(1, 1, Math.max(size, 0x200)).subarray(0, size);
      await writeFile(path, bytes);
      let counted = 0;
      expect((await readBack(path, { read: (count) => (counted += count) })).sha256).toBe(sha256(bytes));
      expect(counted).toBe(size);
    },
  );

  it('stops, and leaves nothing open', async () => {
    const path = join(await folder(), 'a.gme');
    await writeFile(path, gmeBytes(1, 1, 4 * mebi));
    const before = openFiles();
    const controller = new AbortController();
    await expect(readBack(path, { signal: controller.signal, read: () => controller.abort() })).rejects.toMatchObject({
      code: 'aborted',
    });
    await expect(readBack(join(path, 'nowhere'))).rejects.toMatchObject({ code: 'ENOTDIR' });
    expect(openFiles()).toEqual(before);
  });

  it('of several files at once gives each its own digest', async () => {
    const directory = await folder();
    const files = await Promise.all(
      [1, 2, 3, 4].map(async (n) => {
        const bytes = gmeBytes(n, n, 3 * mebi + n);
        await writeFile(join(directory, `${n}.gme`), bytes);
        return { path: join(directory, `${n}.gme`), digest: sha256(bytes) };
      }),
    );
    expect((await Promise.all(files.map(({ path }) => readBack(path)))).map((back) => back.sha256)).toEqual(
      files.map(({ digest }) => digest),
    );
  });
});

withMounts('reading back on memory file systems', () => {
  it('works with or without O_DIRECT', async () => {
    const path = join(memoryVolume('8m'), 'a.gme');
    const bytes = gmeBytes(1, 1, 2 * mebi + 5);
    await writeFile(path, bytes);
    expect((await readBack(path)).sha256).toBe(sha256(bytes));
  });
});

withDisks('reading back from a disk', () => {
  it('finds what is wrong there and right in memory', async () => {
    const pen = disk(32);
    pen.mount();
    const bytes = gmeBytes(920, 1, 3 * mebi);
    const wanted = await wantedIn(await folder(), 920, { size: 3 * mebi });
    const path = join(pen.point, 'a.gme');
    const file = await open(path, 'w');
    await file.writeFile(bytes);
    await file.sync();
    await file.close();
    expect(await readBack(path)).toEqual({ sha256: sha256(bytes), way: 'direct' });

    // One bit of the memory fails.
    const image = await readFile(pen.image);
    const at = image.indexOf(bytes.subarray(2 * mebi, 2 * mebi + 4096));
    expect(at).toBeGreaterThan(0);
    const memory = await open(pen.image, 'r+');
    await memory.write(Buffer.from([image[at]! ^ 1]), 0, 1, at);
    await memory.sync();
    await memory.close();

    expect(sha256(await readFile(path))).toBe(sha256(bytes));
    await expect(verifyCopy(path, wanted)).rejects.toMatchObject({
      code: 'not_now',
      message: expect.stringMatching(/differs from the file/) as unknown,
    });
    pen.unmount();
  });
});

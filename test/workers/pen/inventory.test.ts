import { describe, expect, it } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { link, mkdir, symlink, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gmeAround } from '../../../workers/gme/write.js';
import { readPen } from '../../../workers/pen/plan/inventory.js';
import { openVolume, withVolume } from '../../../workers/pen/volume-root.js';
import { temporaryFolders } from '../../support/folder.js';
import { gmeBytes, putOnPen } from './gme-files.js';
import { boundFolder, memoryVolume, withMounts } from './mounts.js';
import { inPen } from './sync-pen.js';
import { openFiles } from '../../support/open-files.js';

const folder = temporaryFolders();

describe('what lies on a pen', () => {
  it('is every *.gme in any folder and case, with its product id', async () => {
    const pen = await folder();
    const { head, tail } = gmeAround({ productId: 920, language: 'GERMAN', date: '19700101', mode: 'music' }, [5000]);
    const real = await putOnPen(pen, '920_A.gme', Buffer.concat([head, Buffer.alloc(5000), tail, Buffer.alloc(4)]));
    await putOnPen(pen, 'a/b/c/DEEP.GME', gmeBytes(7, 1));
    await putOnPen(pen, 'system/own.Gme', gmeBytes(8, 1));
    await putOnPen(pen, '.Trashes/501/old.gme', gmeBytes(9, 1));
    await writeFile(join(pen, 'song.mp3'), 'x');
    const { files, leftovers, skipped } = await inPen(pen, (root) => readPen(root));
    expect(files[0]).toEqual({ path: '920_A.gme', size: real.size, mtimeMs: real.mtimeMs, productId: 920 });
    expect(files.map(({ path, productId }) => [path, productId])).toEqual([
      ['920_A.gme', 920],
      ['system/own.Gme', 8],
      ['.Trashes/501/old.gme', 9],
      ['a/b/c/DEEP.GME', 7],
    ]);
    expect([leftovers, skipped]).toEqual([[], []]);
  });

  it('has no product id where the header is cut off or another', async () => {
    const pen = await folder();
    await writeFile(join(pen, 'empty.gme'), '');
    await writeFile(join(pen, 'short.gme'), gmeBytes(5, 1).subarray(0, 0x1ff));
    await writeFile(join(pen, 'other.gme'), Buffer.alloc(4000, 0x23));
    await writeFile(join(pen, 'just.gme'), gmeBytes(5, 1).subarray(0, 0x200));
    await writeFile(join(pen, '._apple.gme'), Buffer.alloc(4096));
    await truncate(join(pen, 'other.gme'), 2 ** 32 + 5); // larger than FAT can hold, and sparse
    const { files } = await inPen(pen, (root) => readPen(root));
    expect(Object.fromEntries(files.map(({ path, productId }) => [path, productId]))).toEqual({
      '._apple.gme': null,
      'empty.gme': null,
      'just.gme': 5,
      'other.gme': null,
      'short.gme': null,
    });
    expect(files.find(({ path }) => path === 'other.gme')?.size).toBe(2 ** 32 + 5);
  });

  it('leaves links, pipes and folders with such names alone', async () => {
    const [pen, outside] = [await folder(), await folder()];
    await putOnPen(outside, 'secret.gme', gmeBytes(1, 1));
    await symlink(join(outside, 'secret.gme'), join(pen, 'link.gme'));
    await symlink(outside, join(pen, 'linked'));
    await symlink(pen, join(pen, 'loop'));
    await mkdir(join(pen, 'folder.gme'));
    await mkdir(join(pen, '~tonstift-5.tmp'));
    await link(join(outside, 'secret.gme'), join(pen, 'hard.gme'));
    execFileSync('mkfifo', [join(pen, 'pipe.gme')]);
    const { files, leftovers, skipped } = await inPen(pen, (root) => readPen(root));
    expect(files.map(({ path }) => path)).toEqual(['hard.gme']);
    expect(skipped).toEqual(
      ['folder.gme', 'link.gme', 'pipe.gme'].map((path) => ({ path, reason: 'It is not a file.' })),
    );
    expect(leftovers).toEqual([]);
  });

  it('tells leftovers of ours in the main folder', async () => {
    const pen = await folder();
    await writeFile(join(pen, '~tonstift-920.tmp'), 'half');
    await writeFile(join(pen, '~tonstift-x.tmp'), 'not ours');
    await putOnPen(pen, 'sub/~tonstift-921.tmp', gmeBytes(1, 1));
    expect((await inPen(pen, (root) => readPen(root))).leftovers).toEqual(['~tonstift-920.tmp']);
  });

  it('has limits, and says what it left out', async () => {
    const pen = await folder();
    for (let n = 0; n < 20; n++) await putOnPen(pen, `d${n % 4}/${n}.gme`, gmeBytes(n + 1, 1));
    await putOnPen(pen, 'a/b/c/d/e/deep.gme', gmeBytes(900, 1));
    const few = await inPen(pen, (root) => readPen(root, { most: 10 }));
    expect(few.files.length).toBeLessThan(20);
    expect(few.skipped[0]?.reason).toBe('More than 10 files are on the pen.');
    const flat = await inPen(pen, (root) => readPen(root, { deepest: 2 }));
    expect(flat.files).toHaveLength(20);
    expect(flat.skipped).toEqual([{ path: 'a/b/c', reason: 'More than 2 folders are nested.' }]);
  });

  it('says which names it cannot read', async () => {
    const pen = await folder();
    await writeFile(Buffer.concat([Buffer.from(`${pen}/`), Buffer.from([0xe4]), Buffer.from('.gme')]), gmeBytes(3, 1));
    await mkdir(Buffer.concat([Buffer.from(`${pen}/`), Buffer.from([0xfc])]));
    await putOnPen(pen, 'fine.gme', gmeBytes(4, 1));
    const { files, skipped } = await inPen(pen, (root) => readPen(root));
    expect(files.map(({ path }) => path)).toEqual(['fine.gme']);
    expect(skipped.map(({ reason }) => reason)).toEqual(['Its name is not UTF-8.', 'Its name is not UTF-8.']);
  });

  it('is not read when stopped, or when the folder is gone', async () => {
    const pen = await folder();
    await expect(inPen(pen, (root) => readPen(root, { signal: AbortSignal.abort() }))).rejects.toMatchObject({
      code: 'aborted',
    });
    const root = await openVolume(pen, { mounted: false });
    const { rm } = await import('node:fs/promises');
    await rm(pen, { recursive: true });
    await expect(readPen(root)).rejects.toMatchObject({ code: 'no_pen' });
    await root.close();
  });
});

withMounts('what lies on a mounted pen', () => {
  it('ends where something else is mounted below', async () => {
    const pen = memoryVolume('4m');
    await putOnPen(pen, 'a.gme', gmeBytes(1, 1));
    await mkdir(join(pen, 'below'));
    const other = await folder();
    await putOnPen(other, 'b.gme', gmeBytes(2, 1));
    execFileSync('mount', ['--bind', other, join(pen, 'below')]);
    try {
      const { files } = await withVolume(pen, {}, (root) => readPen(root));
      expect(files.map(({ path }) => path)).toEqual(['a.gme']);
    } finally {
      execFileSync('umount', [join(pen, 'below')]);
    }
  });

  it('leaves no file open', async () => {
    const host = await folder();
    for (let n = 0; n < 50; n++) await putOnPen(host, `d${n % 7}/${n}.gme`, gmeBytes(n + 1, 1));
    const { point } = boundFolder(host);
    const before = openFiles();
    for (let n = 0; n < 20; n++) await withVolume(point, {}, (root) => readPen(root));
    expect(openFiles()).toEqual(before);
  });
});

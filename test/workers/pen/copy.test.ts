import { describe, expect, it } from '@jest/globals';
import { appendFileSync, truncateSync, writeFileSync } from 'node:fs';
import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { copyToPen, type CopyOptions } from '../../../workers/pen/transfer/copy.js';
import type { RememberedFile, WantedFile } from '../../../workers/pen/types.js';
import { temporaryFolders } from '../../support/folder.js';
import { gmeBytes, putOnPen, sha256, wantedIn } from './gme-files.js';
import { boundFolder, disk, memoryVolume, strayFiles, unmount, withDisks, withMounts } from './mounts.js';
import { contentsOf, inPen } from './sync-pen.js';
import { openFiles } from '../../support/open-files.js';

const folder = temporaryFolders();
const mebi = 1024 * 1024;
const copy = (point: string, wanted: WantedFile, options?: CopyOptions, name = '5_Five.gme'): Promise<RememberedFile> =>
  inPen(point, (root) => copyToPen(root, wanted, name, options));

describe('a copy onto a pen', () => {
  it('has the content, and is remembered as it lies there', async () => {
    const [host, pen] = [await folder(), await folder()];
    const wanted = await wantedIn(host, 5, { size: 3 * mebi + 1 });
    const steps: number[] = [];
    const file = await copy(pen, wanted, { progress: (done, total) => steps.push(done / total) });
    const { size, mtimeMs } = await stat(join(pen, '5_Five.gme'));
    expect(file).toEqual({ path: '5_Five.gme', oid: 5, size, mtimeMs: Math.round(mtimeMs), sha256: wanted.sha256 });
    expect(await contentsOf(pen)).toEqual({ '5_Five.gme': wanted.sha256 });
    expect(steps).toEqual([...steps].sort((a, b) => a - b));
    expect([steps.length, steps.at(-1)]).toEqual([8, 1]);
  });

  it('takes the place of an old one at once: the name always leads to a whole file', async () => {
    const [host, pen] = [await folder(), await folder()];
    const old = await putOnPen(pen, '5_Five.gme', gmeBytes(5, 1));
    const wanted = await wantedIn(host, 5, { version: 2, size: 2 * mebi });
    const seen: string[] = [];
    const check = async (): Promise<void> => void seen.push(sha256(await readFile(join(pen, '5_Five.gme'))));
    await copy(pen, wanted, { replaces: old, beforeRename: check });
    await check();
    expect(seen).toEqual([old.sha256, wanted.sha256]);
    expect(await readdir(pen)).toEqual(['5_Five.gme']);
  });

  it.each([
    ["someone else's file came to its name", undefined],
    ['the old one was changed meanwhile', 'replaces'],
  ])('leaves all as it is where %s', async (_, how) => {
    const [host, pen] = [await folder(), await folder()];
    const wanted = await wantedIn(host, 5, { version: 2 });
    const old = how === undefined ? undefined : await putOnPen(pen, '5_Five.gme', gmeBytes(5, 1));
    const change = async (): Promise<void> => writeFile(join(pen, '5_Five.gme'), 'theirs');
    await expect(copy(pen, wanted, { replaces: old, beforeRename: change })).rejects.toMatchObject({
      code: 'conflict',
      message: '5_Five.gme on the pen was changed just now, so Tonstift leaves it as it is.',
    });
    expect(await readdir(pen)).toEqual(['5_Five.gme']);
    expect(await readFile(join(pen, '5_Five.gme'), 'utf8')).toBe('theirs');
  });

  it('leaves nothing where what was written is not what is read back', async () => {
    const [host, pen] = [await folder(), await folder()];
    const wanted = await wantedIn(host, 5, { size: 3 * mebi });
    const before = openFiles();
    // Spoiled before it is read back, at the last byte that is written.
    const cut = (bytes: number): void => {
      if (bytes !== wanted.size) return;
      truncateSync(join(pen, '~tonstift-5.tmp'), wanted.size - 1);
      appendFileSync(join(pen, '~tonstift-5.tmp'), '?');
    };
    await expect(copy(pen, wanted, { progress: cut })).rejects.toMatchObject({
      code: 'not_now',
      message: "The copy of “Album 5” (5) on the pen differs from the file. The pen's memory may be failing.",
    });
    expect(await readdir(pen)).toEqual([]);
    expect(openFiles()).toEqual(before);
  });

  it('leaves nothing where the source is another file of that size by now', async () => {
    const [host, pen] = [await folder(), await folder()];
    const old = await putOnPen(pen, '5_Five.gme', gmeBytes(5, 1));
    const wanted = await wantedIn(host, 5, { version: 2 });
    await writeFile(wanted.source, gmeBytes(5, 3));
    await expect(copy(pen, wanted, { replaces: old })).rejects.toMatchObject({
      code: 'not_now',
      message: 'The file of “Album 5” (5) changed before it was copied: its content differs.',
    });
    expect(await contentsOf(pen)).toEqual({ '5_Five.gme': old.sha256 });
  });

  it.each([0.2, 0.6, 1])('leaves nothing where it is stopped at %d of the way', async (part) => {
    const [host, pen] = [await folder(), await folder()];
    const old = await putOnPen(pen, '5_Five.gme', gmeBytes(5, 1));
    const wanted = await wantedIn(host, 5, { version: 2, size: 5 * mebi });
    const controller = new AbortController();
    const stop = (done: number, total: number): void => {
      if (done >= part * total) controller.abort();
    };
    const copying = copy(pen, wanted, { replaces: old, signal: controller.signal, progress: stop });
    // At the end there is nothing left to stop.
    if (part === 1) await copying;
    else await expect(copying).rejects.toMatchObject({ code: 'aborted' });
    expect(await contentsOf(pen)).toEqual({ '5_Five.gme': part === 1 ? wanted.sha256 : old.sha256 });
  });

  it('leaves nothing where it cannot be noted', async () => {
    const [host, pen] = [await folder(), await folder()];
    const fails = async (): Promise<void> => Promise.reject(new Error('the disk is full'));
    await expect(copy(pen, await wantedIn(host, 5), { beforeRename: fails })).rejects.toMatchObject({
      code: 'not_now',
      message: '"Album 5" (5) cannot be copied: the disk is full',
    });
    expect(await readdir(pen)).toEqual([]);
  });
});

withMounts('a copy onto a mounted volume', () => {
  it('says that the pen is full where something else fills it meanwhile', async () => {
    const pen = memoryVolume('12m');
    const wanted = await wantedIn(await folder(), 5, { size: 8 * mebi });
    let filled = false;
    const fill = (): void => {
      if (!filled) writeFileSync(join(pen, 'recording'), Buffer.alloc(6 * mebi));
      filled = true;
    };
    await expect(copy(pen, wanted, { progress: fill })).rejects.toMatchObject({
      code: 'no_space',
      message: expect.stringMatching(/^"Album 5" \(5\) cannot be copied: the pen reports that it is full/) as unknown,
    });
    expect(strayFiles(pen)).toEqual(['recording']);
    unmount(pen);
  });

  it('says that the pen is gone where it is pulled out just before the name is given', async () => {
    const [host, content] = [await folder(), await folder()];
    const pen = boundFolder(content);
    await expect(
      copy(pen.point, await wantedIn(host, 5), { beforeRename: async () => pen.unmountLazily() }),
    ).rejects.toMatchObject({ code: 'no_pen' });
    expect([strayFiles(pen.point), await readdir(content)]).toEqual([[], []]);
  });
});

withDisks('a copy onto a disk', () => {
  it('is there after the plug is pulled as soon as it is done', async () => {
    const pen = disk(16);
    pen.mount();
    const wanted = await wantedIn(await folder(), 5, { size: 3 * mebi });
    await copy(pen.point, wanted);
    pen.pullOut();
    pen.unmount();
    pen.mount();
    expect(sha256(await readFile(join(pen.point, '5_Five.gme')))).toBe(wanted.sha256);
    pen.unmount();
  });
});

import { describe, expect, it } from '@jest/globals';
import { mkdir, readdir, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isStill, removeFromPen, removeLeftovers } from '../../../workers/pen/transfer/remove.js';
import type { RememberedFile } from '../../../workers/pen/types.js';
import { temporaryFolders } from '../../support/folder.js';
import { gmeBytes, putOnPen } from './gme-files.js';
import { boundFolder, disk, strayFiles, withDisks, withMounts } from './mounts.js';
import { contentsOf, inPen } from './sync-pen.js';

const folder = temporaryFolders();
const remove = (point: string, file: RememberedFile): Promise<void> =>
  inPen(point, (root) => removeFromPen(root, file));

describe('removing a file of ours', () => {
  it('takes it off, in folders too, and is content where it is gone', async () => {
    const pen = await folder();
    const files = [await putOnPen(pen, '5.gme', gmeBytes(5, 1)), await putOnPen(pen, 'a/B/6.GME', gmeBytes(6, 1))];
    for (const file of [...files, ...files]) await remove(pen, file);
    await rm(join(pen, 'a'), { recursive: true });
    for (const file of files) await remove(pen, file);
    expect(await readdir(pen)).toEqual([]);
  });

  const changes: [string, (path: string) => Promise<unknown>][] = [
    ['has another size', (path) => writeFile(path, 'x')],
    ['has another time', (path) => utimes(path, 1, 1)],
    ['is a folder', (path) => rm(path).then(() => mkdir(path))],
    ['is a link', (path) => rm(path).then(() => symlink('/etc/hostname', path))],
  ];
  it.each(changes)('leaves what %s by now', async (_, change) => {
    const pen = await folder();
    const file = await putOnPen(pen, '5.gme', gmeBytes(5, 1));
    await change(join(pen, '5.gme'));
    await expect(remove(pen, file)).rejects.toMatchObject({ code: 'conflict' });
    expect(await readdir(pen)).toEqual(['5.gme']);
  });

  it.each([
    'song.mp3',
    '.tiptoi.log',
    'update.upd',
    'system/5.gme',
    'Songs/5.gme',
    'LanguageInfo/x.gme',
    '../5.gme',
    '',
  ])('never removes %j, whatever is remembered', async (path) => {
    const pen = await folder();
    await expect(remove(pen, { path, oid: 5, size: 0, mtimeMs: 0, sha256: '' })).rejects.toMatchObject({
      code: 'bad_field',
    });
  });

  it('tells whether a file is as it was found', async () => {
    const pen = await folder();
    const file = await putOnPen(pen, '5.gme', gmeBytes(5, 1));
    await inPen(pen, async (root) => {
      expect(await isStill(root, file)).toBe(true);
      expect(await isStill(root, { ...file, path: '6.gme' })).toBe(false);
      expect(await isStill(root, { ...file, path: '5.gme/below.gme' })).toBe(false);
    });
  });
});

describe('removing leftovers', () => {
  it('takes those names alone', async () => {
    const pen = await folder();
    for (const name of ['~tonstift-5.tmp', '~TONSTIFT-6.TMP', '~tonstift-x.tmp', 'a.gme', '~WRL1.tmp'])
      await writeFile(join(pen, name), name);
    await inPen(pen, (root) =>
      removeLeftovers(root, ['~tonstift-5.tmp', '~TONSTIFT-6.TMP', '~tonstift-x.tmp', 'a.gme', '~tonstift-7.tmp']),
    );
    expect(Object.keys(await contentsOf(pen))).toEqual(['a.gme', '~WRL1.tmp', '~tonstift-x.tmp']);
  });
});

withMounts('removing from a mounted volume', () => {
  it('touches nothing when the volume is gone', async () => {
    const content = await folder();
    const file = await putOnPen(content, '5.gme', gmeBytes(5, 1));
    await writeFile(join(content, '~tonstift-5.tmp'), 'half');
    const pen = boundFolder(content);
    await inPen(pen.point, async (root) => {
      pen.unmountLazily();
      await expect(removeFromPen(root, file)).rejects.toMatchObject({ code: 'no_pen' });
      await expect(removeLeftovers(root, ['~tonstift-5.tmp'])).rejects.toMatchObject({ code: 'no_pen' });
    });
    expect([(await readdir(content)).length, strayFiles(pen.point)]).toEqual([2, []]);
  });
});

withDisks('removing from a disk', () => {
  it('lasts when the plug is pulled as soon as it is done', async () => {
    const pen = disk(8);
    pen.mount();
    const file = await putOnPen(pen.point, 'a/5.gme', gmeBytes(5, 1));
    pen.unmount();
    pen.mount();
    await remove(pen.point, file);
    pen.pullOut();
    pen.unmount();
    pen.mount();
    expect(await readdir(join(pen.point, 'a'))).toEqual([]);
    pen.unmount();
  });
});

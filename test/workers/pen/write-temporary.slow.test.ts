import { describe, expect, it } from '@jest/globals';
import { appendFile, mkdir, readdir, readFile, rm, symlink, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { TonstiftError } from '../../../workers/base/errors.js';
import type { WantedFile } from '../../../workers/pen/types.js';
import {
  type TemporaryFile,
  type WriteOptions,
  writeTemporary,
} from '../../../workers/pen/transfer/write-temporary.js';
import { temporaryFolders } from '../../support/folder.js';
import { gmeBytes, sha256, wantedIn } from './gme-files.js';
import { boundFolder, memoryVolume, strayFiles, withMounts } from './mounts.js';
import { inPen } from './sync-pen.js';
import { openFiles } from '../../support/open-files.js';

const folder = temporaryFolders();
const mebi = 1024 * 1024;
const write = (point: string, wanted: WantedFile, options?: WriteOptions): Promise<TemporaryFile> =>
  inPen(point, (root) => writeTemporary(root, wanted, options));

describe('writing under a temporary name', () => {
  it.each([1, 0x200, mebi - 1, mebi, mebi + 1, 5 * mebi, 17 * mebi + 77])(
    'puts %d bytes there, and counts them',
    async (size) => {
      const [host, pen] = [await folder(), await folder()];
      const bytes = gmeBytes(5, 1, Math.max(size, 0x200)).subarray(0, size);
      const wanted: WantedFile = { oid: 5, title: 'Five', source: join(host, 'five'), size, sha256: sha256(bytes) };
      await writeFile(wanted.source, bytes);
      let counted = 0;
      const file = await write(pen, wanted, { wrote: (count) => (counted += count) });
      expect(file).toMatchObject({ name: '~tonstift-5.tmp', size });
      expect(sha256(await readFile(join(pen, file.name)))).toBe(wanted.sha256);
      expect(counted).toBe(size);
    },
  );

  it('takes the place of what a copy before left, and follows no link', async () => {
    const [host, pen] = [await folder(), await folder()];
    await writeFile(join(host, 'diary'), 'mine');
    await symlink(join(host, 'diary'), join(pen, '~tonstift-5.tmp'));
    const wanted = await wantedIn(host, 5);
    await write(pen, wanted);
    await writeFile(join(pen, '~tonstift-5.tmp'), 'x'.repeat(9000));
    await write(pen, wanted);
    expect(await readFile(join(host, 'diary'), 'utf8')).toBe('mine');
    expect(sha256(await readFile(join(pen, '~tonstift-5.tmp')))).toBe(wanted.sha256);
  });

  const changes: [string, (source: string) => Promise<unknown>, RegExp][] = [
    ['is gone', (source) => rm(source), /“Album 5” \(5\) changed before it was copied: it is gone\.$/],
    ['became shorter', (source) => truncate(source, 2 * mebi), /it ends after 2097152 of 3145733 bytes\.$/],
    ['became longer', (source) => appendFile(source, 'x'), /it has more than 3145733 bytes\.$/],
    ['became empty', (source) => truncate(source, 0), /it ends after 0 of 3145733 bytes\.$/],
    ['is a folder now', (source) => rm(source).then(() => mkdir(source)), /EISDIR/],
  ];
  it.each(changes)('leaves nothing where the source %s', async (_, change, message) => {
    const [host, pen] = [await folder(), await folder()];
    const wanted = await wantedIn(host, 5, { size: 3 * mebi + 5 });
    await change(wanted.source);
    const before = openFiles();
    await expect(write(pen, wanted)).rejects.toMatchObject({
      code: 'not_now',
      message: expect.stringMatching(message) as unknown,
    });
    expect(await readdir(pen)).toEqual([]);
    expect(openFiles()).toEqual(before);
  });

  it('stops at once with the reason that was given, and leaves nothing', async () => {
    const [host, pen] = [await folder(), await folder()];
    const wanted = await wantedIn(host, 5, { size: 8 * mebi });
    const before = openFiles();
    const controller = new AbortController();
    let counted = 0;
    const stop = (count: number): void => {
      counted += count;
      if (counted === 2 * mebi) controller.abort(new TonstiftError('not_now', 'The pen is being ejected.'));
    };
    await expect(write(pen, wanted, { signal: controller.signal, wrote: stop })).rejects.toMatchObject({
      code: 'not_now',
      message: 'The pen is being ejected.',
    });
    await expect(write(pen, wanted, { signal: AbortSignal.abort() })).rejects.toMatchObject({ code: 'aborted' });
    expect(counted).toBe(2 * mebi);
    expect(await readdir(pen)).toEqual([]);
    expect(openFiles()).toEqual(before);
  });
});

withMounts('writing on a mounted volume', () => {
  it('leaves nothing where the volume is full', async () => {
    const pen = memoryVolume('2m');
    const wanted = await wantedIn(await folder(), 5, { size: 3 * mebi });
    await expect(write(pen, wanted)).rejects.toMatchObject({ code: 'ENOSPC' });
    expect(await readdir(pen)).toEqual([]);
  });

  it('notices within 16 MiB that the volume is gone, and writes nothing to its mount point', async () => {
    const [host, content] = [await folder(), await folder()];
    const pen = boundFolder(content);
    const wanted = await wantedIn(host, 5, { size: 24 * mebi });
    let counted = 0;
    const pull = (count: number): void => {
      if (counted === 0) pen.unmountLazily();
      counted += count;
    };
    await expect(write(pen.point, wanted, { wrote: pull })).rejects.toMatchObject({ code: 'no_pen' });
    expect(counted).toBeLessThanOrEqual(16 * mebi);
    expect([strayFiles(pen.point), await readdir(content)]).toEqual([[], []]);
  });
});

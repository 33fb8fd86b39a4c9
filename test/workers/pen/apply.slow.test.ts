import { describe, expect, it } from '@jest/globals';
import { readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { syncPen } from '../../../workers/pen/transfer/apply.js';
import { planPen } from '../../../workers/pen/plan/plan-pen.js';
import type { RememberedFile } from '../../../workers/pen/types.js';
import { temporaryFolders } from '../../support/folder.js';
import { gmeBytes, putOnPen, sha256, wantedIn } from './gme-files.js';
import { memoryVolume, remount, strayFiles, unmount, withMounts } from './mounts.js';
import { contentsOf, emptyMemory, inOrder, inPen, look, sync } from './sync-pen.js';

const folder = temporaryFolders();
const mebi = 1024 * 1024;
const oids = (files: readonly { oid: number }[]): number[] => files.map(({ oid }) => oid);

describe('a sync', () => {
  it('copies, keeps, replaces and removes, and then has nothing to do', async () => {
    const [host, pen, memory] = [await folder(), await folder(), emptyMemory()];
    const [five, six, seven] = [await wantedIn(host, 5), await wantedIn(host, 6), await wantedIn(host, 7)];
    const first = await sync(pen, [five, six], memory);
    expect([oids(first.copied), first.kept, first.failed]).toEqual([[5, 6], [], []]);
    expect(await inOrder(pen, [five, six], memory)).toBe(true);

    const newFive = await wantedIn(host, 5, { version: 2, title: 'Fünf' });
    const second = await sync(pen, [newFive, seven], memory);
    expect([oids(second.copied), second.removed.map(({ path }) => path), second.failed]).toEqual([
      [5, 7],
      ['6_Album-6.gme', '5_Album-5.gme'],
      [],
    ]);
    expect(await contentsOf(pen)).toEqual({ '5_Fuenf.gme': newFive.sha256, '7_Album-7.gme': seven.sha256 });
    expect(memory.files.map(({ path }) => path).sort()).toEqual(['5_Fuenf.gme', '7_Album-7.gme']);
    expect(await inOrder(pen, [newFive, seven], memory)).toBe(true);

    const { saves } = memory;
    expect((await sync(pen, [newFive, seven], memory)).kept).toEqual([5, 7]);
    expect(memory.saves).toBe(saves);
  });

  it('counts every byte twice, upwards', async () => {
    const [host, pen] = [await folder(), await folder()];
    const wanted = [await wantedIn(host, 5, { size: 2 * mebi }), await wantedIn(host, 6)];
    const steps: [number, number][] = [];
    await sync(pen, wanted, emptyMemory(), { progress: (done, total) => steps.push([done, total]) });
    const total = 2 * (2 * mebi + 4000);
    expect(steps.map(([done]) => done)).toEqual(steps.map(([done]) => done).sort((a, b) => a - b));
    expect(steps.at(-1)).toEqual([total, total]);
  });

  it('counts a copy that fails as done, and ends at the total', async () => {
    const [host, pen] = [await folder(), await folder()];
    const wanted = await Promise.all([5, 6, 7].map((oid) => wantedIn(host, oid, { size: 2 * mebi })));
    await writeFile(wanted[1]!.source, Buffer.alloc(2 * mebi, 1));
    const steps: number[] = [];
    const report = await sync(pen, wanted, emptyMemory(), { progress: (done) => steps.push(done) });
    expect(oids(report.copied)).toEqual([5, 7]);
    expect(steps).toEqual(steps.toSorted((a, b) => a - b));
    expect(steps.at(-1)).toBe(3 * 2 * 2 * mebi);
  });

  it('goes on with the others where one cannot be copied', async () => {
    const [host, pen, memory] = [await folder(), await folder(), emptyMemory()];
    const wanted = [await wantedIn(host, 5), await wantedIn(host, 6)];
    await rm(wanted[0]!.source);
    const report = await sync(pen, wanted, memory);
    expect(oids(report.copied)).toEqual([6]);
    expect(report.failed).toMatchObject([{ oid: 5, error: { code: 'not_now' } }]);
    expect(await readdir(pen)).toEqual(['6_Album-6.gme']);
  });

  it('ends where it is stopped, and the next one does the rest', async () => {
    const [host, pen, memory] = [await folder(), await folder(), emptyMemory()];
    const wanted = [await wantedIn(host, 5), await wantedIn(host, 6, { size: 3 * mebi }), await wantedIn(host, 7)];
    const controller = new AbortController();
    const stop = (done: number): void => {
      if (done > mebi) controller.abort();
    };
    await expect(sync(pen, wanted, memory, { signal: controller.signal, progress: stop })).rejects.toMatchObject({
      code: 'aborted',
    });
    expect(await readdir(pen)).toEqual(['5_Album-5.gme']);
    const report = await sync(pen, wanted, memory);
    expect([report.kept, oids(report.copied)]).toEqual([[5], [6, 7]]);
  });

  it('leaves off a file that is not wanted any more, and goes on with the others', async () => {
    const [host, pen, memory] = [await folder(), await folder(), emptyMemory()];
    const wanted = [await wantedIn(host, 5), await wantedIn(host, 6, { size: 3 * mebi }), await wantedIn(host, 7)];
    let isWanted = true;
    const report = await sync(pen, wanted, memory, {
      isWanted: ({ oid }) => oid !== 6 || isWanted,
      progress: (done) => void (isWanted = done < mebi),
    });
    expect([oids(report.copied), report.failed]).toEqual([[5, 7], []]);
    expect(await readdir(pen)).toEqual(['5_Album-5.gme', '7_Album-7.gme']);
    expect(oids(memory.files).sort()).toEqual([5, 7]);
  });

  it('clears away what a copy left when the power went off', async () => {
    const [host, pen, memory] = [await folder(), await folder(), emptyMemory()];
    const wanted = [await wantedIn(host, 5)];
    await sync(pen, wanted, memory);
    await writeFile(join(pen, '~tonstift-5.tmp'), 'half');
    await writeFile(join(pen, '~TONSTIFT-920.TMP'), 'half');
    expect(await inOrder(pen, wanted, memory)).toBe(false);
    await sync(pen, wanted, memory);
    expect(await readdir(pen)).toEqual(['5_Album-5.gme']);
  });
});

describe('the memory of a pen', () => {
  it('knows a file for ours after a crash between its name and its note', async () => {
    const [host, pen, memory] = [await folder(), await folder(), emptyMemory()];
    const old = await wantedIn(host, 5);
    await sync(pen, [old], memory);
    const wanted = [await wantedIn(host, 5, { version: 2 })];
    // The note before the name is made, the one behind it is not.
    let notes: RememberedFile[] = memory.files;
    let count = 0;
    const save = async (files: RememberedFile[]): Promise<void> => {
      if (++count > 1) throw new Error('crashed');
      notes = files;
    };
    const report = await sync(pen, wanted, memory, { save });
    expect(report.failed).toMatchObject([
      { oid: 5, error: { code: 'not_now', message: expect.stringMatching(/cannot be saved: crashed/) as unknown } },
    ]);
    expect(notes.map(({ sha256: digest }) => digest)).toEqual([old.sha256, wanted[0]!.sha256]);
    expect(await contentsOf(pen)).toEqual({ '5_Album-5.gme': wanted[0]!.sha256 });

    memory.files = notes;
    const next = await look(pen, wanted, memory);
    expect([next.keep.length, next.copy, next.changed, next.shadowed]).toEqual([1, [], [], []]);
    await sync(pen, wanted, memory);
    expect(memory.files).toMatchObject([{ path: '5_Album-5.gme', sha256: wanted[0]!.sha256 }]);
    expect(await inOrder(pen, wanted, memory)).toBe(true);
  });

  it('is found again by content where it is lost, and is no reason to copy', async () => {
    const [host, pen, memory] = [await folder(), await folder(), emptyMemory()];
    const wanted = [await wantedIn(host, 5), await wantedIn(host, 6)];
    await sync(pen, wanted, memory);
    const before = memory.files;
    memory.files = [];
    const report = await sync(pen, wanted, memory);
    expect([report.copied, report.kept]).toEqual([[], [5, 6]]);
    expect(memory.files).toEqual(before);
  });

  it('learns new times of untouched files, and does not read them again', async () => {
    const [host, pen, memory] = [await folder(), await folder(), emptyMemory()];
    const wanted = [await wantedIn(host, 5)];
    await sync(pen, wanted, memory);
    await utimes(join(pen, '5_Album-5.gme'), 315_532_800, 315_532_800); // 1980, where FAT begins
    expect(await look(pen, wanted, memory)).toMatchObject({ learned: true, copy: [] });
    await sync(pen, wanted, memory);
    expect(memory.files[0]?.mtimeMs).toBe(315_532_800_000);
    expect(await look(pen, wanted, memory)).toMatchObject({ learned: false, copy: [] });
  });

  it('that cannot be kept keeps everything off the pen', async () => {
    const [host, pen, memory] = [await folder(), await folder(), emptyMemory()];
    const report = await sync(pen, [await wantedIn(host, 5)], memory, {
      save: async () => Promise.reject(new Error('ENOSPC')),
    });
    expect(report.failed).toMatchObject([
      { oid: 5, error: { code: 'not_now', message: 'The list of what is on the pen cannot be saved: ENOSPC' } },
    ]);
    expect(await readdir(pen)).toEqual([]);
  });
});

describe('a file that someone changes between plan and sync', () => {
  it('is left alone', async () => {
    const [host, pen, memory] = [await folder(), await folder(), emptyMemory()];
    await sync(pen, [await wantedIn(host, 5), await wantedIn(host, 6)], memory);
    const wanted = [await wantedIn(host, 6, { version: 2 })];
    const report = await inPen(pen, async (root) => {
      const plan = await planPen(root, { wanted, remembered: memory.files });
      await putOnPen(pen, '5_Album-5.gme', gmeBytes(5, 77));
      await putOnPen(pen, '6_Album-6.gme', gmeBytes(6, 77, 5000));
      return syncPen(root, plan, { remembered: memory.files, save: async (files) => void (memory.files = files) });
    });
    expect(report.failed.map(({ oid, error }) => [oid, error.code])).toEqual([
      [5, 'conflict'],
      [6, 'conflict'],
    ]);
    expect(await contentsOf(pen)).toEqual({
      '5_Album-5.gme': sha256(gmeBytes(5, 77)),
      '6_Album-6.gme': sha256(gmeBytes(6, 77, 5000)),
    });
  });
});

const doesNotFit = /^“Album 6” \(6\) does not fit on the pen: it needs 5\.2 MB, and 5\.2 MB are free/;

withMounts('a sync with a mounted pen', () => {
  it('that is full copies what fits, and says of the rest what is needed and free', async () => {
    const [pen, host, memory] = [memoryVolume('9m'), await folder(), emptyMemory()];
    const wanted = [
      await wantedIn(host, 5, { size: 3 * mebi }),
      await wantedIn(host, 6, { size: 5 * mebi }),
      await wantedIn(host, 7, { size: mebi }),
    ];
    const report = await sync(pen, wanted, memory);
    expect(oids(report.copied)).toEqual([5, 7]);
    expect(report.failed).toMatchObject([
      {
        oid: 6,
        error: {
          code: 'no_space',
          message: expect.stringMatching(doesNotFit) as unknown,
        },
      },
    ]);
    expect(strayFiles(pen).sort()).toEqual(['5_Album-5.gme', '7_Album-7.gme']);
    unmount(pen);
  });

  it('makes room with what is not wanted any more, and keeps the old copy of what does not fit', async () => {
    const [pen, host, memory] = [memoryVolume('9m'), await folder(), emptyMemory()];
    const [five, six] = [await wantedIn(host, 5, { size: 4 * mebi }), await wantedIn(host, 6, { size: 2 * mebi })];
    await sync(pen, [five, six], memory);
    // Another five fits only when six is gone; a larger six never does.
    const large = await wantedIn(host, 6, { version: 2, size: 4 * mebi });
    const full = await sync(pen, [five, large], memory);
    expect(full.failed.map(({ oid, error }) => [oid, error.code])).toEqual([[6, 'no_space']]);
    expect(await contentsOf(pen)).toEqual({ '5_Album-5.gme': five.sha256, '6_Album-6.gme': six.sha256 });
    const seven = await wantedIn(host, 7, { size: 6 * mebi });
    const room = await sync(pen, [seven, six], memory);
    expect([oids(room.removed), oids(room.copied), room.failed]).toEqual([
      [5],
      [],
      [expect.objectContaining({ oid: 7 })],
    ]);
    expect((await sync(pen, [seven], memory)).failed).toEqual([]);
    expect(await contentsOf(pen)).toEqual({ '7_Album-7.gme': seven.sha256 });
    unmount(pen);
  });

  it('tries again what did not fit when a later copy has made room', async () => {
    const [pen, host, memory] = [memoryVolume('12m'), await folder(), emptyMemory()];
    const six = await wantedIn(host, 6, { size: 5 * mebi });
    await sync(pen, [six], memory);
    const wanted = [await wantedIn(host, 5, { size: 6 * mebi }), await wantedIn(host, 6, { version: 2, size: mebi })];
    const report = await sync(pen, wanted, memory);
    expect([oids(report.copied), report.failed]).toEqual([[6, 5], []]);
    expect(await inOrder(pen, wanted, memory)).toBe(true);
    unmount(pen);
  });

  it('that is read-only fails album by album, and forgets nothing', async () => {
    const [pen, host, memory] = [memoryVolume('9m'), await folder(), emptyMemory()];
    await sync(pen, [await wantedIn(host, 5), await wantedIn(host, 6)], memory);
    const before = memory.files;
    expect(remount(pen, 'ro')).toBe(true);
    const report = await sync(pen, [await wantedIn(host, 6, { version: 2 }), await wantedIn(host, 7)], memory);
    expect(report.failed.map(({ oid, error }) => [oid, error.code])).toEqual([
      [5, 'not_now'],
      [6, 'not_now'],
      [7, 'not_now'],
    ]);
    for (const { error } of report.failed) expect(error.message).toMatch(/the pen is read-only/);
    expect(memory.files).toEqual(before);
    unmount(pen);
  });
});

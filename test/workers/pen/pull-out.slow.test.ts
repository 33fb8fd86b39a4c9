/**
 * Pens that go at random moments of a sync. On a folder that is mounted elsewhere (same device as the host's disk) and
 * unmounted lazily; and on a disk in a file that turns read-only,
 * or whose plug is pulled so that nothing unsynced lasts.
 */
import { expect, it } from '@jest/globals';
import { execFile, execFileSync } from 'node:child_process';
import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { WantedFile } from '../../../workers/pen/types.js';
import { temporaryFolders } from '../../support/folder.js';
import { times } from '../../support/times.js';
import { gmeBytes, putOnPen, sha256, wantedIn } from './gme-files.js';
import { boundFolder, disk, strayFiles, withDisks, withMounts } from './mounts.js';
import { emptyMemory, inOrder, type Memory, sync } from './sync-pen.js';
import { openFiles } from '../../support/open-files.js';

const pulls = times(8, 20);

const folder = temporaryFolders();
const mebi = 1024 * 1024;

interface Albums {
  /** What is on the pen at first. */
  before: WantedFile[];
  after: WantedFile[];
}

/** One is replaced, one removed, two are new; one of them spans several syncs of the disk. */
async function makeAlbums(): Promise<Albums> {
  const host = await folder();
  return {
    before: [await wantedIn(host, 5, { size: mebi }), await wantedIn(host, 6)],
    after: [
      await wantedIn(host, 5, { version: 2, size: 3 * mebi }),
      await wantedIn(host, 7, { size: 5 * mebi + 5 }),
      await wantedIn(host, 8, { size: 40_000 }),
    ],
  };
}

const foreign = gmeBytes(300, 1);

/** Numbers from 0 up to, but without, `below`; the same for the same seed. */
const randomBelow = (seed: number, below: number): number => {
  let state = (seed + 1) >>> 0;
  for (let n = 0; n < 4; n++) state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
  return Math.floor((state / 2 ** 32) * below);
};

/** Each progress, and each note before and after a name is given, is a moment. Answers how many there were. */
async function syncWithMoments(
  point: string,
  wanted: readonly WantedFile[],
  memory: Memory,
  at: (moment: number) => void,
): Promise<number> {
  let moment = 0;
  await sync(point, wanted, memory, {
    progress: () => at(moment++),
    async save(files) {
      at(moment++);
      memory.files = files;
      at(moment++);
    },
  });
  return moment;
}

/**
 * Every file that the pen would open is whole: ours before, ours after, or foreign.
 * Each album is there in one version or the other.
 */
async function expectWhole(content: string, { before, after }: Albums): Promise<void> {
  const whole = new Set([...before, ...after].map((album) => album.sha256).concat(sha256(foreign)));
  const digests: string[] = [];
  for (const name of (await readdir(content)).filter((entry) => /\.gme$/i.test(entry)))
    digests.push(sha256(await readFile(join(content, name))));
  for (const digest of digests) expect(whole).toContain(digest);
  expect(digests).toContain(sha256(foreign));
  expect(digests.filter((digest) => digest === before[0]!.sha256 || digest === after[0]!.sha256)).toHaveLength(1);
}

async function expectFinished(point: string, { after }: Albums, memory: Memory): Promise<void> {
  const report = await sync(point, after, memory);
  expect([report.failed, report.changed, report.shadowed]).toEqual([[], [], []]);
  const digests = await Promise.all(
    (await readdir(point))
      .filter((name) => name !== 'lost+found')
      .map(async (name) => sha256(await readFile(join(point, name)))),
  );
  expect(digests.sort()).toEqual([...after.map((album) => album.sha256), sha256(foreign)].sort());
  expect(await inOrder(point, after, memory)).toBe(true);
}

/** How a whole sync counts its moments, on a plain folder. */
async function countMoments(albums: Albums): Promise<number> {
  const [pen, memory] = [await folder(), emptyMemory()];
  await sync(pen, albums.before, memory);
  return syncWithMoments(pen, albums.after, memory, () => undefined);
}

withMounts('a pen that is unmounted lazily', () => {
  it('at random moments has no half file, leaves its mount point bare, and is finished next time', async () => {
    const albums = await makeAlbums();
    const moments = await countMoments(albums);
    const handles = openFiles();
    const cut = { still: 0, racing: 0 };
    for (let seed = 0; seed < pulls; seed++) {
      const still = seed % 2 === 0;
      const [content, memory] = [await folder(), emptyMemory()];
      await putOnPen(content, 'theirs.gme', foreign);
      await sync(content, albums.before, memory);
      const pen = boundFolder(content);
      // In turns: the copy stands still meanwhile; or goes on until the pen is gone, at whatever moment that is,
      // which may be after a copy that was at its end when the pulling began.
      const chosen = randomBelow(seed, still ? moments : Math.floor(moments / 2));
      let pulling: Promise<unknown> = Promise.resolve();
      const pull = (): void => {
        if (still) pen.unmountLazily();
        else pulling = promisify(execFile)('umount', ['-l', pen.point]);
      };
      const outcome = await syncWithMoments(pen.point, albums.after, memory, (moment) => {
        if (moment === chosen) pull();
      }).catch((error: unknown) => error);
      await pulling;
      if (typeof outcome !== 'number') {
        cut[still ? 'still' : 'racing']++;
        expect(outcome).toMatchObject({ code: 'no_pen' });
      }
      expect(strayFiles(pen.point)).toEqual([]);
      await expectWhole(content, albums);
      pen.mount();
      await expectFinished(pen.point, albums, memory);
      pen.unmountLazily();
    }
    expect(cut.still).toBeGreaterThanOrEqual(pulls / 2 - 1);
    expect(cut.racing).toBeGreaterThanOrEqual(1);
    expect(openFiles()).toEqual(handles);
  });
});

withDisks('a disk that goes', () => {
  it.each(['makeReadOnly', 'pullOut'] as const)(
    'at random moments has no half file, and is finished the next time (%s)',
    async (how) => {
      const albums = await makeAlbums();
      const moments = await countMoments(albums);
      const handles = openFiles();
      const pen = disk(32);
      let cut = 0;
      for (let seed = 100; seed < 100 + pulls; seed++) {
        const memory = emptyMemory();
        pen.mount();
        for (const name of (await readdir(pen.point)).filter((entry) => entry.endsWith('.gme')))
          await rm(join(pen.point, name));
        await putOnPen(pen.point, 'theirs.gme', foreign);
        await sync(pen.point, albums.before, memory);
        execFileSync('sync', ['-f', pen.point]);
        const chosen = randomBelow(seed, moments);
        const outcome = await syncWithMoments(pen.point, albums.after, memory, (moment) => {
          if (moment === chosen) pen[how]();
        });
        if (outcome < moments) cut++;
        pen.unmount();
        expect(strayFiles(pen.point)).toEqual([]);
        pen.mount();
        await expectWhole(pen.point, albums);
        await expectFinished(pen.point, albums, memory);
        pen.unmount();
      }
      expect(cut).toBeGreaterThanOrEqual((pulls * 3) / 4);
      expect(openFiles()).toEqual(handles);
    },
  );
});

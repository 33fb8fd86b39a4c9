/** Folders of the inbox wait for files that are still being downloaded or copied. */
import { beforeEach, expect, it } from '@jest/globals';
import { mkdir, readdir, readFile, rename, truncate, writeFile } from 'node:fs/promises';
import type { InboxReconciler } from '../../../daemon/inbox/reconciler.js';
import { audioFixture } from '../../fixtures/audio.js';
import { putMp3 } from '../../support/open-library.js';
import { inboxStage } from './stage.js';

const { shop, at, open } = inboxStage();
let reconciler: InboxReconciler;
let whole: Buffer;
beforeEach(async () => {
  await mkdir(at('Story'));
  await putMp3(at('Story', '01.mp3'), { offset: 1 });
  whole = await readFile(await audioFixture({ format: 'mp3', seconds: 20 }));
  reconciler = open();
});

async function pass(ms: number): Promise<void> {
  reconciler.wake();
  for (let left = ms; left > 0; left -= 500) {
    await reconciler.idle();
    shop.clock.advance(Math.min(500, left));
  }
  await reconciler.idle();
}
const counts = (): number[] => shop.library.albums.map(({ tracks }) => tracks.length);
const waits = (): unknown => reconciler.status().arriving;
/** The clock of the test begins in 1970, and the system's times are now. */
const aDayLater = async (): Promise<void> => {
  shop.clock.advance(Date.now() + 25 * 3_600_000 - shop.clock.now());
  await pass(1000);
};

it('a folder waits as a whole for an unfinished download, and names it', async () => {
  await writeFile(at('Story', '02.mp3.fdmdownload'), whole.subarray(0, 5000));
  await pass(20_000);
  expect(counts()).toEqual([]);
  expect(waits()).toEqual([{ name: 'Story', files: 2, waits_for: ['02.mp3'], is_overdue: false }]);
  await writeFile(at('Story', '02.mp3.fdmdownload'), whole);
  await rename(at('Story', '02.mp3.fdmdownload'), at('Story', '02.mp3'));
  await pass(10_000);
  expect([counts(), waits()]).toEqual([[2], []]);
});

it('a loose file that a browser downloads waits with the empty file of its name', async () => {
  await writeFile(at('Song.mp3'), '');
  await writeFile(at('Song.k9Zt.mp3.part'), whole.subarray(0, 5000));
  await pass(20_000);
  expect(counts()).toEqual([1]);
  expect((await readdir(at())).filter((name) => name.startsWith('Song'))).toHaveLength(2);
  await rename(at('Song.k9Zt.mp3.part'), at('Song.mp3'));
  await writeFile(at('Song.mp3'), whole);
  await pass(10_000);
  expect(counts()).toEqual([1, 1]);
});

it('a copy in pieces, with pauses longer than the settle time, becomes a track only when it is complete', async () => {
  const m4a = await readFile(await audioFixture({ format: 'm4a', seconds: 20 }));
  for (const share of [0.25, 0.5, 0.75]) {
    await writeFile(at('Story', '02.mp3'), whole.subarray(0, whole.length * share));
    await writeFile(at('Story', '03.m4a'), m4a.subarray(0, m4a.length * share));
    await writeFile(at('Loose.m4a'), m4a.subarray(0, m4a.length * share));
    await pass(15_000);
    expect(counts()).toEqual([]);
    expect(waits()).toEqual([
      expect.objectContaining({ name: 'Loose.m4a', waits_for: ['Loose.m4a'] }),
      expect.objectContaining({ name: 'Story', waits_for: ['02.mp3', '03.m4a'] }),
    ]);
    expect((await readdir(at())).sort()).toEqual(['Loose.m4a', 'Story']);
  }
  for (const [name, bytes] of [
    ['02.mp3', whole],
    ['03.m4a', m4a],
  ] as const)
    await writeFile(at('Story', name), bytes);
  await pass(15_000);
  expect(counts()).toEqual([3]);
});

it('a file that was allocated at its full length waits for its content', async () => {
  await writeFile(at('Story', '02.mp3'), Buffer.alloc(whole.length));
  await pass(15_000);
  await writeFile(
    at('Story', '02.mp3'),
    Buffer.concat([whole.subarray(0, 100_000), Buffer.alloc(whole.length - 100_000)]),
  );
  await pass(15_000);
  expect(counts()).toEqual([]);
  await writeFile(at('Story', '02.mp3'), whole);
  await pass(15_000);
  expect(counts()).toEqual([2]);
});

it('its headers are read once, and again when it changes', async () => {
  await writeFile(at('Story', '02.mp3'), whole.subarray(0, 100_000));
  await pass(15_000);
  const tries = shop.jobsOf('import');
  await pass(120_000);
  expect(shop.jobsOf('import')).toBe(tries);
  expect(shop.logged.filter((sentence) => sentence.includes('not complete yet: 02.mp3'))).toHaveLength(1);
});

it('after a day, the complete files are imported on request, and the others stay', async () => {
  await writeFile(at('Story', '02.mp3.crdownload'), whole.subarray(0, 5000));
  await writeFile(at('Story', '03.mp3'), whole.subarray(0, 100_000));
  await pass(15_000);
  expect(() => reconciler.importComplete('Other')).toThrow(/does not wait/);
  await aDayLater();
  expect(waits()).toEqual([{ name: 'Story', files: 3, waits_for: ['02.mp3'], is_overdue: true }]);
  reconciler.importComplete('Story');
  await pass(15_000);
  expect(counts()).toEqual([1]);
  expect((await readdir(at('Story'))).sort()).toEqual(['02.mp3.crdownload', '03.mp3']);
  await aDayLater();
  // Only a cut-off file is left besides the download: it is taken as it is.
  reconciler.importComplete('Story');
  await pass(15_000);
  expect(counts()).toEqual([2]);
  expect(await readdir(at('Story'))).toEqual(['02.mp3.crdownload']);
  await aDayLater();
  expect(waits()).toEqual([{ name: 'Story', files: 1, waits_for: ['02.mp3'], is_overdue: false }]);
  expect(shop.logged.join('\n')).toContain('03.mp3: The end of the file is missing. It was added as it is.');
});

it('a file that shrinks again after an order waits again', async () => {
  await writeFile(at('Story', '02.mp3'), whole.subarray(0, 100_000));
  await pass(15_000);
  reconciler.importComplete('Story');
  await truncate(at('Story', '02.mp3'), 90_000);
  await pass(15_000);
  expect(counts()).toEqual([]);
});

it('discs of one album wait for each other, and are ordered together', async () => {
  for (const disc of ['CD1', 'CD2']) {
    await mkdir(at(`Castle ${disc}`));
    await putMp3(at(`Castle ${disc}`, '01.mp3'), { offset: disc === 'CD1' ? 40 : 70 });
  }
  await writeFile(at('Castle CD2', '02.mp3.part'), whole.subarray(0, 5000));
  await pass(20_000);
  expect(counts()).toEqual([1]);
  const names = (reconciler.status().arriving as { name: string; waits_for: string[] }[]).map((one) => one.waits_for);
  expect(names).toEqual([['02.mp3'], ['02.mp3']]);
  reconciler.importComplete('Castle CD1');
  await pass(15_000);
  expect(counts()).toEqual([1, 2]);
  expect(await readdir(at('Castle CD2'))).toEqual(['02.mp3.part']);
});

it('discs that are directly in the inbox hold back no other folders, and are ordered without them', async () => {
  for (const [name, offset] of [
    ['CD 1', 40],
    ['CD 2', 70],
    ['Other', 100],
  ] as const) {
    await mkdir(at(name));
    await putMp3(at(name, '01.mp3'), { offset });
  }
  for (const name of ['CD 2', 'Other']) await writeFile(at(name, `${name} 02.mp3.part`), whole.subarray(0, 5000));
  await pass(20_000);
  expect(counts()).toEqual([1]);
  const names = (reconciler.status().arriving as { name: string; waits_for: string[] }[]).map((one) => one.waits_for);
  expect(names.sort()).toEqual([['CD 2 02.mp3'], ['CD 2 02.mp3'], ['Other 02.mp3']]);
  reconciler.importComplete('CD 1');
  await pass(15_000);
  expect(counts()).toEqual([1, 2]);
  expect((await readdir(at('Other'))).sort()).toEqual(['01.mp3', 'Other 02.mp3.part']);
});

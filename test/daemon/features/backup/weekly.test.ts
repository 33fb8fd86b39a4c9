/** Backups that are made every week: real files, and a clock that the test moves. */
import { beforeEach, expect, it } from '@jest/globals';
import { mkdir, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { WeeklyBackups } from '../../../../daemon/features/backup/weekly.js';
import { silentLog } from '../../../../workers/base/ports.js';
import { weeklyFileName } from '../../../../workers/features/backup/format.js';
import { openBackup } from '../../../../workers/features/backup/read.js';
import { realBackups } from '../../../contracts/real.js';
import { manualClock } from '../../../support/manual-clock.js';
import { forEachTest } from '../../../support/opened.js';

const day = 24 * 3_600_000;
const library = '0123456789abcdef';
const opened = forEachTest(realBackups, (one) => one.close());
let folder: string;
let weekly: WeeklyBackups;
let now: number;
let logged: string[];
/** The size of all tracks. */
let bytes: number;
beforeEach(async () => {
  folder = join(opened.folder, 'weekly');
  await mkdir(folder);
  now = Date.now();
  logged = [];
  bytes = 1000;
  weekly = started();
});

const started = (): WeeklyBackups =>
  new WeeklyBackups({
    folder: () => folder,
    library: () => library,
    backups: {
      write: (...order) => opened.service.write(...order),
      status: () => ({ ...opened.service.status(), bytes }),
    },
    changed: () => undefined,
    clock: { ...manualClock(), now: () => now },
    log: { ...silentLog, warn: (message) => logged.push(message) },
  });

const day0 = (days: number): string => weeklyFileName(library, new Date(now - days * day));
async function put(name: string, days: number): Promise<void> {
  await writeFile(join(folder, name), 'x');
  await utimes(join(folder, name), (now - days * day) / 1000, (now - days * day) / 1000);
}

it('come once a week, can be restored, and only the newest four stay', async () => {
  for (const days of [8, 15, 22, 29, 36]) await put(day0(days), days);
  // Made by hand, or of another library that uses the folder too.
  const others = ['tonstift-backup-2026-01-01.zip', weeklyFileName('fedcba9876543210', new Date(now))];
  for (const name of others) await put(name, 0);
  await weekly.look();
  expect((await readdir(folder)).sort()).toEqual([day0(0), day0(8), day0(15), day0(22), ...others].sort());
  using backup = await openBackup(join(folder, day0(0)));
  expect(backup.manifest.counts.albums).toBe(1);
  expect(weekly.status()).toMatchObject({ folder, problem: null });
  now += 6 * day;
  await weekly.look();
  expect(await readdir(folder)).toHaveLength(6);
  expect(Math.round((weekly.age() ?? 0) / 86_400)).toBe(6);
  now += 2 * day;
  await weekly.look();
  expect(await readdir(folder)).toContain(day0(0));
});

it('do not stop, and lose none, because of a file from the future', async () => {
  for (const days of [8, 15, 22, -60, -70, -80, -90]) await put(day0(days), days);
  await weekly.look();
  await weekly.look();
  expect([weekly.status()?.problem, weekly.problems()]).toEqual([null, []]);
  expect(await readdir(folder)).toHaveLength(8);
  now += day;
  await weekly.look();
  expect(await readdir(folder)).not.toContain(day0(0));
});

it('remove the partial file of a crash on another day, but none that grows', async () => {
  await put(`${day0(3)}.part`, 3);
  await put(`${day0(1)}.part`, 0);
  await put('mine.part', 3);
  await weekly.look();
  expect((await readdir(folder)).sort()).toEqual(['mine.part', day0(0), `${day0(1)}.part`].sort());
});

it('are made in the folder that is set while another one is written to', async () => {
  const former = folder;
  const look = weekly.look();
  folder = join(opened.folder, 'other');
  await mkdir(folder);
  void weekly.look();
  await look;
  expect([await readdir(former), await readdir(folder)]).toEqual([[day0(0)], [day0(0)]]);
});

it('are a problem while the folder is away, which is not made', async () => {
  await rm(folder, { recursive: true });
  await weekly.look();
  // An hour later: a disk that is away for a year is one line of the log.
  await weekly.look();
  expect(logged).toHaveLength(1);
  expect(String(weekly.status()?.problem)).toBe(`The folder ${folder} is not there.`);
  expect(weekly.problems()).toMatchObject([{ kind: 'library', path: '/backup' }]);
  await expect(readdir(folder)).rejects.toThrow('ENOENT');
  await mkdir(folder);
  await weekly.look();
  expect([weekly.problems(), await readdir(folder)]).toEqual([[], [day0(0)]]);
});

it('are not begun where the disk has too little space', async () => {
  bytes = 1e18;
  await weekly.look();
  expect(await readdir(folder)).toEqual([]);
  const [problem] = weekly.problems();
  expect(String(problem?.reason)).toMatch(/^There is too little space in .*weekly: the next backup needs 1,000,000/);
  expect(String(problem?.advice)).toContain('free up some space');
  bytes = 1000;
  await weekly.look();
  expect([weekly.problems(), await readdir(folder)]).toEqual([[], [day0(0)]]);
});

it('keep their age while the folder is away, but not that of another folder', async () => {
  await put(day0(3), 3);
  await weekly.look();
  await rm(folder, { recursive: true });
  now += 8 * day;
  await weekly.look();
  expect(Math.round((weekly.age() ?? 0) / 86_400)).toBe(11);
  expect(weekly.status()?.last_at?.slice(0, 10)).toBe(new Date(now - 11 * day).toISOString().slice(0, 10));
  folder = join(opened.folder, 'other');
  await weekly.look();
  expect([weekly.age(), weekly.status()?.last_at]).toEqual([undefined, null]);
});

it('say what the newest one lacks, after a restart too, but not what one in another folder does', async () => {
  const albums = join(opened.folder, 'library', 'albums');
  const names = await readdir(albums, { recursive: true });
  await rm(join(albums, names.find((name) => name.endsWith('.mp3')) ?? ''));
  await weekly.look();
  const lacks = /^The last backup lacks: .* which is missing$/;
  expect(String(weekly.status()?.problem)).toMatch(lacks);
  weekly = started();
  await weekly.look();
  expect(await readdir(folder)).toEqual([day0(0)]);
  expect(String(weekly.status()?.problem)).toMatch(lacks);
  expect(weekly.problems()).toHaveLength(1);
  folder = join(opened.folder, 'other');
  await mkdir(folder);
  await put(day0(1), 1);
  await weekly.look();
  expect([weekly.status()?.problem, weekly.problems()]).toEqual([null, []]);
});

it('are not made without a folder', async () => {
  folder = '';
  await weekly.look();
  expect([weekly.status(), weekly.age(), weekly.problems()]).toEqual([null, undefined, []]);
});

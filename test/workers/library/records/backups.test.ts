import { describe, expect, it } from '@jest/globals';
import { link, mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { holdFolder } from '../../../../workers/base/files/held-folder.js';
import { silentLog } from '../../../../workers/base/ports.js';
import { Library } from '../../../../workers/library/library.js';
import {
  backupName,
  backupsFolder,
  backupsIn,
  backupTime,
  isDue,
  superfluous,
} from '../../../../workers/library/records/backups.js';
import { temporaryFolders } from '../../../support/folder.js';

const folder = temporaryFolders();

const start = Date.UTC(2026, 10, 22, 7, 15);
const hour = 3_600_000;
const day = 24 * hour;

/** Returns the backups after a write every ten minutes for some days. */
function afterWrites(before: readonly string[], from: number, days: number): string[] {
  let names = [...before];
  for (let time = from; time < from + days * day; time += hour / 6) {
    if (!isDue(names, time)) continue;
    names.push(backupName(time));
    const old = new Set(superfluous(names, time));
    names = names.filter((name) => !old.has(name));
  }
  return names;
}

it('a name tells its time', () => {
  expect(backupName(start)).toBe('library-2026-11-22T07-15-00Z.json');
  expect(backupTime(backupName(start))).toBe(start);
  for (const name of ['library.json', 'library-2026-13-22T07-15-00Z.json', 'x'])
    expect(backupTime(name)).toBeUndefined();
});

describe('with a write every ten minutes for ninety days', () => {
  const names = afterWrites([], start, 90);
  const last = start + 90 * day;
  const ages = names.map((name) => (last - (backupTime(name) ?? 0)) / hour);

  it('there is one of each of the last 24 hours', () => {
    for (let n = 1; n <= 24; n++) expect(ages.some((age) => age > n - 1 && age <= n + 0.3)).toBe(true);
  });
  it('there is one of each of the last 30 days', () => {
    for (let n = 1; n < 30; n++) expect(ages.some((age) => age / 24 > n - 1 && age / 24 <= n)).toBe(true);
  });
  it('there are no more', () => expect(names.length).toBeLessThanOrEqual(54));
});

it('with a write a week the oldest of thirty is seven months old', () => {
  let names: string[] = [];
  for (let n = 0; n < 60; n++) names.push(backupName(start + n * 7 * day));
  const old = new Set(superfluous(names, start + 60 * 7 * day));
  names = names.filter((name) => !old.has(name));
  expect(names).toHaveLength(30);
});

it('a time with the clock ahead changes nothing about the backups after it', () => {
  const wrong = afterWrites([], start + 1000 * day, 40);
  const names = afterWrites(wrong, start, 40);
  expect(names.filter((name) => !wrong.includes(name))).toEqual(afterWrites([], start, 40));
});

it('a clock that is behind deletes no backup', () => {
  const names = afterWrites([], start, 40);
  for (const now of [0, start + 20 * day, start + 39 * day]) expect([now, superfluous(names, now)]).toEqual([now, []]);
});

it('the newest is first, and those from the future are last', async () => {
  const root = await folder();
  await mkdir(join(root, backupsFolder));
  const names = [1, 0, -1, -40, 800, 400].map((days) => backupName(start + days * day));
  for (const name of names) await writeFile(join(root, backupsFolder, name), '');
  await using library = await holdFolder(root);
  expect(await backupsIn(library, start + day)).toEqual(names);
});

it('a backup that is the very file already leaves no second name behind', async () => {
  const root = await folder();
  const library = await Library.open(root, silentLog);
  await library.change((data) => data);
  await library.close();
  // As a kill between the backup and the new file leaves it.
  await rm(join(root, 'library.json.bak'));
  await link(join(root, 'library.json'), join(root, 'library.json.bak'));
  const again = await Library.open(root, silentLog);
  await again.change((data) => data);
  await again.close();
  expect((await readdir(root)).filter((name) => name.startsWith('.'))).toEqual([]);
});

import { describe, expect, it } from '@jest/globals';
import { link, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { silentLog } from '../../../../workers/base/ports.js';
import { Library } from '../../../../workers/library/library.js';
import { backupName, backupTime, isDue, superfluous } from '../../../../workers/library/records/backups.js';
import { temporaryFolders } from '../../../support/folder.js';

const folder = temporaryFolders();

const start = Date.UTC(2026, 10, 22, 7, 15);
const hour = 3_600_000;

it('a name tells its time', () => {
  expect(backupName(start)).toBe('library-2026-11-22T07-15-00Z.json');
  expect(backupTime(backupName(start))).toBe(start);
  for (const name of ['library.json', 'library-2026-13-22T07-15-00Z.json', 'x'])
    expect(backupTime(name)).toBeUndefined();
});

describe('with a write every ten minutes for ninety days', () => {
  let names: string[] = [];
  for (let time = start; time < start + 90 * 24 * hour; time += hour / 6) {
    if (!isDue(names, time)) continue;
    names.push(backupName(time));
    const old = new Set(superfluous(names));
    names = names.filter((name) => !old.has(name));
  }
  const last = start + 90 * 24 * hour;
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
  for (let n = 0; n < 60; n++) names.push(backupName(start + n * 7 * 24 * hour));
  const old = new Set(superfluous(names));
  names = names.filter((name) => !old.has(name));
  expect(names).toHaveLength(30);
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

import { expect, it } from '@jest/globals';
import { lstat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { moveToFree } from '../../../../workers/base/files/durable.js';
import { sameTime } from '../../../../workers/base/files/same-time.js';
import { temporaryFolders } from '../../../support/folder.js';

const folder = temporaryFolders();

it.each([
  [1763804125123.4568, 1763804125123.456, true],
  [1763804125123.4568, 1763804125124.9, false],
  [undefined, 5, false],
])('%p and %p', (a, b, same) => expect(sameTime(a, b)).toBe(same));

it('a file that is moved to another disk keeps its time', async () => {
  const home = await folder();
  const [from, to] = [join(home, 'a'), `/dev/shm/tonstift-time-${process.pid}`];
  await writeFile(from, 'x');
  await utimes(from, 1_000_000_000.123456, 1_000_000_000.123456);
  const { mtimeMs } = await lstat(from);
  await moveToFree(from, { at: () => to }, 'a');
  expect(sameTime(mtimeMs, (await lstat(to)).mtimeMs)).toBe(true);
  await moveToFree(to, { at: (name) => join(home, name) }, 'a');
});

/** Our files on a pen that a cut, a check of the disk or another program has damaged. */
import { expect, it } from '@jest/globals';
import { readFile, stat, truncate, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { temporaryFolders } from '../../support/folder.js';
import { gmeBytes, putOnPen, sha256, wantedIn } from './gme-files.js';
import { contentsOf, emptyMemory, inOrder, look, sync } from './sync-pen.js';

const folder = temporaryFolders();

it.each<[string, (path: string) => Promise<void>, boolean]>([
  ['is cut off', (path) => truncate(path, 700), true],
  ['is cut off within its header', (path) => truncate(path, 100), false],
  ['is empty', (path) => truncate(path, 0), false],
  ['is garbage of the same length', async (path) => writeFile(path, Buffer.alloc((await stat(path)).size, 7)), false],
])('a copy that %s is no longer ours, stays, and gets a whole one next to it', async (_, damage, isAlbum) => {
  const [host, pen, memory] = [await folder(), await folder(), emptyMemory()];
  const wanted = [await wantedIn(host, 5, { size: 5000 }), await wantedIn(host, 6)];
  await sync(pen, wanted, memory);
  const [name = ''] = memory.files.filter(({ oid }) => oid === 5).map(({ path }) => path);
  const { atime, mtime } = await stat(join(pen, name));
  await damage(join(pen, name));
  // A check of the disk keeps the times.
  await utimes(join(pen, name), atime, mtime);
  const damaged = await readFile(join(pen, name));

  const plan = await look(pen, wanted, memory);
  expect(plan.keep.map(({ oid }) => oid)).toEqual([6]);
  expect(plan.copy.map(({ wanted: { oid } }) => oid)).toEqual([5]);
  expect(plan.changed).toEqual([{ oid: 5, path: name }]);
  expect(plan.shadowed).toEqual(isAlbum ? [{ oid: 5, path: name }] : []);
  await sync(pen, wanted, memory);
  expect(await inOrder(pen, wanted, memory)).toBe(true);
  const contents = await contentsOf(pen);
  expect(contents[name]).toBe(sha256(damaged));
  expect(Object.entries(contents).filter(([, digest]) => digest === wanted[0]?.sha256)).toHaveLength(1);

  // Nothing of it is deleted with the album.
  await sync(pen, [], memory);
  expect(await contentsOf(pen)).toEqual({ [name]: sha256(damaged) });
});

it('a foreign file that is cut off is neither ours nor deleted', async () => {
  const [host, pen, memory] = [await folder(), await folder(), emptyMemory()];
  const wanted = [await wantedIn(host, 5)];
  await putOnPen(pen, 'Tiere.gme', gmeBytes(42, 9).subarray(0, 600));
  await writeFile(join(pen, 'leer.gme'), '');
  const before = await contentsOf(pen);
  await sync(pen, wanted, memory);
  await sync(pen, [], memory);
  expect(await contentsOf(pen)).toEqual(before);
});

import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { mendNames } from '../../../../workers/base/files/mend-names.js';
import { temporaryFolders } from '../../../support/folder.js';

const folder = temporaryFolders();

it('reads names that are no UTF-8 as Windows-1252, its quotes and dashes too', async () => {
  const root = await folder();
  const inLatin = (name: string): Buffer => Buffer.concat([Buffer.from(`${root}/`), Buffer.from(name, 'latin1')]);
  for (const name of ['Don\x92t.mp3', 'Gr\xfc\xdfe \x96 \x80.mp3']) await writeFile(inLatin(name), 'x');
  await writeFile(join(root, 'Töne.mp3'), 'x');
  expect(await mendNames(root, 0)).toBe(true);
  expect((await readdir(root)).sort()).toEqual(['Don’t.mp3', 'Grüße – €.mp3', 'Töne.mp3']);
  expect(await mendNames(root, 0)).toBe(false);
});

it('skips a folder that was just changed, and no folder from the future', async () => {
  const root = await folder();
  const path = Buffer.concat([Buffer.from(`${root}/`), Buffer.from('B\xe4r', 'latin1')]);
  await mkdir(path);
  expect(await mendNames(root, 60_000)).toBe(false);
  const future = new Date(Date.now() + 365 * 86_400_000);
  await utimes(path, future, future);
  expect(await mendNames(root, 60_000)).toBe(true);
  expect(await readdir(root)).toEqual(['Bär']);
});

import { expect, it } from '@jest/globals';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { walk } from '../../../../workers/base/files/walk.js';
import { temporaryFolders } from '../../../support/folder.js';

const folder = temporaryFolders();

it('finds what lies in many folders within each other', async () => {
  const root = await folder();
  const below = Array.from({ length: 30 }, () => 'd').join('/');
  await mkdir(join(root, below), { recursive: true });
  await writeFile(join(root, below, 'x.mp3'), 'x');
  expect((await walk(root)).map((file) => file.relativePath)).toEqual([`${below}/x.mp3`]);
});

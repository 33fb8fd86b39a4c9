import { expect, it } from '@jest/globals';
import { mkdir, symlink, writeFile } from 'node:fs/promises';
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

it('does not go through a link to a folder', async () => {
  const [root, outside] = [await folder(), await folder()];
  await writeFile(join(outside, '1.mp3'), 'x');
  await mkdir(join(root, 'CD'));
  await writeFile(join(root, 'CD/2.mp3'), 'x');
  await symlink(outside, join(root, 'CD/Side 1'));
  const found = (await walk(root)).map(({ relativePath, special }) => [relativePath, special]);
  expect(found.sort()).toEqual([
    ['CD/2.mp3', false],
    ['CD/Side 1', true],
  ]);
});

/** Folders that are named over HTTP are looked at, whatever lies in them. */
import { expect, it } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { folderProblem } from '../../../daemon/settings/folders.js';
import { temporaryFolders } from '../../support/folder.js';

const folder = temporaryFolders();

it.each<[string, (path: string) => Promise<unknown>]>([
  ['a pipe', async (path) => execFileSync('mkfifo', [path])],
  ['a folder', (path) => mkdir(path)],
  ['no JSON', (path) => writeFile(path, 'x')],
])('records that are %s keep nobody waiting', async (_, put) => {
  const path = join(await folder(), 'library');
  await mkdir(path);
  await put(join(path, 'library.json'));
  expect(await folderProblem('library_path', path)).toBeUndefined();
});

it('an import that has not ended is noticed', async () => {
  const path = join(await folder(), 'library');
  await mkdir(path);
  await writeFile(join(path, 'library.json'), JSON.stringify({ albums: [{ pending: { sources: [] } }] }));
  expect(String(await folderProblem('library_path', path))).toContain('must be a library without an unfinished import');
});

it('a link in it is', async () => {
  const path = join(await folder(), 'library');
  await mkdir(path);
  await symlink('/etc', join(path, 'albums'));
  await writeFile(join(path, 'library.json'), '{}');
  expect(String(await folderProblem('library_path', path))).toContain('must not contain links');
});

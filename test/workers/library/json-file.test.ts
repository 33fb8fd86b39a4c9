/** The file of records while it is replaced, on disks without links and on full ones. */
import { expect, it, jest } from '@jest/globals';
import * as files from 'node:fs/promises';
import { join } from 'node:path';
import { silentLog } from '../../../workers/base/ports.js';
import { temporaryFolders } from '../../support/folder.js';

const folder = temporaryFolders();
let code = '';
/** The names that are there whenever a file takes one. */
let seen: string[][] = [];
let root = '';

jest.unstable_mockModule('node:fs/promises', () => ({
  ...files,
  link: () => Promise.reject(Object.assign(new Error(code), { code })),
  rename: async (from: string, to: string) => {
    seen.push((await files.readdir(root)).filter((name) => !name.startsWith('.')));
    await files.rename(from, to);
  },
}));
const { emptyLibrary } = await import('../../../workers/library/data.js');
const { libraryFile } = await import('../../../workers/library/json-file.js');
const { putMark } = await import('../../../workers/library/place.js');

async function written(): Promise<(next: number) => Promise<void>> {
  root = await folder();
  await putMark(root, 'x');
  const file = libraryFile({ path: root, id: 'x' }, null, silentLog);
  const write = async (revision: number): Promise<void> => file.write({ ...emptyLibrary('x'), revision });
  await write(1);
  seen = [];
  return write;
}
const revisionIn = async (name: string): Promise<unknown> =>
  (JSON.parse(await files.readFile(join(root, name), 'utf8')) as { revision: number }).revision;

it('a disk without links has a copy as the backup, and at every moment the file too', async () => {
  const write = await written();
  code = 'EPERM';
  await write(2);
  expect([await revisionIn('library.json'), await revisionIn('library.json.bak')]).toEqual([2, 1]);
  expect(seen.length).toBeGreaterThan(0);
  for (const names of seen) expect(names).toContain('library.json');
});

it('a disk that refuses otherwise fails the write, and the file stays', async () => {
  const write = await written();
  code = 'EDQUOT';
  await expect(write(2)).rejects.toMatchObject({ code });
  expect(await revisionIn('library.json')).toBe(1);
});

import { expect, it } from '@jest/globals';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { removeEmptied, setAside } from '../../../daemon/inbox/set-aside.js';
import { temporaryFolders } from '../../support/folder.js';

const folder = temporaryFolders();

it('gives a reason once, however often it is tried', async () => {
  const inbox = await folder();
  for (const reason of ['a: is empty', 'a: is empty', 'b: is empty'])
    await setAside(join(inbox, 'failed'), { kind: 'folder', name: 'CD' }, [], [reason]);
  expect(await readFile(join(inbox, 'failed/CD.why.txt'), 'utf8')).toBe('a: is empty\nb: is empty\n');
});

it('removes emptied folders as deep as albums are looked for, and holds no more of them at once', async () => {
  const inbox = await folder();
  const nested = (levels: number): string => Array.from({ length: levels }, () => 'd').join('/');
  await mkdir(join(inbox, 'CD', nested(64)), { recursive: true });
  await writeFile(join(inbox, 'CD', nested(64), '.DS_Store'), 'x');
  expect(await removeEmptied(join(inbox, 'CD'))).toBe(true);
  await mkdir(join(inbox, 'CD', nested(300)), { recursive: true });
  expect(await removeEmptied(join(inbox, 'CD'))).toBe(false);
  expect(await readdir(join(inbox, 'CD', nested(299)))).toEqual(['d']);
});

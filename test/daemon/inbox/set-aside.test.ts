import { expect, it } from '@jest/globals';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setAside } from '../../../daemon/inbox/set-aside.js';
import { temporaryFolders } from '../../support/folder.js';

const folder = temporaryFolders();

it('gives a reason once, however often it is tried', async () => {
  const inbox = await folder();
  for (const reason of ['a: is empty', 'a: is empty', 'b: is empty'])
    await setAside(join(inbox, 'failed'), { kind: 'folder', name: 'CD' }, [], [reason]);
  expect(await readFile(join(inbox, 'failed/CD.why.txt'), 'utf8')).toBe('a: is empty\nb: is empty\n');
});

import { expect, it } from '@jest/globals';
import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { temporaryName } from '../../../../workers/base/files/durable.js';
import { inFolder } from '../../../../workers/base/files/held-folder.js';
import { removeTemporariesBelow } from '../../../../workers/base/files/remove-old.js';
import { temporaryFolders } from '../../../support/folder.js';

const folder = temporaryFolders();

it('removes half-written files of a crash in a folder and below, and nothing else', async () => {
  const inbox = await folder();
  const aside = join(inbox, 'duplicates', 'CD');
  await mkdir(aside, { recursive: true });
  for (const path of [join(inbox, temporaryName()), join(aside, temporaryName()), join(aside, '1.mp3')]) {
    await writeFile(path, 'x');
    await utimes(path, 1000, 1000);
  }
  const ofToday = temporaryName();
  await writeFile(join(aside, ofToday), 'x');
  await inFolder(inbox, '', (held) => removeTemporariesBelow(held));
  expect(await readdir(inbox)).toEqual(['duplicates']);
  expect((await readdir(aside)).sort()).toEqual([ofToday, '1.mp3']);
});

import { expect, it } from '@jest/globals';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { plannedTakeover } from '../../../../daemon/features/takeover/take-over-library.js';
import { temporaryFolders } from '../../../support/folder.js';
import { settingsIn } from '../../../support/settings.js';

const folder = temporaryFolders();

it('a preview says what to do if the path of the library is a file', async () => {
  const home = await folder();
  const path = join(home, 'library');
  await writeFile(path, '');
  await expect(plannedTakeover(home, settingsIn(home))).rejects.toMatchObject({
    code: 'library_unavailable',
    message:
      `The library cannot be in ${path}: that is a file, not a folder. ` +
      'Move the file away, or set library_path to a folder.',
  });
});

/** The folder of the weekly backups keeps what is in it. */
import '../../../../daemon/features/backup/settings-table.js';
import { expect, it } from '@jest/globals';
import { realpathSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { settingsIn } from '../../../support/settings.js';
import { temporaryFolders } from '../../../support/folder.js';

const folder = temporaryFolders();

it('is not in the inbox, nor in the folder that is removed at each start', async () => {
  const home = realpathSync(await folder());
  const settings = settingsIn(home);
  for (const name of ['inbox', 'inbox/backups', 'staging/backups'])
    await expect(settings.update({ backup_folder: join(home, name) })).rejects.toThrow(/^backup_folder must /);
  await settings.update({ backup_folder: join(home, 'backups') });
  const around = settings.update({ inbox_path: join(home, 'backups') });
  await expect(around).rejects.toThrow(/^inbox_path .* is in the inbox/);
  writeFileSync(join(home, 'config.json'), '{"backup_folder": "inbox/backups"}');
  expect(() => settingsIn(home)).toThrow('is in the inbox');
});

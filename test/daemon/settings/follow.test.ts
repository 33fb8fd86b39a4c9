import { expect, it } from '@jest/globals';
import { join } from 'node:path';
import type { OpenLibrary } from '../../../daemon/library/open-library.js';
import type { Reconcilers, Watches } from '../../../daemon/reconcilers.js';
import { followSettings } from '../../../daemon/settings/follow.js';
import { temporaryFolders } from '../../support/folder.js';
import { settingsIn } from '../../support/settings.js';

const folder = temporaryFolders();

it.each([
  [{ flags: { library_path: '/srv/music' } }, '--library-path'],
  [{ environment: { TONSTIFT_LIBRARY_PATH: '/srv/music' } }, 'TONSTIFT_LIBRARY_PATH'],
])('refuses to move a library that %j opens again at the next start', async (given, name) => {
  const home = await folder();
  const settings = settingsIn(home, given);
  followSettings({ settings } as OpenLibrary, {} as Reconcilers, {} as Watches);
  await expect(settings.update({ library_path: join(home, 'elsewhere') })).rejects.toMatchObject({
    code: 'bad_field',
    fields: { library_path: expect.stringContaining(`set by ${name}`) as unknown },
  });
  expect(settings.saved.library_path).toBe('/srv/music');
});

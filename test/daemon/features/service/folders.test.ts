import { expect, it } from '@jest/globals';
import '../../../../daemon/features/backup/settings-table.js';
import { foldersOf } from '../../../../daemon/features/service/plan.js';
import { placesOf } from '../../../../config/places.js';
import { settingsIn } from '../../../support/settings.js';

it('a service of the system may write to the folders of all its files', () => {
  const flags = {
    library_path: '/srv/music',
    backup_folder: '/srv/backups',
    paper_db: '/srv/papers/papers.db',
    embedding_db: '/srv/vectors',
  };
  expect(foldersOf(settingsIn('/var/lib/tonstift', { flags }))).toEqual(
    expect.arrayContaining(['/srv/music', '/srv/backups', '/srv/papers', '/srv/vectors']),
  );
});

it('its own folders, and databases on servers, need no entry', () => {
  const places = placesOf({}, '/var/lib/tonstift');
  expect(foldersOf(settingsIn('/var/lib/tonstift', { places }))).toEqual([]);
  const flags = { paper_db: 'postgres://u@host/db', embedding_db: 'http://chroma:8000' };
  expect(foldersOf(settingsIn('/var/lib/tonstift', { flags }))).toEqual([]);
});

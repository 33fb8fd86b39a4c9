/** An edit that was answered with an error is not there after a restart. */
import { realpath } from 'node:fs/promises';
import { afterEach, expect, it } from '@jest/globals';
import { silentLog } from '../../../workers/base/ports.js';
import { Library } from '../../../workers/library/library.js';
import { failCalls } from '../../support/failing-files.js';
import { temporaryFolders } from '../../support/folder.js';
import { anAlbum } from '../../support/records.js';

const folder = temporaryFolders();
let end = (): void => undefined;
afterEach(() => end());

const onLinux = process.platform === 'linux' ? it : it.skip;

onLinux('an edit is undone if the folder cannot be synced', async () => {
  const root = await realpath(await folder());
  const library = await Library.open(root, silentLog);
  const all = Array.from({ length: 200 }, (_, n) => anAlbum(n + 1));
  await library.change((data) => ({ ...data, albums: all }));
  end = await failCalls('sync', (path) => path === root);
  const refused = library.changeAlbum(anAlbum(1).folder, (album) => ({ ...album, album_title: 'refused' }));
  await expect(refused).rejects.toMatchObject({ code: 'library_unavailable' });
  const afterRestart = await Library.peek(root, silentLog);
  expect([library.find(1)?.album_title, afterRestart.find(1)?.album_title]).toEqual(['Album 1', 'Album 1']);
  end();
  await library.changeAlbum(anAlbum(1).folder, (album) => ({ ...album, album_artist: 'next' }));
  expect((await Library.peek(root, silentLog)).find(1)).toMatchObject({ album_title: 'Album 1', album_artist: 'next' });
});

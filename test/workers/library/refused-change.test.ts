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

/** A library whose changes are written whole, or, with many albums, as lines. */
async function edited(albums: number): Promise<{ root: string; library: Library }> {
  const root = await realpath(await folder());
  const library = await Library.open(root, silentLog);
  const all = Array.from({ length: albums }, (_, n) => anAlbum(n + 1));
  await library.change((data) => ({ ...data, albums: all }));
  return { root, library };
}
const rename = (library: Library, title: string): Promise<void> =>
  library.changeAlbum(anAlbum(1).folder, (album) => ({ ...album, album_title: title }));
const afterRestart = async (root: string): Promise<string | undefined> =>
  (await Library.peek(root, silentLog)).find(1)?.album_title;

onLinux.each([1, 200])('an edit is undone if the folder cannot be synced (%i albums)', async (albums) => {
  const { root, library } = await edited(albums);
  end = await failCalls('sync', (path) => path === root);
  await expect(rename(library, 'refused')).rejects.toMatchObject({ code: 'library_unavailable' });
  expect([library.find(1)?.album_title, await afterRestart(root)]).toEqual(['Album 1', 'Album 1']);
  end();
  await library.changeAlbum(anAlbum(1).folder, (album) => ({ ...album, album_artist: 'next' }));
  expect((await Library.peek(root, silentLog)).find(1)).toMatchObject({ album_title: 'Album 1', album_artist: 'next' });
});

onLinux('lines of earlier edits are still there after one that was refused', async () => {
  const { root, library } = await edited(200);
  await rename(library, 'kept');
  end = await failCalls('sync', (path) => path === root);
  const ends = await failCalls('datasync', (path) => path.startsWith(root));
  await expect(rename(library, 'refused')).rejects.toMatchObject({ code: 'library_unavailable' });
  expect([library.find(1)?.album_title, await afterRestart(root)]).toEqual(['kept', 'kept']);
  ends();
});

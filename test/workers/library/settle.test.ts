/** What a crash has left is set right, each thing for itself. */
import { describe, expect, it } from '@jest/globals';
import { rmSync } from 'node:fs';
import { cp, mkdir, readdir, symlink, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { silentLog, type Log } from '../../../workers/base/ports.js';
import { Library } from '../../../workers/library/library.js';
import { temporaryFolders } from '../../support/folder.js';
import { anAlbum } from '../../support/records.js';

const folder = temporaryFolders();
const open = (root: string, log: Log = silentLog): Promise<Library> => Library.open(root, log);

/** Two folders of deleted albums wait for their move to the trash, where a file keeps one of them out. */
async function withStuckFolder(): Promise<string> {
  const root = await folder();
  const library = await open(root);
  const trash = [920, 921].map((oid) => ({ album: anAlbum(oid), deleted_at: Date.now() }));
  await library.change((data) => ({ ...data, trash, leftovers: ['gme/half.gme'] }));
  await library.close();
  for (const { album } of trash) await mkdir(join(root, 'albums', album.folder));
  await writeFile(join(root, 'trash', anAlbum(920).folder), 'in the way');
  await writeFile(join(root, 'gme', 'half.gme'), 'x');
  await mkdir(join(root, 'staging', 'left'));
  return root;
}

it('a folder that cannot be moved keeps nothing else from being set right, and the library is opened', async () => {
  const root = await withStuckFolder();
  const logged: string[] = [];
  const library = await open(root, { ...silentLog, error: (sentence) => logged.push(sentence) });
  expect(await readdir(join(root, 'albums'))).toEqual([anAlbum(920).folder]);
  expect(await readdir(join(root, 'trash'))).toEqual([anAlbum(920).folder, anAlbum(921).folder]);
  expect([await readdir(join(root, 'gme')), await readdir(join(root, 'staging'))]).toEqual([[], []]);
  expect(logged).toEqual([expect.stringContaining('Cannot move the folder "Album 920 [920]" of the library')]);
  await library.close();
});

it('a folder whose name a copy has decomposed gets its name back', async () => {
  const root = await folder();
  const library = await open(root);
  const album = anAlbum(920, { folder: 'Grüße [920]' });
  await library.change((data) => ({ ...data, albums: [album] }));
  await library.close();
  await mkdir(join(root, 'albums', album.folder.normalize('NFD')));
  await (await open(root)).close();
  expect(await readdir(join(root, 'albums'))).toEqual([album.folder]);
});

it('a change that is under way is not lost where the library is entered again', async () => {
  const library = await open(await folder());
  const change = library.change((data) => ({ ...data, albums: [anAlbum(920)] }));
  await library.enter();
  await change;
  expect(library.albums).toHaveLength(1);
  await library.close();
});

describe('uploads', () => {
  /** One that comes in, and one of an earlier run. */
  async function withUploads(): Promise<Library> {
    const library = await open(await folder());
    for (const name of ['now', 'old']) {
      await mkdir(join(library.stagingFolder, 'uploads', name), { recursive: true });
      await writeFile(join(library.stagingFolder, 'uploads', name, '1'), 'being sent');
    }
    await utimes(join(library.stagingFolder, 'uploads', 'old'), 1, 1);
    return library;
  }
  const staged = async ({ stagingFolder }: Library): Promise<string[]> =>
    (await readdir(stagingFolder, { recursive: true })).sort();
  const coming = ['uploads', 'uploads/now', 'uploads/now/1'];

  it('that come in stay where the library is entered again, and those of an earlier run go', async () => {
    const library = await withUploads();
    await library.enter();
    expect(await staged(library)).toEqual(coming);
  });

  it('are not kept under another name where the records had to be mended', async () => {
    const library = await withUploads();
    await mkdir(join(library.stagingFolder, 'import-1'));
    await writeFile(join(library.path, 'library.json'), 'x');
    await library.enter('rebuild');
    expect(await staged(library)).toEqual(['kept-import-1', ...coming]);
  });

  it('have no link in the place of their folder', async () => {
    const [library, elsewhere] = [await open(await folder()), await folder()];
    await writeFile(join(elsewhere, 'thesis.doc'), 'x');
    await utimes(join(elsewhere, 'thesis.doc'), 1, 1);
    await symlink(elsewhere, join(library.stagingFolder, 'uploads'));
    await library.enter();
    expect([await staged(library), await readdir(elsewhere)]).toEqual([[], ['thesis.doc']]);
  });
});

describe('a change that has to wait', () => {
  const title = (library: Library, album_title: string): Promise<void> =>
    library.changeAlbum(anAlbum(920).folder, (album) => ({ ...album, album_title }));
  async function withAlbum(): Promise<Library> {
    const library = await open(await folder());
    await library.change((data) => ({ ...data, albums: [anAlbum(920)] }));
    return library;
  }

  it('is refused where another library was taken meanwhile, unless that one was meant', async () => {
    const [library, other] = [await withAlbum(), await withAlbum()];
    await other.close();
    const letGo = await library.hold();
    const early = title(library, 'early');
    await library.relocate(other.path, 'any');
    const late = title(library, 'late');
    letGo();
    await expect(early).rejects.toMatchObject({
      code: 'not_now',
      message: 'Another library was opened in the meantime; nothing was changed.',
    });
    await late;
    expect(library.get(920).album_title).toBe('late');
    await library.close();
  });

  it('goes on where the library is in another place, or back from another one', async () => {
    const [library, other, to] = [await withAlbum(), await withAlbum(), await folder()];
    await other.close();
    await cp(library.path, to, { recursive: true });
    const letGo = await library.hold();
    const change = title(library, 'changed');
    await library.relocate(other.path, 'any');
    await library.relocate(to, 'any');
    letGo();
    await change;
    expect([library.path, library.get(920).album_title]).toEqual([to, 'changed']);
    await library.close();
  });
});

it('a library stays where it was when the new place cannot be set right', async () => {
  const [root, other] = [await folder(), await withStuckFolder()];
  // Its mark goes while it is set right, as with its disk.
  const library = await open(root, { ...silentLog, error: () => rmSync(join(other, 'library.id'), { force: true }) });
  await library.change((data) => ({ ...data, albums: [anAlbum(1)] }));
  await expect(library.relocate(other, 'any')).rejects.toMatchObject({ code: 'library_unavailable' });
  expect([library.path, library.away, library.albums.length]).toEqual([root, null, 1]);
  await library.change((data) => ({ ...data, albums: [...data.albums, anAlbum(2)] }));
  await library.close();
  expect((await open(root)).albums).toHaveLength(2);
});

it('one that cannot be set right is away, and says why', async () => {
  const root = await withStuckFolder();
  const library = Library.closed(root, {
    ...silentLog,
    error: () => rmSync(join(root, 'library.id'), { force: true }),
  });
  await expect(library.enter()).rejects.toMatchObject({ code: 'library_unavailable' });
  expect(library.away).toContain('a library without its mark is there');
});

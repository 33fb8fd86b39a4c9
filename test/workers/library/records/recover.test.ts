/** Files of records that are spoiled, in all ways. */
import { describe, expect, it } from '@jest/globals';
import { link, mkdir, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Library } from '../../../../workers/library/library.js';
import { checkLibrary } from '../../../../workers/library/records/check.js';
import type { AlbumRecord } from '../../../../workers/library/types.js';
import { silentLog } from '../../../../workers/base/ports.js';
import { temporaryFolders } from '../../../support/folder.js';
import { aTrack, anAlbum } from '../../../support/records.js';
import { times } from '../../../support/times.js';

const folder = temporaryFolders();
const open = (root: string): Promise<Library> => Library.open(root, silentLog);

async function filled(...albums: AlbumRecord[]): Promise<{ root: string; library: Library }> {
  const root = await folder();
  const library = await open(root);
  for (const album of albums) {
    await mkdir(join(library.albumsFolder, album.folder));
    await library.change((data) => ({ ...data, albums: [...data.albums, album] }));
  }
  await library.close();
  return { root, library };
}
const own = (oid: number): AlbumRecord => anAlbum(oid, { tracks: [aTrack(oid * 10, { track_title: `Song ${oid}` })] });
const three = [own(920), own(921), own(922)];
const spoilAll = async (root: string): Promise<void> => {
  for (const name of ['library.json', 'library.json.bak']) await writeFile(join(root, name), 'x');
  await rm(join(root, 'backups'), { recursive: true, force: true });
};

describe('single bits', () => {
  it('of the file, each that is turned over is noticed, and nothing is lost by it', async () => {
    const { root, library } = await filled(...three);
    await library.changeAlbum(own(921).folder, (album) => ({ ...album, album_title: 'The last edit' }));
    await library.close();
    const expected = (await open(root)).albums;
    const path = join(root, 'library.json');
    const whole = await readFile(path);
    const bits = times(24, 120);
    for (let n = 0; n < bits; n++) {
      const at = Math.floor((n / bits) * whole.length * 8);
      const spoiled = Buffer.from(whole);
      spoiled[at >> 3] = (spoiled[at >> 3] ?? 0) ^ (1 << (at & 7));
      await rm(path);
      await writeFile(path, spoiled);
      const reopened = await open(root);
      expect([at, reopened.albums]).toEqual([at, expected]);
      await reopened.close();
    }
  });
});

describe('with both copies broken', () => {
  it('the newest older state is used, and newer facts beside the tracks', async () => {
    const { root, library } = await filled(...three);
    await library.changeAlbum(own(921).folder, (album) => ({ ...album, album_title: 'Newer' }));
    await library.remove(library.get(922), 5);
    await library.close();
    const backups = await readdir(join(root, 'backups'));
    expect(backups).toHaveLength(1);
    for (const name of ['library.json', 'library.json.bak']) await writeFile(join(root, name), 'x');
    const reopened = await open(root);
    expect(reopened.albums.map(({ oid, album_title }) => [oid, album_title])).toEqual([
      [920, 'Album 920'],
      [921, 'Newer'],
    ]);
    expect(reopened.trash.map(({ album }) => album.oid)).toEqual([922]);
  });

  it('and no older state all comes from the folders: numbers, titles, order', async () => {
    const { root } = await filled(...three);
    await spoilAll(root);
    const reopened = await open(root);
    expect(reopened.albums).toEqual(three);
    expect((await readdir(root)).filter((name) => name.includes('broken'))).toHaveLength(1);
    expect(reopened.freeTrackId()).toBe(9221);
  });

  it('and a folder without facts it is refused, until a person says so', async () => {
    const { root } = await filled(...three);
    await rm(join(root, 'albums', own(921).folder, 'album.json'));
    await spoilAll(root);
    await expect(open(root)).rejects.toThrow(/tonstift library rebuild/);
    const library = Library.closed(root, silentLog);
    await library.enter('rebuild');
    expect(library.albums).toEqual([own(920), own(922)]);
    expect(await library.orphans()).toEqual([own(921).folder]);
  });

  it('facts of another library are not taken for this one', async () => {
    const { root } = await filled(own(920));
    const other = await filled(own(930));
    await mkdir(join(root, 'albums', own(930).folder));
    const facts = join('albums', own(930).folder, 'album.json');
    await link(join(other.root, facts), join(root, facts));
    await spoilAll(root);
    await expect(open(root)).rejects.toThrow(/tonstift library rebuild/);
  });
});

describe('a file of records that is there and cannot be read', () => {
  const closed = async (path: string): Promise<void> => {
    await rm(path, { force: true });
    await symlink('/nowhere', path);
  };

  it('is not replaced by an older one, until a person says so', async () => {
    const { root } = await filled(...three);
    await closed(join(root, 'library.json'));
    await expect(open(root)).rejects.toThrow(/library.json cannot be read .* tonstift library rebuild/);
    expect((await checkLibrary(root, false)).problems).toContainEqual(expect.stringContaining('cannot be read'));
    const library = Library.closed(root, silentLog);
    await library.enter('rebuild');
    expect(library.albums).toEqual(three);
  });

  it('among the older states is passed over', async () => {
    const { root } = await filled(...three);
    const [state = ''] = await readdir(join(root, 'backups'));
    await writeFile(join(root, 'library.json'), 'x');
    await closed(join(root, 'library.json.bak'));
    await closed(join(root, 'backups', state.replace(/-20\d\d-/, '-2099-')));
    expect((await open(root)).albums).toEqual(three);
  });
});

it('a link in the place of one folder is named, and the others are looked at', async () => {
  const { root } = await filled(...three);
  await rm(join(root, 'albums', own(920).folder), { recursive: true });
  await symlink(await folder(), join(root, 'albums', own(920).folder));
  await rm(join(root, 'albums', own(922).folder), { recursive: true });
  const { problems } = await checkLibrary(root, false);
  for (const oid of [920, 922]) expect(problems).toContainEqual(expect.stringContaining(`Album ${oid}`));
});

it('a whole file that is gone, its backup too, comes back', async () => {
  const { root } = await filled(...three);
  for (const name of ['library.json', 'library.json.bak', 'backups'])
    await rm(join(root, name), { recursive: true, force: true });
  expect((await open(root)).albums).toEqual(three);
});

it('one wrong album in a file is as the facts beside its tracks say', async () => {
  const { root } = await filled(...three);
  // An older program wrote no checksum.
  const text = JSON.stringify({
    version: 3,
    id: (JSON.parse(await readFile(join(root, 'library.id'), 'utf8')) as { id: string }).id,
    next_track_id: 1,
    albums: [{ ...own(920), oid: 'x', album_title: 5 }, own(921), { ...own(922), folder: null }],
    trash: [],
  });
  await writeFile(join(root, 'library.json'), text);
  const library = await open(root);
  expect([...library.albums].sort((a, b) => a.oid - b.oid)).toEqual(three);
  expect((await readdir(join(root, 'backups'))).filter((name) => name.startsWith('set-aside'))).toHaveLength(1);
});

it.each([4, 5])('a file of version %i without its checksum is not taken for true', async (version) => {
  const { root } = await filled(own(920));
  const data = JSON.parse(await readFile(join(root, 'library.json'), 'utf8')) as Record<string, unknown>;
  const { sha256: _, ...rest } = data;
  await writeFile(join(root, 'library.json'), JSON.stringify({ ...rest, version, albums: [] }));
  expect((await open(root)).albums).toEqual([own(920)]);
});

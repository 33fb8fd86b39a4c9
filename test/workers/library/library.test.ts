import { describe, expect, it } from '@jest/globals';
import { Jimp } from 'jimp';
import { existsSync } from 'node:fs';
import { chmod, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Library } from '../../../workers/library/library.js';
import type { TrackRecord } from '../../../workers/library/types.js';
import { silentLog } from '../../../workers/base/ports.js';
import { png } from '../../fixtures/picture.js';
import { temporaryFolders } from '../../support/folder.js';
import { anAlbum } from '../../support/records.js';

const folder = temporaryFolders();
const open = (root: string): Promise<Library> => Library.open(root, silentLog);
const add = (library: Library, oid: number): Promise<void> =>
  library.change((data) => ({ ...data, albums: [...data.albums, anAlbum(oid)] }));

describe('Library', () => {
  it('keeps what was changed once the promise is kept', async () => {
    const root = await folder();
    const library = await open(root);
    await add(library, 920);
    expect((await open(root)).get(920).album_title).toBe('Album 920');
  });

  it('keeps all of many changes made at once', async () => {
    const root = await folder();
    const library = await open(root);
    await Promise.all(Array.from({ length: 50 }, (_, n) => add(library, n + 1)));
    expect((await open(root)).albums).toHaveLength(50);
  });

  it('uses the backup copy when the file is broken, and keeps the broken one', async () => {
    const root = await folder();
    const library = await open(root);
    await add(library, 920);
    await add(library, 921);
    await writeFile(join(root, 'library.json'), '{"version": 1, "albu');
    const reopened = await open(root);
    expect(reopened.albums.map((album) => album.oid)).toEqual([920]);
    expect((await readdir(root)).filter((name) => name.includes('broken'))).toHaveLength(1);
    await add(reopened, 922);
    expect((await open(root)).albums.map((album) => album.oid)).toEqual([920, 922]);
  });

  it('uses the backup copy when the file is empty or gone', async () => {
    for (const spoil of ['', 'null', '[]', '{"version":1}']) {
      const root = await folder();
      const library = await open(root);
      await add(library, 920);
      await add(library, 921);
      await writeFile(join(root, 'library.json'), spoil);
      expect((await open(root)).albums).toHaveLength(1);
    }
  });

  it('refuses rather than start empty when both copies are broken', async () => {
    const root = await folder();
    const library = await open(root);
    await add(library, 920);
    for (const name of ['library.json', 'library.json.bak']) await writeFile(join(root, name), 'x');
    await expect(open(root)).rejects.toMatchObject({ code: 'library_unavailable' });
    expect(await readFile(join(root, 'library.json'), 'utf8')).toBe('x');
  });

  it('refuses a folder with other things in it, and one of a newer version', async () => {
    const strange = await folder();
    await writeFile(join(strange, 'thesis.doc'), 'x');
    await expect(open(strange)).rejects.toMatchObject({
      code: 'library_unavailable',
      message: expect.stringContaining('thesis.doc') as unknown,
    });
    const newer = await folder();
    await writeFile(
      join(newer, 'library.json'),
      JSON.stringify({ version: 99, albums: [], next_track_id: 1, trash: [] }),
    );
    await expect(open(newer)).rejects.toMatchObject({
      code: 'library_unavailable',
      message: expect.stringContaining('newer') as unknown,
    });
    const orphaned = await folder();
    await mkdir(join(orphaned, 'albums', 'x'), { recursive: true });
    await expect(open(orphaned)).rejects.toMatchObject({ code: 'library_unavailable' });
  });

  it('undoes a change that could not be written, and those that came with it', async () => {
    const root = await folder();
    const library = await open(root);
    await add(library, 920);
    // Root may write anywhere: a folder in the place of the file stops it too.
    await rename(join(root, 'library.json'), join(root, 'aside'));
    await mkdir(join(root, 'library.json', 'x'), { recursive: true });
    const outcomes = await Promise.allSettled([add(library, 921), add(library, 922)]);
    expect(outcomes.map((outcome) => outcome.status)).toEqual(['rejected', 'rejected']);
    expect(library.albums.map((album) => album.oid)).toEqual([920]);
    await rm(join(root, 'library.json'), { recursive: true });
    await rename(join(root, 'aside'), join(root, 'library.json'));
    await add(library, 923);
    expect((await open(root)).albums.map((album) => album.oid)).toEqual([920, 923]);
    await chmod(root, 0o755);
  });

  it('removes an album with its files, and finishes a removal that was cut off', async () => {
    const root = await folder();
    const library = await open(root);
    await add(library, 920);
    const home = library.folderOf(library.get(920));
    await mkdir(join(home, 'extras'), { recursive: true });
    await writeFile(join(home, '1.mp3'), 'x');
    const name = library.get(920).folder;
    await library.remove(library.get(920), 0);
    expect(await readdir(library.albumsFolder)).toEqual([]);
    expect(await readdir(join(root, 'trash', name))).toContain('1.mp3');

    // As a crash after the records and before the folders leaves it.
    await mkdir(join(library.gmeFolder, 'half'));
    await rename(join(root, 'trash', name), home);
    await library.change((data) => ({ ...data, leftovers: ['gme/half'] }));
    await open(root);
    expect(await readdir(library.albumsFolder)).toEqual([]);
    expect(await readdir(library.gmeFolder)).toEqual([]);
    expect(await readdir(join(root, 'trash'))).toEqual([name]);
  });

  it('keeps a file that is replaced until the files that replace it are in their place', async () => {
    const root = await folder();
    const library = await open(root);
    await add(library, 920);
    const { folder: name } = library.get(920);
    await mkdir(library.folderOf(library.get(920)), { recursive: true });
    const whole = join(library.folderOf(library.get(920)), 'whole.mp3');
    await writeFile(whole, 'x');
    await library.change((data) => ({ ...data, leftovers: [`albums/${name}/whole.mp3`] }));
    const pending = { staging: null, sources: [] };
    await library.changeAlbum(name, (album) => ({ ...album, pending }));
    await library.followRecords();
    expect(existsSync(whole)).toBe(true);
    await library.changeAlbum(name, (album) => ({ ...album, pending: null }));
    await library.followRecords();
    expect(existsSync(whole)).toBe(false);
    expect(library.leftovers).toEqual([]);
  });

  it('offers no album whose files are going, and gives none back whose files are gone', async () => {
    const root = await folder();
    const library = await open(root);
    for (const oid of [920, 921]) {
      await add(library, oid);
      await mkdir(library.folderOf(library.get(oid)));
      await library.remove(library.get(oid), 0);
    }
    const [gone, kept] = [anAlbum(920).folder, anAlbum(921).folder];
    await rm(join(root, 'trash', gone), { recursive: true });
    await expect(library.restore(gone)).rejects.toMatchObject({ code: 'not_found' });
    expect([library.albums, library.trash.length]).toEqual([[], 2]);

    const change = library.change.bind(library);
    library.change = () => Promise.reject(new Error('the power fails'));
    await expect(library.discard(kept)).rejects.toThrow('the power fails');
    expect(await readdir(join(root, 'trash'))).toEqual([kept]);
    library.change = change;
    await library.discard(kept);
    expect([await readdir(join(root, 'trash')), library.trash.length]).toEqual([[], 1]);
    await library.close();
  });

  it('removes the file of a track that was deleted, after a crash too, and none that is a track again', async () => {
    const root = await folder();
    const library = await open(root);
    await add(library, 920);
    const album = library.get(920);
    const [one, two, three] = album.tracks as [TrackRecord, TrackRecord, TrackRecord];
    await mkdir(library.folderOf(album));
    for (const { filename } of [one, two, three]) await writeFile(join(library.folderOf(album), filename), 'x');
    await library.removeTrack(album, one, 5);
    expect(await readdir(library.folderOf(album))).not.toContain(one.filename);
    // As a crash after the records leaves it.
    const names = [two, three].map(({ filename }) => `albums/${album.folder}/${filename}`);
    await library.change((data) => ({
      ...data,
      albums: data.albums.map((record) => ({ ...record, tracks: [three] })),
      leftovers: names,
    }));
    await library.close();
    await (await open(root)).close();
    expect(await readdir(library.folderOf(album))).toEqual([three.filename, 'album.json']);
  });

  it('removes for good what a crash has left of an album that went', async () => {
    const root = await folder();
    const library = await open(root);
    const trash = join(root, 'trash');
    for (const name of ['Half', 'Whole']) await mkdir(join(trash, name));
    const whole = { album: anAlbum(1, { folder: 'Whole' }), deleted_at: 0 };
    // The second one came into the trash once more meanwhile.
    await library.change((data) => ({ ...data, trash: [whole], leftovers: ['trash/Half', 'trash/Whole'] }));
    await library.close();
    await (await open(root)).close();
    expect(await readdir(trash)).toEqual(['Whole']);
  });

  it('never gives a track id twice', async () => {
    const root = await folder();
    const library = await open(root);
    const id = library.freeTrackId();
    await add(library, 920);
    expect((await open(root)).freeTrackId()).toBeGreaterThan(id);
  });
});

describe('a library of version 1', () => {
  it('keeps its files for the pen, those for pens of another kind too, and its failures', async () => {
    const root = await folder();
    const [own, other] = ['a'.repeat(32), 'b'.repeat(32)];
    const { files: _files, failures: _failures, ...album } = anAlbum(920);
    const gme = { fingerprint: own, filename: '920_Album-920.gme', size: 3, sha256: 'own', built_at: 1 };
    const albums = [
      { ...album, gme, gme_error: null },
      {
        ...anAlbum(921),
        files: undefined,
        failures: undefined,
        gme: null,
        gme_error: { fingerprint: own, reason: 'no sound' },
      },
    ];
    const text = JSON.stringify({ version: 1, next_track_id: 4, albums, trash: [] });
    await mkdir(join(root, 'gme'), { recursive: true });
    await mkdir(join(root, 'variants'));
    await writeFile(join(root, 'library.json'), text);
    await writeFile(join(root, 'gme', '920_Album-920.gme'), 'own');
    await writeFile(join(root, 'variants', `920_${other}.gme`), 'other');
    await writeFile(join(root, 'variants', `920_${other}.json`), JSON.stringify({ size: 5, sha256: 'other' }));
    // Half of one, and one of an album that is gone.
    await writeFile(join(root, 'variants', `920_${'c'.repeat(32)}.json`), JSON.stringify({ size: 5, sha256: 'x' }));
    await writeFile(join(root, 'variants', `7_${other}.json`), JSON.stringify({ size: 5, sha256: 'x' }));

    for (let opened = 0; opened < 2; opened++) {
      const library = await open(root);
      expect(library.get(920)).toMatchObject({
        files: [gme, { fingerprint: other, filename: `920_${other}.gme`, size: 5, sha256: 'other' }],
        failures: [],
      });
      expect(library.get(920)).not.toHaveProperty('gme');
      expect(library.get(921)).toMatchObject({ files: [], failures: [{ fingerprint: own, reason: 'no sound' }] });
      expect(await readFile(join(root, 'gme', `920_${other}.gme`), 'utf8')).toBe('other');
      expect(await readdir(root)).not.toContain('variants');
      await library.close();
    }
  });
});

it('a cover that a crash has parted from its record is taken for it, and nothing else is', async () => {
  const root = await folder();
  const library = await open(root);
  for (const oid of [1, 2, 3]) await add(library, oid);
  await library.close();
  const jpeg = await new Jimp({ width: 20, height: 20, color: 0xff0000ff }).getBuffer('image/jpeg');
  const contents = [jpeg, png(20, 20, [1, 2, 3]), Buffer.from('x')];
  for (const [n, content] of contents.entries()) {
    const home = join(library.albumsFolder, anAlbum(n + 1).folder);
    await mkdir(home);
    await writeFile(join(home, 'cover.jpg'), content);
  }
  const again = await open(root);
  expect(again.albums.map(({ cover }) => cover)).toEqual(['cover.jpg', null, null]);
  await again.close();
});

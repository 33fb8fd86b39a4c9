/** Divides a batch into several albums: new ones, duplicates, and parts of existing ones. */
import { describe, expect, it, jest } from '@jest/globals';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { TonstiftError } from '../../../workers/base/errors.js';
import { walk } from '../../../workers/base/files/walk.js';
import { silentLog } from '../../../workers/base/ports.js';
import { completeImports } from '../../../workers/import/complete.js';
import { importBatch } from '../../../workers/import/import.js';
import type { Batch, ImportContext } from '../../../workers/import/types.js';
import { Library } from '../../../workers/library/library.js';
import type { AlbumRecord } from '../../../workers/library/types.js';
import { mp3, type Mp3Options } from '../../fixtures/mp3.js';
import { png } from '../../fixtures/picture.js';
import { temporaryFolders } from '../../support/folder.js';
import { zipOf } from '../../support/zip.js';
import { addToAlbum, batchOf, filesIn, libraryIn } from './folder.js';

const folder = temporaryFolders();
const context = async (): Promise<ImportContext> => libraryIn(await folder());
const source = async (files: Parameters<typeof filesIn>[1]): Promise<string> => filesIn(await folder(), files);
const left = async (root: string): Promise<string[]> =>
  (await walk(root)).map(({ relativePath }) => relativePath).sort();

let sounds = 0;
/** Sound that no other file has. */
const sound = (tags?: Mp3Options['tags']): Mp3Options => ({ offset: (sounds += 21), ...(tags && { tags }) });
const shown = (albums: readonly AlbumRecord[]): string[] =>
  albums.map(({ album_title, tracks }) => `${album_title}: ${tracks.map(({ source_path }) => source_path).join(', ')}`);
const extrasOf = async ({ library }: ImportContext, album: AlbumRecord | undefined): Promise<string[]> =>
  readdir(join(library.albumsFolder, album?.folder ?? '', 'extras')).catch(() => []);
/** A batch of the same folder of the inbox each time. */
const sameFolder = (root: string): Promise<Batch> =>
  batchOf(root, {
    origin: { kind: 'inbox', source: 'Folder', folder_identity: '1:2:3' },
    continues: { kind: 'folder' },
  });

describe('a folder of album folders', () => {
  it('is several albums, each with its own files', async () => {
    const ctx = await context();
    const root = await source({
      'Eins/CD 1/1.mp3': sound(),
      'Eins/CD 2/1.mp3': sound(),
      'Eins/cover.png': png(4, 4, [200, 0, 0]),
      'Zwei/1.mp3': sound({ TALB: 'Das zweite' }),
      'Zwei/Texte/lies.txt': Buffer.from('x'),
      'Drei/1.mp3': sound(),
      'alle.m3u': Buffer.from('x'),
    });
    const { albums, joined, rejected, duplicates } = await importBatch(await batchOf(root), ctx);
    expect([joined, rejected, duplicates]).toEqual([[], [], []]);
    expect(shown(albums)).toEqual([
      'Drei: Drei/1.mp3',
      'Eins: Eins/CD 1/1.mp3, Eins/CD 2/1.mp3',
      'Das zweite: Zwei/1.mp3',
    ]);
    expect(albums.map(({ oid, cover_kind }) => [oid, cover_kind])).toEqual([
      [920, null],
      [921, 'picture'],
      [922, null],
    ]);
    expect(await Promise.all(albums.map((album) => extrasOf(ctx, album)))).toEqual([
      ['alle.m3u'],
      ['cover.png'],
      ['lies.txt'],
    ]);
    expect([await left(root), await readdir(ctx.library.stagingFolder)]).toEqual([[], []]);
  });

  it('may have one cover for albums without their own', async () => {
    const ctx = await context();
    const root = await source({
      'A/1.mp3': sound(),
      'B/1.mp3': sound(),
      'B/own.png': png(66, 66, [0, 0, 200]),
      'C/1.mp3': { ...sound({}), picture: { data: png(65, 65, [0, 200, 0]), type: 'image/png' } },
      'cover.png': png(64, 64, [200, 0, 0]),
      'folder.jpg': Buffer.from('no picture'),
    });
    const { albums, rejected } = await importBatch(await batchOf(root), ctx);
    expect(albums.map(({ cover_kind }) => cover_kind)).toEqual(['picture', 'picture', 'embedded']);
    const covers = albums.map((album) => readFile(join(ctx.library.folderOf(album), 'cover.jpg')));
    expect(new Set((await Promise.all(covers)).map(String)).size).toBe(3);
    expect(rejected).toEqual([]);
  });

  it('is recorded in one write: a crash before it changes nothing, one after it loses nothing', async () => {
    const ctx = await context();
    const files = { 'A/1.mp3': sound(), 'B/1.mp3': sound(), 'B/2.mp3': sound(), 'C/1.mp3': sound() };
    const root = await source(files);
    const crash = jest.spyOn(ctx.library, 'change').mockRejectedValueOnce(new TonstiftError('no_space', 'full'));
    await expect(importBatch(await batchOf(root), ctx)).rejects.toMatchObject({ code: 'no_space' });
    expect([await left(root), await readdir(ctx.library.stagingFolder)]).toEqual([Object.keys(files), []]);
    crash.mockRestore();

    // From the record on nothing is done any more.
    const never = jest.spyOn(ctx, 'alone').mockRejectedValue(new Error('killed'));
    await expect(importBatch(await batchOf(root), ctx)).rejects.toThrow('killed');
    never.mockRestore();
    expect(ctx.library.albums.map(({ pending }) => pending?.sources.length)).toEqual([1, 2, 1]);
    await ctx.library.close();
    const library = await Library.open(ctx.library.path, silentLog);
    await completeImports(library, { log: silentLog, given: [root] });
    expect(shown(library.albums)).toEqual(['A: A/1.mp3', 'B: B/1.mp3, B/2.mp3', 'C: C/1.mp3']);
    const names = await Promise.all(library.albums.map(async (album) => readdir(library.folderOf(album))));
    expect(names.map((one) => one.filter((name) => name.endsWith('.mp3')))).toEqual([
      ['1.mp3'],
      ['1.mp3', '2.mp3'],
      ['1.mp3'],
    ]);
    expect([await left(root), library.albums.map(({ pending }) => pending)]).toEqual([[], [null, null, null]]);
    await library.close();
  });

  it('skips duplicates of the library and within the batch', async () => {
    const ctx = await context();
    const [one, two] = [sound(), sound()];
    await importBatch(await batchOf(await source({ 'x.mp3': one }), { name: 'Bekannt' }), ctx);
    const root = await source({
      'A/1.mp3': one,
      'A/liste.txt': Buffer.from('x'),
      'B/1.mp3': two,
      'B (Kopie)/1.mp3': two,
      'C/noise.mp3': Buffer.from('noise'),
    });
    const { albums, duplicates, rejected } = await importBatch(await batchOf(root), ctx);
    expect(shown(albums)).toEqual(['B: B/1.mp3']);
    expect(duplicates).toMatchObject([
      { of: { oid: 920 }, name: 'Folder/A', left: ['A/1.mp3', 'A/liste.txt'] },
      { of: { oid: 921 }, name: 'Folder/B (Kopie)', left: ['B (Kopie)/1.mp3'] },
    ]);
    expect(rejected).toMatchObject([{ filename: 'C/noise.mp3' }]);
    expect(await left(root)).toEqual(['A/1.mp3', 'A/liste.txt', 'B (Kopie)/1.mp3', 'C/noise.mp3']);
  });
});

describe('a ZIP', () => {
  it('of album folders is several albums, and is removed if all of it was imported', async () => {
    const ctx = await context();
    const entries = { 'Serie/A/1.mp3': await mp3(sound()), 'Serie/B/1.mp3': await mp3(sound()) };
    const root = await source({ 'Serie.zip': zipOf(entries) });
    const { albums } = await importBatch(await batchOf(root, { name: 'Serie' }), ctx);
    expect(albums.map(({ album_title }) => album_title)).toEqual(['A', 'B']);
    expect(await left(root)).toEqual([]);

    const more = zipOf({ ...entries, 'Serie/C/1.mp3': await mp3(sound()) });
    const again = await source({ 'Serie.zip': more });
    const outcome = await importBatch(await batchOf(again, { name: 'Serie' }), ctx);
    expect([shown(outcome.albums), outcome.duplicates.map(({ name }) => name)]).toEqual([
      ['C: Serie/Serie/C/1.mp3'],
      ['Serie/A', 'Serie/B'],
    ]);
    expect(await left(again)).toEqual(['Serie.zip']);
  });
});

describe('a late part of a folder', () => {
  it('is added to the album of its folder, its disc or its tags, and is a new album otherwise', async () => {
    const ctx = await context();
    const tags = (album: string, disc: number, n: number): Mp3Options['tags'] => ({
      TALB: album,
      TPOS: `${disc}/3`,
      TRCK: `${n}`,
    });
    await importBatch(
      await sameFolder(
        await source({
          'Anfang/1.mp3': sound(tags('Buch', 1, 1)),
          'Ende/1.mp3': sound(tags('Buch', 2, 1)),
          'Scheiben/CD 2/1.mp3': sound(),
          'Solo/2.mp3': sound(),
        }),
      ),
      ctx,
    );
    expect(ctx.library.albums.map(({ album_title }) => album_title)).toEqual(['Buch', 'Scheiben', 'Solo']);
    const late = await source({
      'Ende/2.mp3': sound(tags('Buch', 2, 2)),
      'Epilog/1.mp3': sound(tags('Buch', 3, 1)),
      'Neu/1.mp3': sound(),
      'Scheiben/CD 1/1.mp3': sound(),
      'Solo/1.mp3': sound(),
      'Solo/cover.png': png(3, 3, [1, 2, 3]),
    });
    const { albums, joined } = await importBatch(await sameFolder(late), ctx);
    expect(shown(joined.map(({ album }) => album))).toEqual([
      'Buch: Anfang/1.mp3, Ende/1.mp3, Ende/2.mp3, Epilog/1.mp3',
      'Scheiben: Scheiben/CD 1/1.mp3, Scheiben/CD 2/1.mp3',
      'Solo: Solo/1.mp3, Solo/2.mp3',
    ]);
    expect(shown(albums).slice(3)).toEqual(['Neu: Neu/1.mp3']);
    expect(joined[2]?.album.cover).toBe('cover.jpg');
    expect(await left(late)).toEqual([]);
  });

  it('that fits several albums is added to the first', async () => {
    const ctx = await context();
    await importBatch(await sameFolder(await source({ 'A/1.mp3': sound(), 'B/1.mp3': sound() })), ctx);
    const late = await source({ 'alle.txt': Buffer.from('x') });
    const { joined } = await importBatch(await sameFolder(late), ctx);
    expect([joined.map(({ album }) => album.album_title), await extrasOf(ctx, joined[0]?.album)]).toEqual([
      ['A'],
      ['alle.txt'],
    ]);
  });

  it('is reported although the other parts must wait', async () => {
    const ctx = await context();
    await importBatch(await sameFolder(await source({ 'A/1.mp3': sound() })), ctx);
    const late = await source({ 'A/2.mp3': sound(), 'B/1.mp3': sound() });
    const change = ctx.library.change.bind(ctx.library);
    const full = jest.spyOn(ctx.library, 'change').mockImplementation((next) =>
      change((data) => {
        const after = next(data);
        if (after.albums.length > data.albums.length) throw new TonstiftError('no_space', 'full');
        return after;
      }),
    );
    const { albums, joined } = await importBatch(await sameFolder(late), ctx);
    full.mockRestore();
    expect([shown(albums), albums]).toEqual([['A: A/1.mp3, A/2.mp3'], joined.map(({ album }) => album)]);
    expect(await left(late)).toEqual(['B/1.mp3']);
  });
});

it('an album named after a folder with decomposed letters has composed ones in its title', async () => {
  const root = await source({ '1.mp3': sound() });
  const { albums } = await importBatch({ ...(await batchOf(root)), name: 'Mu\u0308sli' }, await context());
  expect(albums.map(({ album_title }) => album_title)).toEqual(['M\u00fcsli']);
});

it('a file that a user adds to an album while a track of the same name is imported is kept', async () => {
  const ctx = await context();
  const root = await source({ '1.mp3': sound() });
  const { albums } = await importBatch(await batchOf(root), ctx);
  const [album] = albums;
  const home = ctx.library.folderOf(album as AlbumRecord);
  const late = await source({ '2.mp3': sound() });
  const change = ctx.library.change.bind(ctx.library);
  jest.spyOn(ctx.library, 'change').mockImplementationOnce(async (next) => {
    await writeFile(join(home, '2.mp3'), 'by hand');
    return change(next);
  });
  await addToAlbum(album?.folder ?? '', await batchOf(late), ctx);
  jest.restoreAllMocks();
  expect((await readFile(join(home, '2.mp3'))).length).toBeGreaterThan(1000);
  expect(await readFile(join(home, '2 (2).mp3'), 'utf8')).toBe('by hand');
});

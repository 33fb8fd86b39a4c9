/** A library goes into a backup, and comes out of it as it was, here and in other libraries. */
import { expect, it } from '@jest/globals';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { peekedSource } from '../../../../workers/features/backup/source.js';
import { walk } from '../../../../workers/base/files/walk.js';
import { gmeAlbum } from '../../../../workers/build/build-album.js';
import { importBatch } from '../../../../workers/import/import.js';
import type { ImportContext } from '../../../../workers/import/types.js';
import { Library } from '../../../../workers/library/library.js';
import { factsOf } from '../../../../workers/library/records/facts.js';
import { trackPictureName } from '../../../../workers/library/pictures/track-pictures.js';
import type { AlbumRecord } from '../../../../workers/library/types.js';
import { silentLog } from '../../../../workers/base/ports.js';
import { picturePng } from '../../../fixtures/picture.js';
import { backUp, entriesOf, restore, sha256, sourceOf } from '../../../support/backup.js';
import { failCalls } from '../../../support/failing-files.js';
import { temporaryFolders } from '../../../support/folder.js';
import { zipOf } from '../../../support/zip.js';
import { batchOf, filesIn, libraryIn } from '../../import/folder.js';

const folder = temporaryFolders();
let offset = 0;
const sound = (tags: Record<string, string> = {}) => ({ frames: 20, offset: (offset += 30), tags });

/** Two discs, umlauts, a cover, extras; the second track of another one has a picture. */
async function household(root: string): Promise<ImportContext> {
  const context = await libraryIn(join(root, 'library'));
  const discs = await filesIn(join(root, 'Über Bäume'), {
    'CD 1/01 Übung.mp3': sound({ TIT2: 'Übung' }),
    'CD 1/02 Äpfel.mp3': sound({ TIT2: 'Äpfel' }),
    'CD 2/01 Ölbaum.mp3': sound({ TIT2: 'Ölbaum' }),
    'cover.png': picturePng,
    'Heft/Begleitheft ß.txt': Buffer.from('Lies mich.'),
  });
  const { rejected } = await importBatch(await batchOf(discs, { name: 'Über Bäume' }), context);
  expect(rejected.map(({ filename, reason }) => [filename, String(reason)])).toEqual([]);
  const other = await filesIn(join(root, 'Wald'), { 'a.mp3': sound(), 'b.mp3': sound() });
  await importBatch(await batchOf(other, { name: 'Wald' }), context);
  const { library } = context;
  const [first, second] = library.albums as [AlbumRecord, AlbumRecord];
  const jpeg = await readFile(join(library.folderOf(first), 'cover.jpg'));
  const picture = trackPictureName(jpeg);
  await writeFile(join(library.folderOf(second), picture), jpeg);
  await library.changeAlbum(second.folder, (album) => ({
    ...album,
    ...{ player_mode: 'single' as const, on_pens: ['4711'], order_edited: true, album_year: 1999 },
    printed: [{ oid: album.oid, at: 5000, by: 'page' }],
    tracks: album.tracks.map((track, n) => (n === 1 ? { ...track, picture } : track)),
  }));
  await library.changeAlbum(first.folder, (album) => ({ ...album, cover_kind: 'chosen' }));
  return context;
}

/** What is known of albums and what lies in their folders. */
async function contentOf(library: Library): Promise<unknown> {
  await library.keepFacts();
  const albums = library.albums.map((album) => ({
    ...factsOf(album),
    tracks: album.tracks.map((track) => ({ ...track, mtime_ms: 0 })),
  }));
  const files: Record<string, string> = {};
  for (const { path, relativePath } of await walk(library.albumsFolder))
    if (!path.endsWith('album.json')) files[relativePath] = sha256(await readFile(path));
  return { albums, files };
}

it('a library comes back as it was, its pictures, extras and numbers too', async () => {
  const root = await folder();
  const { library } = await household(root);
  const file = join(root, 'backup.zip');
  const seen: number[] = [];
  const manifest = await backUp(sourceOf(library), file, { progress: (done, total) => seen.push(done / total) });
  expect(manifest.counts).toMatchObject({ albums: 2, tracks: 5 });
  expect(seen.at(-1)).toBe(1);
  expect(manifest.albums.map(({ missing }) => missing)).toEqual([[], []]);

  const entries = await entriesOf(file);
  expect(Object.keys(entries).at(-1)).toBe('tonstift-backup.json');
  expect(Object.keys(entries).some((name) => name.endsWith('extras/Begleitheft ß.txt'))).toBe(true);

  const empty = await Library.open(join(root, 'other'), silentLog);
  const done = await restore(file, empty);
  expect(done.came.map(({ album, formerly }) => [album.album_title, formerly])).toEqual([
    ['Über Bäume', null],
    ['Wald', null],
  ]);
  expect(await contentOf(empty)).toEqual(await contentOf(library));
  const target = { language: 'GERMAN', format: 'mp3' } as const;
  expect(empty.albums.map((album) => gmeAlbum(album, target))).toEqual(
    library.albums.map((album) => gmeAlbum(album, target)),
  );
  expect(await readdir(empty.stagingFolder)).toEqual([]);

  // And once more: nothing.
  const revision = empty.revision;
  const again = await restore(file, empty);
  expect([again.came, again.failed, again.here.map(({ isEdited }) => isEdited)]).toEqual([[], [], [false, false]]);
  expect(empty.revision).toBe(revision);
  // What a reader beside the library sees is the same.
  await empty.close();
  const peeked = await backUp(peekedSource(join(root, 'other')), join(root, 'peeked.zip'));
  expect(peeked.albums.map(({ files }) => files)).toEqual(manifest.albums.map(({ files }) => files));
  await library.close();
});

it('of two libraries one becomes, whatever their numbers are', async () => {
  const root = await folder();
  const [{ library: one }, { library: other }] = [await household(join(root, '1')), await household(join(root, '2'))];
  await other.changeAlbum(other.albums[1]?.folder ?? '', (album) => ({ ...album, album_title: 'Meer' }));
  // A number that rests there rests here from then on.
  await other.change((data) => ({ ...data, resting_oids: [...data.resting_oids, 925] }));
  const file = join(root, 'backup.zip');
  await backUp(sourceOf(other), file);
  const before = one.albums;
  const done = await restore(file, one);
  expect(done.came.map(({ album, formerly }) => [album.oid, formerly])).toEqual([
    [922, 920],
    [923, 921],
  ]);
  expect(one.albums.slice(0, 2)).toEqual(before);
  expect(new Set(one.albums.map(({ oid }) => oid)).size).toBe(4);
  const ids = one.albums.flatMap(({ tracks }) => tracks.map(({ id }) => id));
  expect(new Set(ids).size).toBe(ids.length);
  expect(one.resting).toContain(925);
  expect((await restore(file, one)).came).toEqual([]);
  await Promise.all([one.close(), other.close()]);
});

it('an album keeps a number that rests; one that was edited is left alone, one that lost a sound comes', async () => {
  const root = await folder();
  const context = await household(root);
  const { library } = context;
  const file = join(root, 'backup.zip');
  await backUp(sourceOf(library), file);
  const [first, second] = library.albums as [AlbumRecord, AlbumRecord];
  await library.remove(second, context.now());
  await library.changeAlbum(first.folder, (album) => ({ ...album, album_title: 'Anders' }));
  const done = await restore(file, library);
  expect(done.here.map(({ album, isEdited }) => [album.album_title, isEdited])).toEqual([['Anders', true]]);
  expect(done.came.map(({ album, formerly }) => [album.oid, album.album_title, formerly])).toEqual([
    [921, 'Wald', null],
  ]);
  // The deleted one lies in the trash still, under the name of its folder.
  expect(done.came[0]?.album.folder).not.toBe(second.folder);
  expect(await readdir(join(library.path, 'trash'))).toEqual([second.folder]);

  const [lost] = first.tracks as [AlbumRecord['tracks'][number]];
  await library.removeTrack(library.inFolder(first.folder) ?? first, lost, context.now());
  const after = await restore(file, library);
  expect(after.came.map(({ album, formerly }) => [album.album_title, album.tracks.length, formerly])).toEqual([
    ['Über Bäume', 3, 920],
  ]);
  expect(library.inFolder(first.folder)?.tracks).toHaveLength(2);
  await library.close();
});

it('two albums with the same sounds come both, after a crash between them too', async () => {
  const root = await folder();
  const { library } = await household(root);
  const file = join(root, 'backup.zip');
  await backUp(sourceOf(library), file);
  const twice = await libraryIn(join(root, 'twice'));
  await restore(file, twice.library);
  const [first] = twice.library.albums as [AlbumRecord];
  const copy = {
    ...first,
    oid: 930,
    folder: 'Kopie [930]',
    tracks: first.tracks.map((track, n) => ({ ...track, id: 90 + n })),
  };
  await mkdir(twice.library.folderOf(copy));
  for (const { relativePath, path } of await walk(twice.library.folderOf(first))) {
    const to = join(twice.library.folderOf(copy), relativePath);
    await mkdir(join(to, '..'), { recursive: true });
    await writeFile(to, await readFile(path));
  }
  await twice.library.change((data) => ({ ...data, albums: [...data.albums, copy] }));
  await backUp(sourceOf(twice.library), file);
  const third = await Library.open(join(root, 'third'), silentLog);
  const stop = new AbortController();
  const half = restore(file, third, { signal: stop.signal, arrived: () => stop.abort(new Error('enough')) });
  await expect(half).rejects.toThrow('enough');
  expect(third.albums).toHaveLength(1);
  await restore(file, third);
  expect(third.albums.map(({ oid }) => oid).sort()).toEqual([920, 921, 930]);
  await Promise.all([library.close(), twice.library.close(), third.close()]);
});

it('albums whose files are gone get them back, and keep their number and what was edited', async () => {
  const root = await folder();
  const { library } = await household(root);
  const file = join(root, 'backup.zip');
  await backUp(sourceOf(library), file);
  const [first, second] = library.albums as [AlbumRecord, AlbumRecord];
  await library.changeAlbum(first.folder, (album) => ({ ...album, oid: 930, album_title: 'Anders' }));
  const before = await contentOf(library);
  await rm(library.folderOf(first), { recursive: true });
  for (const { filename } of second.tracks) await rm(join(library.folderOf(second), filename));
  const done = await restore(file, library);
  expect(done.came.map(({ album, formerly }) => [album.oid, formerly])).toEqual([
    [930, null],
    [921, null],
  ]);
  expect(await contentOf(library)).toEqual(before);
  expect(library.albums.map(({ pending }) => pending)).toEqual([null, null]);
  expect((await restore(file, library)).here.map(({ isEdited }) => isEdited)).toEqual([true, false]);

  // A track that the backup lacks would be lost: the files may come back with their disk.
  const [track] = second.tracks as [AlbumRecord['tracks'][number]];
  const more = { ...track, id: library.freeTrackId(), filename: 'more.mp3', sha256: sha256(Buffer.from('more')) };
  await library.changeAlbum(second.folder, (album) => ({ ...album, tracks: [...album.tracks, more] }));
  await library.keepFacts();
  await rm(library.folderOf(second), { recursive: true });
  const again = await restore(file, library);
  expect([again.came, again.here.map(({ isEdited }) => isEdited)]).toEqual([[], [true, true]]);
  await library.close();
});

it('a backup that a Mac unpacked and packed again is one', async () => {
  const root = await folder();
  const { library } = await household(root);
  const file = join(root, 'backup.zip');
  await backUp(sourceOf(library), file);
  const below = (name: string): string => `tonstift-backup/${name}`;
  const entries = new Map<string, Buffer>();
  for (const [name, bytes] of Object.entries(await entriesOf(file))) entries.set(below(name.normalize('NFD')), bytes);
  const mac = { [below('')]: Buffer.from(''), [below('.DS_Store')]: Buffer.from('x') };
  const packed = { ...mac, ...Object.fromEntries(entries), '__MACOSX/tonstift-backup/._albums': Buffer.from('x') };
  await writeFile(file, zipOf(packed));
  const empty = await Library.open(join(root, 'other'), silentLog);
  expect((await restore(file, empty)).failed).toEqual([]);
  expect(await contentOf(empty)).toEqual(await contentOf(library));

  for (const [name, reason] of [
    [below('../../x'), 'points outside'],
    ['../x', 'points outside'],
    ['albums/../../x', 'points outside'],
    [below('albums\\x'), 'points outside'],
    ['other/tonstift-backup.json', 'not a Tonstift backup'],
  ] as const) {
    await writeFile(file, zipOf({ ...packed, [name]: Buffer.from('x') }));
    await expect(restore(file, empty)).rejects.toThrow(reason);
  }
  await Promise.all([library.close(), empty.close()]);
});

it('while the library changes each album is as it was at one moment; what is gone for good is said', async () => {
  const root = await folder();
  const context = await household(root);
  const { library } = context;
  const [first, second] = library.albums as [AlbumRecord, AlbumRecord];
  const file = join(root, 'backup.zip');
  // The second is deleted while the first is written.
  const source = sourceOf(library);
  let asked = 0;
  const manifest = await backUp(
    {
      ...source,
      alone: async (album, work) => {
        const result = await source.alone(album, work);
        if (++asked === 1) {
          await library.remove(second, context.now());
          await library.removeTrack(
            library.inFolder(first.folder) ?? first,
            first.tracks[1] ?? first.tracks[0]!,
            context.now(),
          );
        }
        return result;
      },
    },
    file,
  );
  expect(manifest.albums.map(({ album_title: title, files }) => [title, files.length])).toEqual([['Über Bäume', 6]]);
  const empty = await Library.open(join(root, 'other'), silentLog);
  expect((await restore(file, empty)).came[0]?.album.tracks.map(({ track_title: title }) => title)).toEqual([
    'Übung',
    'Äpfel',
    'Ölbaum',
  ]);

  // A track that somebody took away by hand, one whose bytes a disk has spoiled.
  const [one, two] = (library.inFolder(first.folder) ?? first).tracks;
  await rm(join(library.folderOf(first), one?.filename ?? ''));
  const spoiled = join(library.folderOf(first), two?.filename ?? '');
  await writeFile(spoiled, 'nothing');
  const late = await backUp(sourceOf(library), file);
  expect(late.albums[0]?.missing).toEqual([one?.filename]);
  expect(late.albums[0]?.files.filter(({ differs }) => differs === true).map(({ name }) => name)).toEqual([
    two?.filename,
  ]);
  const third = await Library.open(join(root, 'third'), silentLog);
  const [came] = (await restore(file, third)).came;
  expect(came?.missing).toEqual([one?.filename]);
  expect(came?.album.tracks.map(({ track_number: n, size }) => [n, size])).toEqual([[1, 7]]);
  // Once more, it is here: as it was restored, and as it was.
  for (const known of [third, library]) {
    const again = await restore(file, known);
    expect([again.came, again.here.map(({ isEdited }) => isEdited)]).toEqual([[], [false]]);
  }
  await Promise.all([library.close(), empty.close(), third.close()]);
});

(process.platform === 'linux' ? it : it.skip)('each folder of extras is on the disk', async () => {
  const root = await folder();
  const { library } = await household(root);
  const [first] = library.albums as [AlbumRecord];
  const inner = join(library.folderOf(first), 'extras', 'Bilder', 'alt');
  await mkdir(inner, { recursive: true });
  await writeFile(join(inner, 'a.txt'), 'a');
  const file = join(root, 'backup.zip');
  await backUp(sourceOf(library), file);
  const empty = await Library.open(join(root, 'other'), silentLog);
  for (const name of ['/extras', '/extras/Bilder', '/extras/Bilder/alt']) {
    const end = await failCalls('sync', (path) => path.endsWith(name));
    await expect(restore(file, empty)).rejects.toMatchObject({ code: 'EIO' });
    end();
  }
  expect((await restore(file, empty)).came).toHaveLength(2);
  await Promise.all([library.close(), empty.close()]);
});

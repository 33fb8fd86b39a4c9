/** Albums of the daemon, beyond the contract (test/contracts/albums.ts): what happens at once, and what stays. */
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { readdir, readFile, rename, rm, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Albums } from '../../../daemon/albums/albums.js';
import type { UploadedFile } from '../../../http/request/uploaded-file.js';
import { Library } from '../../../workers/library/library.js';
import { pictureHeader } from '../../../workers/base/pictures/picture-header.js';
import { silentLog } from '../../../workers/base/ports.js';
import { picturePng, png } from '../../fixtures/picture.js';
import { putMp3, libraryForEachTest } from '../../support/open-library.js';

afterEach(() => void jest.restoreAllMocks());
const { shop: at } = libraryForEachTest();

let albums: Albums;
let offset = 0;
beforeEach(() => void ({ albums } = at));

async function file(title: string): Promise<UploadedFile> {
  const filename = `${title}.mp3`;
  const path = join(at.home, filename);
  await putMp3(path, { offset: (offset += 30), frames: 8, tags: { TALB: 'Sounds', TIT2: title } });
  return { path, filename, size: 1 };
}
const put = async (...names: string[]) =>
  (await albums.upload(await Promise.all(names.map((name) => file(name))), undefined)).album;
const titles = (oid: number): string[] => albums.get(oid).tracks.map(({ track_title }) => track_title);
const onDisk = async (oid: number): Promise<string[]> =>
  (await readdir(at.library.folderOf(at.library.get(oid)))).filter((name) => name.endsWith('.mp3')).sort();

describe('an upload of files whose names are paths', () => {
  const named = async (...names: string[]): Promise<UploadedFile[]> =>
    Promise.all(
      names.map(async (filename, n) => {
        const path = join(at.home, `part ${n}`);
        await putMp3(path, { offset: (offset += 30), frames: 8 });
        return { path, filename, size: 1 };
      }),
    );

  it('writes nothing outside of the library, however they are called, and shows what it has made of them', async () => {
    const names = [
      '../../../../a.mp3',
      '/etc/b.mp3',
      'x/../../y/c.mp3',
      'z/..',
      'n\u0000ul/\u001b[31m/d.mp3',
      `${'d/'.repeat(5000)}e.mp3`,
      `${'ü'.repeat(5000)}/${'w'.repeat(5000)}.mp3`,
      'con/aux.mp3',
      'q/.hidden/f.mp3',
      'q/__MACOSX/._g.mp3',
    ];
    const { albums: all } = await albums.upload(await named(...names), undefined);
    expect(all.map(({ album_title: title }) => title).sort()).toEqual(
      ['Album 920', '[31m', 'con', 'd', 'etc', 'y', 'ü'.repeat(127)].sort(),
    );
    // A file without a proper name is a track by its first bytes.
    for (const { oid, num_tracks } of all)
      expect((await readdir(at.library.folderOf(at.library.get(oid)))).length).toBe(num_tracks + 1);
    expect((await readdir(at.home)).filter((name) => !name.startsWith('part '))).toEqual(['library']);
    expect(await readdir(at.library.albumsFolder)).toHaveLength(all.length);
  });
});

describe('edits of one album at once', () => {
  it('come one after the other, and none is lost', async () => {
    const { oid, tracks } = await put('1', '2', '3');
    const more = await Promise.all(['4', '5'].map((name) => file(name)));
    await Promise.all([
      albums.update(oid, { album_title: 'Sea' }),
      ...more.map((one) => albums.addTracks(oid, [one])),
      albums.deleteTrack(oid, tracks[1]?.id ?? 0),
      albums.update(oid, { album_artist: 'Ada' }),
    ]);
    expect(albums.get(oid)).toMatchObject({ album_title: 'Sea', album_artist: 'Ada', num_tracks: 4 });
    expect(titles(oid).sort()).toEqual(['1', '3', '4', '5']);
    expect(albums.get(oid).tracks.map(({ track_number }) => track_number)).toEqual([1, 2, 3, 4]);
    expect(await onDisk(oid)).toEqual(
      albums
        .get(oid)
        .tracks.map(({ filename }) => filename)
        .sort(),
    );
  });

  it('leave one track, whichever two are deleted', async () => {
    const { oid, tracks } = await put('1', '2');
    const ends = await Promise.allSettled(tracks.map(({ id }) => albums.deleteTrack(oid, id)));
    expect(ends.map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
    expect(ends[1]).toMatchObject({ reason: { code: 'conflict' } });
    expect(titles(oid)).toEqual(['2']);
  });

  /** Does something with an album as soon as it can be seen, before it is recorded. */
  function atOnce(act: (oid: number) => Promise<unknown>): Promise<unknown>[] {
    const change = at.library.change.bind(at.library);
    const acts: Promise<unknown>[] = [];
    jest.spyOn(at.library, 'change').mockImplementation((next) => {
      const written = change(next);
      const [album] = at.library.albums;
      if (album !== undefined && acts.length === 0) acts.push(Promise.resolve().then(() => act(album.oid)));
      return written;
    });
    return acts;
  }

  it('wait until it has come into the library as a whole', async () => {
    const removed = atOnce((oid) => albums.remove(oid));
    expect(await put('1')).toMatchObject({ num_tracks: 1 });
    await Promise.all(removed);
    const name = at.library.trash[0]?.album.folder;
    expect(at.library.albums).toEqual([]);
    expect(await readdir(join(at.library.path, 'trash', String(name)))).toContain('1.mp3');
    expect(await readdir(at.library.albumsFolder)).toEqual([]);
  });

  it('are no reason for a file for the pen that cannot be built: one that is asked for waits too', async () => {
    const built = atOnce((oid) => albums.createGme(oid));
    await put('1');
    expect(await Promise.all(built)).toMatchObject([{ gme_state: 'ready' }]);
  });

  it('are done once they are recorded: a folder that cannot be reached then follows later', async () => {
    const { oid } = await put('1');
    await at.idle();
    const change = at.library.change.bind(at.library);
    const away = `${at.library.path} unmounted`;
    jest.spyOn(at.library, 'change').mockImplementationOnce(async (next) => {
      await change(next);
      await rename(at.library.path, away);
    });
    expect(await albums.remove(oid)).toMatchObject({ oid });
    await rename(away, at.library.path);
    await at.library.enter();
    expect(await readdir(join(at.library.path, 'trash'))).toEqual([at.library.trash[0]?.album.folder]);
  });

  it('that come after its removal find nothing', async () => {
    const { oid } = await put('1');
    const ends = await Promise.allSettled([albums.remove(oid), albums.remove(oid)]);
    expect(ends).toMatchObject([
      { status: 'fulfilled', value: { oid } },
      { status: 'rejected', reason: { code: 'album_not_found' } },
    ]);
    await expect(albums.update(oid, { album_title: 'Late' })).rejects.toMatchObject({ code: 'album_not_found' });
    expect(at.library.albums).toEqual([]);
    expect(await readdir(at.library.gmeFolder).catch(() => [])).toEqual([]);
    expect(at.happened.filter(({ type }) => type === 'album.removed')).toHaveLength(1);
  });
});

it('two albums never get the same OID, whoever asks first', async () => {
  const [one, other] = [await put('1'), await put('2')];
  const ends = await Promise.allSettled([one, other].map(({ oid }) => albums.update(oid, { oid: 7 })));
  expect(ends.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  expect(ends.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { code: 'conflict' } });
  expect(new Set(albums.list().map(({ oid }) => oid)).size).toBe(2);
});

it('uploads at once become albums of their own', async () => {
  const files = await Promise.all(['1', '2', '3'].map((name) => file(name)));
  const results = await Promise.all(files.map((one) => albums.upload([one], undefined)));
  expect(results.map(({ album }) => album.oid).sort()).toEqual([920, 921, 922]);
  const ids = albums.list().flatMap(({ tracks }) => tracks.map(({ id }) => id));
  expect(new Set(ids).size).toBe(3);
});

it('what was answered is on the disk', async () => {
  const { oid } = await put('1', '2');
  const cover = join(at.home, 'c.png');
  await writeFile(cover, picturePng);
  await albums.update(oid, { album_title: 'Sea', oid: 12 });
  await albums.setCover(12, { path: cover, filename: 'c.png', size: picturePng.length });
  await albums.createGme(12);
  const shown = albums.get(12);
  await at.builds.stop();
  await at.library.close();
  const again = (await Library.open(at.library.path, silentLog)).get(12);
  expect(again).toMatchObject({ oid: 12, album_title: 'Sea', cover: 'cover.jpg', cover_kind: 'chosen' });
  expect(again.files.map(({ filename, size }) => [filename, size])).toEqual([[shown.gme_file, shown.gme_size]]);
});

it('a tag is of the file that is there, not of one that its record still names', async () => {
  const { oid } = await put('1');
  await albums.createGme(oid);
  const file = await albums.gmeFile(oid);
  expect(file.etag).toBe(at.library.get(oid).files[0]?.sha256);
  await writeFile(`${file.path}.new`, Buffer.alloc(file.size));
  // Two files made within one tick of the kernel's clock have the same times.
  const later = (at.library.get(oid).files[0]?.mtime_ms ?? 0) + 20;
  await utimes(`${file.path}.new`, later / 1000, later / 1000);
  await rename(`${file.path}.new`, file.path);
  const other = await albums.gmeFile(oid);
  expect(other.etag).not.toBe(file.etag);
  expect((await albums.gmeFile(oid)).etag).toBe(other.etag);
});

describe('pictures of tracks', () => {
  const picture = async (shade: number): Promise<UploadedFile> => {
    const path = join(at.home, `${shade}.png`);
    await writeFile(path, png(700, 500, [shade, 0, 0]));
    return { path, filename: 'c.png', size: 1 };
  };
  const kept = async (oid: number): Promise<string[]> =>
    (await readdir(at.library.folderOf(at.library.get(oid)))).filter((name) => name.startsWith('picture-'));
  const named = (oid: number): (string | null)[] => at.library.get(oid).tracks.map((track) => track.picture);

  it('are small JPEGs beside the cover, each as long as a track has it', async () => {
    const { oid, tracks } = await put('1', '2', '3');
    const [first = 0, second = 0, third = 0] = tracks.map(({ id }) => id);
    for (const id of [first, second]) await albums.setTrackPicture(oid, id, await picture(1));
    await albums.setTrackPicture(oid, third, await picture(2));
    expect((await kept(oid)).sort()).toEqual([...new Set(named(oid))].sort());
    const jpeg = await readFile(join(at.library.folderOf(at.library.get(oid)), named(oid)[0] ?? ''));
    expect(pictureHeader(jpeg)).toMatchObject({ kind: 'JPEG', width: 480, height: 343 });
    // What a crash left of one that no record came to name.
    await writeFile(join(at.library.folderOf(at.library.get(oid)), 'picture-0123456789abcdef.jpg'), jpeg);
    await albums.deleteTrackPicture(oid, first);
    expect((await kept(oid)).sort()).toEqual(named(oid).slice(1).sort());
    await albums.deleteTrack(oid, third);
    expect(await kept(oid)).toEqual([named(oid)[1]]);
    await albums.deleteTrackPicture(oid, second);
    expect([await kept(oid), named(oid)]).toEqual([[], [null, null]]);
  });

  it('outlive the records, and what lies beside the tracks tells whose they are', async () => {
    const { oid, tracks } = await put('1', '2');
    await albums.setTrackPicture(oid, tracks[1]?.id ?? 0, await picture(3));
    const before = named(oid);
    expect(before).toEqual([null, expect.stringMatching(/^picture-/)]);
    await at.builds.stop();
    await at.library.close();
    for (const name of ['library.json', 'library.json.bak', 'backups'])
      await rm(join(at.library.path, name), { recursive: true, force: true });
    const again = Library.closed(at.library.path, silentLog);
    await again.enter('rebuild');
    expect(again.get(oid).tracks.map((track) => track.picture)).toEqual(before);
    await again.close();
  });
});

it('an edit that cannot be kept changes nothing, and is told to nobody', async () => {
  const { oid } = await put('1');
  const before = await albums.createGme(oid);
  const published = at.happened.length;
  jest.spyOn(at.library, 'changeAlbum').mockRejectedValueOnce(new Error('The disk is away.'));
  await expect(albums.update(oid, { album_title: 'Lost' })).rejects.toThrow('The disk is away.');
  expect(albums.get(oid)).toEqual(before);
  expect(at.happened.slice(published).filter(({ type }) => type.startsWith('album.'))).toEqual([]);
  expect((await albums.update(oid, { album_title: 'Kept' })).album_title).toBe('Kept');
});

it('an upload whose file is gone is for later, and leaves nothing', async () => {
  const [here, gone] = [await file('1'), await file('2')];
  await rm(gone.path);
  await expect(albums.upload([here, gone], undefined)).rejects.toMatchObject({ code: 'not_now' });
  expect([albums.list(), await readdir(at.library.stagingFolder)]).toEqual([[], []]);
});

it('a build that is under way ends with the removal of its album', async () => {
  const { oid } = await put('1');
  await albums.update(oid, { album_title: 'Other' });
  const built = albums.createGme(oid);
  built.catch(() => undefined);
  await albums.remove(oid);
  await expect(built).rejects.toMatchObject({ code: 'album_not_found' });
  expect(await readdir(at.library.gmeFolder)).toEqual([]);
});

it('is for later where a folder of the library was not there for a moment, and no fault of the program', async () => {
  const { oid } = await put('1');
  await rm(at.library.albumsFolder, { recursive: true });
  await expect(albums.upload([await file('2')], undefined)).rejects.toMatchObject({ code: 'not_now' });
  await expect(albums.addTracks(oid, [await file('3')])).rejects.toMatchObject({ code: 'not_now' });
});

describe('a sheet that was printed', () => {
  it('is known after a restart, in the records and beside the tracks', async () => {
    const { oid } = await put('1');
    await albums.notePrinted([oid], 'page');
    const { printed, folder } = at.library.get(oid);
    expect(printed).toEqual([{ oid, at: at.clock.now(), by: 'page' }]);
    await at.library.close();
    const again = await Library.open(at.library.path, silentLog);
    expect(again.get(oid).printed).toEqual(printed);
    await again.close();
    const facts = await readFile(join(at.library.albumsFolder, folder, 'album.json'), 'utf8');
    expect(JSON.parse(facts)).toMatchObject({ album: { printed } });
  });

  it('is the person’s, also where it cannot be noted', async () => {
    const { oid } = await put('1');
    jest.spyOn(at.library, 'change').mockRejectedValueOnce(new Error('the disk is full'));
    await albums.notePrinted([oid], 'page');
    expect(at.logged.at(-1)).toMatch(/Cannot record that 1 album.* was printed: the disk is full/);
  });

  it('makes no file for the pen again', async () => {
    const { oid } = await put('1');
    await at.idle();
    const before = at.jobsOf('build');
    await albums.notePrinted([oid], 'page');
    await at.idle();
    expect([before, at.jobsOf('build'), albums.get(oid).gme_state]).toEqual([1, 1, 'ready']);
  });
});

describe('many at once', () => {
  it('are deleted by a few changes of the records, each folder is moved once, and all can be had back', async () => {
    const oids: number[] = [];
    for (let n = 0; n < 60; n++) oids.push((await put(`many ${n}`)).oid);
    await at.idle();
    const [before, folders] = [at.library.revision, await readdir(at.library.albumsFolder)];
    const said = at.logged.length;
    const others = oids.splice(0, 5);
    const ends = await Promise.allSettled([...oids, 7].map((oid) => albums.remove(oid)));
    expect(ends.map(({ status }) => status)).toEqual([...oids.map(() => 'fulfilled'), 'rejected']);
    expect(at.library.revision - before).toBeLessThan(6);
    expect(at.logged.slice(said).filter((line) => !line.includes('is deleted'))).toEqual([]);
    expect(albums.list().map(({ oid }) => oid)).toEqual(others);
    expect(await readdir(at.library.albumsFolder)).toHaveLength(5);
    expect(await readdir(join(at.library.path, 'trash'))).toHaveLength(55);
    expect((await Library.open(at.library.path, silentLog)).trash).toHaveLength(55);
    for (const { album } of [...at.library.trash].slice(0, 2)) await at.library.restore(album.folder);
    expect(folders).toEqual(expect.arrayContaining(await readdir(at.library.albumsFolder)));
  });

  it('are cleaned up, and a file that a third one uses stays', async () => {
    const [a, b] = [await put('a'), await put('b')];
    await at.idle();
    const files = await readdir(at.library.gmeFolder);
    const c = await put('c');
    await at.idle();
    await Promise.all([albums.cleanup(a.oid), albums.cleanup(b.oid)]);
    expect(files).toHaveLength(2);
    expect(await readdir(at.library.gmeFolder)).toEqual([albums.get(c.oid).gme_file]);
  });

  it('are listed as they are now', async () => {
    const { oid } = await put('a');
    await put('b');
    await at.idle();
    const list = albums.list();
    await albums.update(oid, { album_title: 'Other' });
    expect(albums.list()[0]?.album_title).toBe('Other');
    expect(albums.list()[1]).toBe(list[1]);
    await at.idle();
    at.targets[0] = { language: 'FRENCH', format: 'mp3' };
    expect(albums.list().map(({ gme_state: state }) => state)).toEqual(['missing', 'missing']);
  });
});

/** Builds, library → files for the pen: real albums and real files, with a clock that the test moves. */
import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { lstat, readdir, readFile, rename, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { AlbumView, TrackRecord } from '../../../workers/library/types.js';
import { readGmeFile } from '../../../workers/build/read-gme.js';
import { trackCode } from '../../../workers/gme/codes.js';
import { readGme } from '../../../workers/gme/read.js';
import { until } from '../../support/patience.js';
import { putMp3, libraryForEachTest } from '../../support/open-library.js';
import { PaperPen } from '../../workers/features/try/virtual-pen/paper-pen.js';

const { shop } = libraryForEachTest();

let album: AlbumView;
beforeEach(async () => {
  await putMp3(join(shop.home, '1.mp3'), { offset: 1, tags: { TALB: 'Sounds', TIT2: 'One' } });
  await putMp3(join(shop.home, '2.mp3'), { offset: 30, tags: { TALB: 'Sounds', TIT2: 'Two' } });
  album = await shop.add('1.mp3', '2.mp3');
  await shop.idle();
});

const record = () => shop.library.get(album.oid);
const track = (n: number): string => join(shop.library.folderOf(record()), record().tracks[n]?.filename ?? '');
/** The record says what the file is now. */
async function takeOver(n: number, changes: Partial<TrackRecord> = {}): Promise<void> {
  const { size, mtimeMs } = await lstat(track(n));
  await shop.library.changeAlbum(record().folder, (now) => ({
    ...now,
    tracks: now.tracks.map((one, at) => (at === n ? { ...one, ...changes, size, mtime_ms: mtimeMs } : one)),
  }));
}
const onDisk = async (): Promise<string[]> => (await readdir(shop.library.gmeFolder)).sort();
const french = { language: 'FRENCH', format: 'mp3' } as const;
const languageOf = (name: string): string => {
  using file = readGmeFile(join(shop.library.gmeFolder, name));
  return readGme(file).language;
};

describe('the file of an album', () => {
  it('is built for the default target, once', async () => {
    expect(await onDisk()).toEqual([`${album.oid}_Sounds.gme`]);
    shop.builds.wake();
    await shop.builds.sweep();
    await shop.idle();
    expect(shop.jobsOf('build')).toBe(1);
  });

  it('is built again after an edit, in place of the old one', async () => {
    await shop.albums.update(album.oid, { album_title: 'Noises' });
    await shop.idle();
    expect(await onDisk()).toEqual([`${album.oid}_Noises.gme`]);
    expect(record().files).toHaveLength(1);
  });

  it('is what a child shall hear, in each mode', async () => {
    const heard: Record<string, number[][]> = {};
    for (const player_mode of ['music', 'tiptoi', 'single'] as const) {
      await shop.albums.update(album.oid, { player_mode });
      await shop.idle();
      const pen = new PaperPen(await readFile(join(shop.library.gmeFolder, `${album.oid}_Sounds.gme`)));
      heard[player_mode] = [pen.start(), pen.tap(trackCode(0)), pen.tap(trackCode(1))];
    }
    expect(heard).toEqual({ music: [[0, 1], [0, 1], [1]], tiptoi: [[0], [0], [1]], single: [[], [0], [1]] });
  });

  it('is built again where someone has removed it', async () => {
    await rm(join(shop.library.gmeFolder, `${album.oid}_Sounds.gme`));
    await shop.builds.sweep();
    await shop.idle();
    expect(await onDisk()).toEqual([`${album.oid}_Sounds.gme`]);
  });

  it('and the next import need none of the folders whose content can be made again', async () => {
    const { gmeFolder, transcodedFolder, stagingFolder } = shop.library;
    for (const one of [gmeFolder, transcodedFolder, stagingFolder]) await rm(one, { recursive: true });
    await shop.builds.sweep();
    await shop.idle();
    await rm(stagingFolder, { recursive: true, force: true });
    await putMp3(join(shop.home, '3.mp3'), { offset: 60, tags: { TALB: 'Noises' } });
    await shop.add('3.mp3');
    await shop.idle();
    expect(await onDisk()).toHaveLength(2);
  });

  it('is built where that of another album, or what is left over, cannot be looked at', async () => {
    await putMp3(join(shop.home, '3.mp3'), { offset: 60, tags: { TALB: 'Noises' } });
    const other = await shop.add('3.mp3');
    await shop.idle();
    const [, second] = await onDisk();
    // A look at the first fails, and so does the removal of what no record names.
    const files = record().files.map((file) => ({ ...file, filename: '../x' }));
    await shop.library.changeAlbum(record().folder, (now) => ({ ...now, files }));
    await rm(join(shop.library.gmeFolder, second!));
    const home = shop.library.folderOf(record());
    await rename(home, join(shop.home, 'elsewhere'));
    await symlink(join(shop.home, 'elsewhere'), home);
    await rm(shop.library.transcodedFolder, { recursive: true, force: true });
    await symlink(join(shop.home, 'elsewhere'), shop.library.transcodedFolder);
    await shop.builds.sweep();
    await until('the other album', async () => (await onDisk()).includes(second!));
    await shop.idle();
    expect(shop.library.get(other.oid).files).toHaveLength(1);
    expect(shop.logged.filter((one) => /could not be (?:checked|removed)/.test(one))).toEqual([
      expect.stringContaining('"Sounds" could not be checked'),
      expect.stringContaining('Files that belong to no album could not be removed yet'),
    ]);
  });

  it('is not built again after a failure, until somebody asks or its reason may be gone', async () => {
    await writeFile(track(0), 'no sound');
    await takeOver(0, { codec: 'unreadable', container: 'unreadable', sha256: 'other' });
    await expect(shop.albums.createGme(album.oid)).rejects.toMatchObject({ code: 'build_failed' });
    const tries = shop.jobsOf('build');
    for (let n = 0; n < 5; n++) {
      shop.builds.wake();
      shop.clock.advance(60_000);
      await shop.builds.sweep();
    }
    expect(shop.jobsOf('build')).toBe(tries);
    const { gme_state: state, gme_error: problem } = shop.albums.get(album.oid);
    expect([state, String(problem)]).toEqual(['failed', expect.stringMatching(/1\.mp3/)]);
    await shop.builds.retryFailed();
    await until('another try', () => Promise.resolve(shop.jobsOf('build') === tries + 1));
  });

  it('goes with the album, also while it is built', async () => {
    await shop.albums.update(album.oid, { album_title: 'Noises' });
    await shop.albums.remove(album.oid);
    await shop.builds.sweep();
    expect([await onDisk(), shop.library.albums]).toEqual([[], []]);
  });

  it('is not made while its files are removed on purpose, but when somebody asks', async () => {
    await shop.albums.cleanup(album.oid);
    shop.builds.want(record(), french);
    await shop.builds.sweep();
    expect(await onDisk()).toEqual([]);
    await shop.albums.createGme(album.oid);
    expect(await onDisk()).toEqual([`${album.oid}_Sounds.gme`]);
  });
});

describe('after a crash', () => {
  const gme = (name: string): string => join(shop.library.gmeFolder, name);
  const old = async (path: string): Promise<void> => {
    await writeFile(path, 'x');
    await utimes(path, 1, 1);
  };

  it('a record that names another file of the same size leads to a new build', async () => {
    const [before] = record().files;
    const path = gme(before?.filename ?? '');
    const right = await readFile(path);
    const wrong = Buffer.from(right);
    wrong.fill(0, 1000, 2000);
    await writeFile(path, wrong);
    await shop.builds.sweep();
    await shop.idle();
    await until('the file', async () => (await readFile(path)).equals(right));
    expect(record().files).toMatchObject([{ sha256: before?.sha256, fingerprint: before?.fingerprint }]);
  });

  it('or a copy of the library, the same content under another time is kept, and looked at once', async () => {
    const path = gme(record().files[0]?.filename ?? '');
    await utimes(path, 1000, 1000);
    await shop.builds.sweep();
    expect(record().files).toMatchObject([{ mtime_ms: 1_000_000 }]);
    expect(shop.jobsOf('build')).toBe(1);
  });

  it('what no record names goes at the first look, and that is logged; the rest stays', async () => {
    const hash = (letter: string): string => letter.repeat(64);
    const transcoded = (name: string): string => join(shop.library.transcodedFolder, name);
    const own = record().tracks[0]?.sha256 ?? '';
    await Promise.all(
      [
        gme('920_Gone.gme'),
        gme('.tonstift-0123456789ab.tmp'),
        gme('notes.txt'),
        gme('Buch vom Flohmarkt.gme'),
        transcoded(`${hash('a')}.mp3`),
        transcoded(`${own}.ogg`),
        transcoded('my.mp3'),
        transcoded('.tonstift-0123456789ab.tmp'),
      ].map(old),
    );
    await shop.builds.sweep();
    expect(await onDisk()).toEqual([`${album.oid}_Sounds.gme`, 'Buch vom Flohmarkt.gme', 'notes.txt'].sort());
    expect((await readdir(shop.library.transcodedFolder)).sort()).toEqual([`${own}.ogg`, 'my.mp3'].sort());
    expect(shop.logged.filter((line) => line.includes('belong to no album'))).toEqual([
      expect.stringContaining('920_Gone.gme'),
    ]);
  });

  it('a folder that is a link now is not followed', async () => {
    const outside = join(shop.home, 'outside');
    await rename(shop.library.gmeFolder, outside);
    await symlink(outside, shop.library.gmeFolder);
    const before = await readdir(outside);
    await expect(shop.builds.sweep()).rejects.toMatchObject({ code: 'conflict' });
    await shop.albums.update(album.oid, { album_title: 'Noises' });
    await shop.idle();
    expect(await readdir(outside)).toEqual(before);
  });
});

describe('files for pens of another kind', () => {
  it('stand beside the default one, and go when no pen wants them any more', async () => {
    shop.targets.push(french);
    expect(shop.builds.want(record(), french)).toBeUndefined();
    await until('the file', () => Promise.resolve(shop.builds.want(record(), french)));
    expect(await onDisk()).toEqual([`${album.oid}_Sounds.FRENCH-mp3.gme`, `${album.oid}_Sounds.gme`]);
    expect(languageOf(`${album.oid}_Sounds.FRENCH-mp3.gme`)).toBe('FRENCH');
    await shop.idle();
    shop.targets.pop();
    // A file that is still looked at is left to the next sweep.
    await until('the file gone', async () => {
      await shop.builds.sweep();
      return (await onDisk()).length === 1;
    });
    expect(await onDisk()).toEqual([`${album.oid}_Sounds.gme`]);
  });

  it('stay where they have their name, and not yet their record, when the default one is recorded', async () => {
    shop.targets.push(french);
    await until('the file', () => Promise.resolve(shop.builds.want(record(), french)));
    await shop.idle();
    const { library } = shop;
    await library.changeAlbum(record().folder, (one) => ({ ...one, player_mode: 'tiptoi' }));
    const change = library.changeAlbum.bind(library);
    let named = (): void => undefined;
    let letRecord = (): void => undefined;
    const isNamed = new Promise<void>((resolve) => (named = resolve));
    const mayRecord = new Promise<void>((resolve) => (letRecord = resolve));
    jest.spyOn(library, 'changeAlbum').mockImplementationOnce(async (of, next) => {
      named();
      await mayRecord;
      await change(of, next);
    });
    const building = shop.builds.build(record().folder, french);
    await isNamed;
    await shop.builds.build(record().folder);
    letRecord();
    await building;
    jest.restoreAllMocks();
    expect(await onDisk()).toEqual([`${album.oid}_Sounds.FRENCH-mp3.gme`, `${album.oid}_Sounds.gme`]);
  });

  it('are never overwritten by the default one where that becomes another', async () => {
    const [german] = shop.targets;
    shop.targets.splice(0, 1, french, german);
    shop.builds.wake();
    await until('the file', () => Promise.resolve(shop.builds.want(record(), french)));
    const names = [french, german].map((target) => shop.builds.want(record(), target)?.filename ?? '');
    expect(new Set(names).size).toBe(2);
    expect(names.map(languageOf)).toEqual(['FRENCH', 'GERMAN']);
  });

  it('rest where they cannot be built now, however often a pen asks', async () => {
    shop.targets.push(french);
    // A track that differs from its record: someone is changing it.
    await utimes(track(0), 1, 1);
    const before = shop.jobsOf('build');
    const ask = async (): Promise<void> => {
      for (let n = 0; n < 50; n++) {
        shop.builds.want(record(), french);
        await new Promise((resolve) => setImmediate(resolve));
      }
    };
    await ask();
    await until('the build to end', () => Promise.resolve(!shop.builds.isBuilding(record(), french)));
    await ask();
    expect(shop.jobsOf('build') - before).toBe(1);
    await takeOver(0);
    shop.clock.advance(10_000);
    await until('the file', () => Promise.resolve(shop.builds.want(record(), french)));
    expect(shop.jobsOf('build') - before).toBe(2);
  });
});

describe('a library whose disk is pulled out for a moment', () => {
  it('is no reason to call an album unbuildable', async () => {
    await shop.albums.cleanup(album.oid);
    const home = shop.library.folderOf(record());
    const verify = shop.library.verify.bind(shop.library);
    let looks = 0;
    // Gone behind the look before the build, back at the look after it failed.
    shop.library.verify = async () => {
      await verify();
      if (++looks === 1) await rename(home, `${home} away`);
      else if (looks === 2) await rename(`${home} away`, home);
    };
    const built = shop.builds.build(record().folder);
    await expect(built).rejects.toMatchObject({ code: 'not_now' });
    shop.library.verify = verify;
    expect(record().failures).toEqual([]);
  });

  it('gets rid of a file that was built and not recorded, when it is back', async () => {
    // The sweep looks at files that are older than it.
    await writeFile(join(shop.library.gmeFolder, '999_Lost.gme'), 'built when the disk went');
    await new Promise((resolve) => setTimeout(resolve, 20));
    await shop.builds.sweep();
    expect(await onDisk()).toEqual([`${album.oid}_Sounds.gme`]);
  });

  it('or what an ffmpeg wrote that outlived a crash', async () => {
    const path = join(shop.library.transcodedFolder, '.tonstift-0123456789ab.tmp');
    await writeFile(path, 'of an ffmpeg that went on');
    await new Promise((resolve) => setTimeout(resolve, 20));
    await shop.builds.sweep();
    await expect(lstat(path)).rejects.toMatchObject({ code: 'ENOENT' });
  });
});

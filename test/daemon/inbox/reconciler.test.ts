/** inbox → library: a real inbox and a real library, with a clock that the test moves. */
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { lstat, mkdir, readdir, rename, rm, symlink, unlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { filesAside, putBack, putBackAnyway } from '../../../daemon/features/arrivals/put-back.js';
import type { InboxReconciler } from '../../../daemon/inbox/reconciler.js';
import type { NewArrival } from '../../../http/resources/upload/arrival.js';
import { renumber } from '../../../workers/library/edit.js';
import { checkLibrary } from '../../../workers/library/records/check.js';
import type { AlbumRecord, AlbumView } from '../../../workers/library/types.js';
import { mp3 } from '../../fixtures/mp3.js';
import { picturePng } from '../../fixtures/picture.js';
import { until } from '../../support/patience.js';
import { putMp3 } from '../../support/open-library.js';
import { zipOf } from '../../support/zip.js';
import { inboxStage } from './stage.js';

afterEach(() => void jest.restoreAllMocks());
const { shop, at, open } = inboxStage();

let reconciler: InboxReconciler;
let notes: NewArrival[];
const openNoting = (): InboxReconciler => open({ note: (arrival) => notes.push(arrival) });
beforeEach(() => {
  notes = [];
  reconciler = openNoting();
});

async function pass(ms: number): Promise<void> {
  for (let left = ms; left > 0; left -= 500) {
    shop.clock.advance(Math.min(500, left));
    await reconciler.idle();
  }
}
const titles = (): string[] => shop.library.albums.map(({ album_title }) => album_title);
const albums = (count: number) => until('the album', () => Promise.resolve(titles().length === count && titles()));
const problems = (): string[][] => reconciler.status().problems.map(({ name, reason }) => [name, String(reason)]);
const failed = (): Promise<string[]> =>
  readdir(at('failed')).then(
    (names) => names.sort(),
    () => [],
  );

describe('a link in the place of a folder', () => {
  it('called `failed`: nothing is written through it, the file stays, other imports continue', async () => {
    const outside = join(shop.home, 'outside');
    await mkdir(outside);
    await symlink(outside, at('failed'));
    await writeFile(at('notes.xyz'), 'no audio');
    await mkdir(at('Sounds'));
    await putMp3(at('Sounds', '1.mp3'), { offset: 1 });
    reconciler.wake();
    await pass(7000);
    await albums(1);
    await pass(130_000);
    expect([await readdir(outside), await readdir(at())]).toEqual([[], expect.arrayContaining(['notes.xyz'])]);
    const said = shop.logged.filter((sentence) => sentence.includes('is a link, or not a folder'));
    expect(said).toHaveLength(1);
    expect(said[0]).toContain('It stays in the inbox');
    const ends = shop.happened.filter(({ type }) => type === 'job.ended').map(({ data }) => data);
    expect(ends).toContainEqual(
      expect.objectContaining({ title: 'notes.xyz', outcome: 'failed', reason: expect.stringContaining('a link') }),
    );
    expect(problems()).toEqual([['notes.xyz', expect.stringContaining('is a link')]]);
    const told = shop.happened.filter(({ type }) => type === 'inbox.changed').at(-1);
    expect(told?.data).toMatchObject({ problems: [{ name: 'notes.xyz' }] });
    await unlink(at('failed'));
    await pass(62_000);
    expect([await failed(), problems()]).toEqual([['notes.xyz', 'notes.xyz.why.txt'], []]);
  });

  it('that replaced an album is not followed', async () => {
    const outside = join(shop.home, 'outside');
    await mkdir(outside);
    await putMp3(join(outside, '1.mp3'), { offset: 1 });
    await mkdir(at('Sounds'));
    await putMp3(at('Sounds', '1.mp3'), { offset: 1 });
    reconciler.wake();
    await pass(4500);
    const run = shop.jobs.run.bind(shop.jobs);
    jest.spyOn(shop.jobs, 'run').mockImplementation(async (...given) => {
      if (await readdir(at('Sounds')).then((names) => names.length === 1))
        await rename(at('Sounds'), at('.hidden')).then(() => symlink(outside, at('Sounds')));
      return run(...given);
    });
    await pass(2000);
    await until('the end of a try', () => Promise.resolve(shop.happened.some(({ type }) => type === 'job.ended')));
    expect(await readdir(outside)).toEqual(['1.mp3']);
    expect(titles()).toEqual([]);
  });
});

it('a loose archive is set aside with a reason, and audio without an ending becomes an album', async () => {
  await writeFile(at('more.7z'), 'anything');
  await putMp3(at('Song of the sea'), { offset: 1 });
  reconciler.wake();
  await pass(7000);
  await albums(1);
  await until('the archive', async () => (await failed()).includes('more.7z'));
  expect(shop.logged.join()).toContain('more.7z: is an archive that Tonstift cannot open. Open it first');
});

describe('a folder', () => {
  it('is imported when it has settled, and is listed as arriving until then', async () => {
    await mkdir(at('Sounds'));
    await putMp3(at('Sounds', '1.mp3'), { offset: 1 });
    reconciler.wake();
    await pass(4000);
    expect(reconciler.status().arriving).toEqual([{ name: 'Sounds', files: 1 }]);
    await putMp3(at('Sounds', '2.mp3'), { offset: 30 });
    await pass(4500);
    expect(titles()).toEqual([]);
    await pass(1500);
    await albums(1);
    expect(shop.library.albums[0]?.tracks).toHaveLength(2);
    expect(reconciler.status().arriving).toEqual([]);
  });

  it('that cannot be imported is retried every minute, which is logged once', async () => {
    await mkdir(at('Sounds'));
    await putMp3(at('Sounds', '1.mp3'), { offset: 1 });
    const change = jest.spyOn(shop.library, 'change').mockRejectedValue(new Error('The disk is away.'));
    reconciler.wake();
    await pass(6000);
    const tries = (): number => shop.jobsOf('import');
    await until('a try', () => Promise.resolve(tries() === 1 && change.mock.calls.length > 0));
    await pass(500);
    for (let look = 0; look < 20; look++) reconciler.wake();
    await pass(50_000);
    expect([tries(), reconciler.status().arriving]).toEqual([1, []]);
    await pass(15_000);
    await until('another try', () => Promise.resolve(tries() === 2));
    await pass(500);
    change.mockRestore();
    await pass(61_000);
    await albums(1);
    expect(shop.logged.filter((line) => line.includes('stays in the inbox'))).toHaveLength(1);
  });

  it('that cannot be imported is retried sooner if it changes', async () => {
    await mkdir(at('Sounds'));
    await putMp3(at('Sounds', '1.mp3'), { offset: 1 });
    const change = jest.spyOn(shop.library, 'change').mockRejectedValue(new Error('The disk is away.'));
    reconciler.wake();
    await pass(6000);
    await until('a try', () => Promise.resolve(change.mock.calls.length > 0));
    await pass(500);
    change.mockRestore();
    await putMp3(at('Sounds', '2.mp3'), { offset: 30 });
    reconciler.wake();
    await pass(7000);
    await albums(1);
  });

  it('that could not be imported and was emptied by a user is kept', async () => {
    await mkdir(at('Sounds'));
    await putMp3(at('Sounds', '1.mp3'), { offset: 1 });
    const change = jest.spyOn(shop.library, 'change').mockRejectedValue(new Error('The disk is away.'));
    reconciler.wake();
    await pass(6000);
    await until('a try', () => Promise.resolve(change.mock.calls.length > 0));
    await pass(500);
    change.mockRestore();
    await unlink(at('Sounds', '1.mp3'));
    reconciler.wake();
    await pass(130_000);
    expect(await readdir(at())).toEqual(['Sounds']);
  });

  it('is removed a minute after it was emptied; an empty folder of a user is kept', async () => {
    await mkdir(at('Theirs'));
    await mkdir(at('Sounds'));
    await putMp3(at('Sounds', '1.mp3'), { offset: 1 });
    reconciler.wake();
    await pass(6000);
    await albums(1);
    await pass(50_000);
    expect((await readdir(at())).sort()).toEqual(['Sounds', 'Theirs']);
    await pass(15_000);
    await until('the folder to go', async () => (await readdir(at())).join() === 'Theirs');
  });
});

describe('a folder with the tracks of an album', () => {
  const drop = async (offset: number): Promise<void> => {
    await mkdir(at('Sounds'), { recursive: true });
    await putMp3(at('Sounds', '1.mp3'), { offset });
    reconciler.wake();
    await pass(7000);
  };
  const asideTwice = async (): Promise<void> => {
    await drop(1);
    await albums(1);
    for (const count of [1, 2]) {
      await drop(1);
      await until('the note', () =>
        Promise.resolve(notes.filter(({ end: one }) => one === 'duplicate').length === count),
      );
    }
  };

  it('and another name is moved by one rename, so that no part of it stays and becomes an album', async () => {
    await drop(1);
    await albums(1);
    await mkdir(at('Again'));
    await putMp3(at('Again', '1.mp3'), { offset: 1 });
    const { ino } = await lstat(at('Again'));
    reconciler.wake();
    await pass(7000);
    await until('the note', () => Promise.resolve(notes.some(({ aside }) => aside?.join() === 'duplicates/Again')));
    expect((await lstat(at('duplicates', 'Again'))).ino).toBe(ino);
    expect(await readdir(at())).not.toContain('Again');
  });

  it('is set aside apart from an earlier one, and becomes a new album after a restart', async () => {
    await asideTwice();
    expect(notes.flatMap(({ aside }) => aside ?? [])).toEqual(['duplicates/Sounds', 'duplicates/Sounds (2)']);
    await reconciler.stop();
    await pass(70_000);
    expect(await putBackAnyway(at(), ['duplicates/Sounds'])).toBe(true);
    reconciler = openNoting();
    reconciler.wake();
    await pass(7000);
    await albums(2);
    const { albums: both } = shop.library;
    expect(both.map(({ tracks }) => tracks.length)).toEqual([1, 1]);
    expect(both[0]?.oid).not.toBe(both[1]?.oid);
    expect(notes.at(-1)).toMatchObject({ end: 'album', oids: [both[1]?.oid] });
    expect(await readdir(at('duplicates'))).toEqual(['Sounds (2)', 'Sounds (2).why.txt']);
  });

  it('becomes no second new album if a file of it comes back', async () => {
    await asideTwice();
    await rename(at('Sounds'), at('..', 'emptied'));
    await putBackAnyway(at(), ['duplicates/Sounds']);
    reconciler.wake();
    await pass(7000);
    await albums(2);
    await drop(1);
    await until('the note', () => Promise.resolve(notes.length === 5));
    expect([titles().length, notes.at(-1)?.end]).toEqual([2, 'duplicate']);
    await pass(65_000);
    await until('the folder to go', async () => (await readdir(at())).join() === 'duplicates');
  });
});

it('an album whose files are gone gets the same files by *Replace*, with its number and titles', async () => {
  const drop = async (): Promise<void> => {
    await mkdir(at('Meer'), { recursive: true });
    for (const n of [1, 2]) await putMp3(at('Meer', `${n}.mp3`), { offset: n * 40, tags: { TRCK: `${n}/2` } });
    reconciler.wake();
    await pass(7000);
  };
  await drop();
  await albums(1);
  await drop();
  await until('the note', () => Promise.resolve(notes.length === 2));
  expect(notes[1]).toMatchObject({ end: 'duplicate', can_replace: false });

  const [{ folder, oid }] = shop.library.albums as [AlbumRecord];
  await shop.library.changeAlbum(folder, (album) => ({
    ...album,
    tracks: renumber(album.tracks.toReversed().map((track) => ({ ...track, track_title: `Welle ${track.id}` }))),
  }));
  const before = shop.albums.get(oid);
  await shop.library.keepFacts();
  await rm(join(shop.library.albumsFolder, folder), { recursive: true });
  await drop();
  await until('the note', () => Promise.resolve(notes.length === 3));
  expect(notes[2]).toMatchObject({ end: 'duplicate', oids: [oid], can_replace: true });
  const aside = await filesAside(at(), notes[2]?.aside ?? []);
  await shop.albums.replaceTracks(oid, aside?.name ?? '', aside?.files ?? []);
  const idsOf = ({ tracks }: AlbumView): unknown[] =>
    tracks.map((track) => [track.id, track.track_title, track.duration]);
  expect(idsOf(shop.albums.get(oid))).toEqual(idsOf(before));
  expect((await checkLibrary(shop.library.path, true)).problems).toEqual([]);
});

describe('a known and a new album', () => {
  const ends = (): unknown[] => notes.map(({ end: one, can_add = null, aside = [] }) => [one, can_add, aside]);
  const known = { TALB: 'Meer', TRCK: '1/1' };
  const fresh = { TALB: 'Wald', TRCK: '1/1' };
  const dropZip = async (): Promise<void> => {
    await writeFile(
      at('Both.zip'),
      zipOf({
        'Meer/1.mp3': await mp3({ offset: 1, tags: known }),
        'Wald/1.mp3': await mp3({ offset: 60, tags: fresh }),
      }),
    );
    reconciler.wake();
    await pass(7000);
  };
  beforeEach(async () => {
    await putMp3(at('Meer.mp3'), { offset: 1, tags: known });
    reconciler.wake();
    await pass(7000);
    await albums(1);
    notes.length = 0;
  });

  it('in a ZIP are not added anyway together: the new one would be added twice', async () => {
    await dropZip();
    await albums(2);
    await until('the notes', () => Promise.resolve(notes.length === 2));
    expect(ends()).toEqual([
      ['album', null, []],
      ['duplicate', false, ['duplicates/Both.zip']],
    ]);
    // Both are known now.
    await rename(at('duplicates', 'Both.zip'), at('Both.zip'));
    reconciler.wake();
    await pass(7000);
    await until('the notes', () => Promise.resolve(notes.length === 4));
    expect(ends().slice(2)).toEqual(Array(2).fill(['duplicate', true, ['duplicates/Both.zip']]));
    expect(titles()).toHaveLength(2);
  });

  it('in a folder are told apart, so that the known one may be added anyway', async () => {
    for (const name of ['Meer', 'Wald']) await mkdir(at('Both', name), { recursive: true });
    await putMp3(at('Both', 'Meer', '1.mp3'), { offset: 1, tags: known });
    await putMp3(at('Both', 'Wald', '1.mp3'), { offset: 60, tags: fresh });
    reconciler.wake();
    await pass(7000);
    await until('the notes', () => Promise.resolve(notes.length === 2));
    expect(ends()).toEqual([
      ['album', null, []],
      ['duplicate', true, ['duplicates/Both']],
    ]);
    expect(await readdir(at('duplicates', 'Both'))).toEqual(['Meer']);
  });
});

describe('what arrives together', () => {
  const tracks = (): string[] =>
    shop.library.albums.map(
      ({ album_title: title, tracks: all }) => `${title}: ${all.map((one) => `${one.disc}/${one.source_path}`).join()}`,
    );
  const drop = async (name: string, options: Parameters<typeof putMp3>[1]): Promise<void> => {
    await mkdir(dirname(at(name)), { recursive: true });
    await putMp3(at(name), options);
  };

  it('is one album if its folders are discs of one name, tagged or not, and is set aside as folders', async () => {
    const tags = (disc: number) => ({ TALB: 'Wood', TRCK: '1', TPOS: `${disc}/2` });
    await drop('Sea CD1/1.mp3', { offset: 1 });
    await drop('Wood CD1/1.mp3', { offset: 40, tags: tags(1) });
    await drop('Solo CD1/1.mp3', { offset: 80 });
    reconciler.wake();
    await pass(4000);
    await drop('Sea CD2/1.mp3', { offset: 120 });
    await drop('Wood CD2/1.mp3', { offset: 160, tags: tags(2) });
    reconciler.wake();
    await pass(3000);
    await albums(1);
    await pass(4000);
    await albums(3);
    // The imports of the two albums run side by side.
    expect(tracks().sort()).toEqual([
      'Sea: 1/Sea CD1/1.mp3,2/Sea CD2/1.mp3',
      'Solo CD1: 1/1.mp3',
      'Wood: 1/Wood CD1/1.mp3,2/Wood CD2/1.mp3',
    ]);
    await drop('Sea CD1/1.mp3', { offset: 1 });
    await drop('Sea CD2/1.mp3', { offset: 120 });
    reconciler.wake();
    await pass(7000);
    const duplicates = await until('the duplicates', async () => {
      const names = await readdir(at('duplicates')).catch((): string[] => []);
      return names.length === 4 && names.sort();
    });
    expect(duplicates).toEqual(['Sea CD1', 'Sea CD1.why.txt', 'Sea CD2', 'Sea CD2.why.txt']);
    expect(tracks()).toHaveLength(3);
  });

  it('is put back without its note if it is loose', async () => {
    const names = [1, 2].map((n) => `0${n} Die Brücke, Teil ${n}.mp3`);
    const dropBoth = async (): Promise<void> => {
      for (const [n, name] of names.entries()) await drop(name, { offset: n * 40 });
      reconciler.wake();
      await pass(8000);
    };
    await dropBoth();
    await albums(1);
    await dropBoth();
    const aside = await until('the note', () =>
      Promise.resolve(notes.find(({ end: one }) => one === 'duplicate')?.aside),
    );
    expect([aside?.length, (await readdir(at('duplicates'))).length]).toEqual([2, 3]);
    expect(await putBack(at(), aside ?? [])).toBe(true);
    expect(await readdir(at('duplicates'))).toEqual([]);
  });

  it('is one album if it is loose and numbered', async () => {
    for (let n = 1; n <= 3; n++) await drop(`0${n} Die Brücke, Teil ${n}.mp3`, { offset: n * 40 });
    await drop('Anderes.mp3', { offset: 200 });
    reconciler.wake();
    await pass(8000);
    await albums(2);
    expect(tracks().sort()).toEqual([
      'Anderes: 1/Anderes.mp3',
      'Die Brücke: 1/01 Die Brücke, Teil 1.mp3,1/02 Die Brücke, Teil 2.mp3,1/03 Die Brücke, Teil 3.mp3',
    ]);
  });
});

it('a rejected file has a reason and its new place in the log, each in a sentence', async () => {
  await mkdir(at('Sounds'));
  await putMp3(at('Sounds', '1.mp3'), { offset: 1 });
  await writeFile(at('Sounds', '2.mp3'), '');
  reconciler.wake();
  await pass(7000);
  await until('the file set aside', async () => (await failed()).includes('Sounds'));
  const said = (): string | undefined => shop.logged.find((line) => line.includes('2.mp3'));
  expect(await until('the reason', () => Promise.resolve(said()))).toMatch(/2\.mp3: [^.]+\. It is now in \S+\.$/);
});

it('a picture that cannot be read stays with its album, which the list of arrivals says', async () => {
  await mkdir(at('Sounds'));
  await putMp3(at('Sounds', '1.mp3'), { offset: 1 });
  await writeFile(at('Sounds', 'front.tiff'), 'II*\0');
  reconciler.wake();
  await pass(7000);
  await albums(1);
  const [album] = shop.library.albums;
  expect(album === undefined || (await readdir(join(shop.library.folderOf(album), 'extras')))).toEqual(['front.tiff']);
  expect([await failed(), notes.map(({ end, aside }) => [end, aside])]).toEqual([[], [['album', undefined]]]);
  expect(notes[0]?.reasons?.map(String)).toEqual([
    'front.tiff: is in the album’s folder, in “extras”, but cannot be its cover ' +
      '(is a TIFF; only JPEG, PNG, WebP, GIF and BMP can be read)',
  ]);
});

describe('a lone picture', () => {
  it('waits a minute for its album, and so does the second one of that name', async () => {
    for (let nth = 1; nth <= 2; nth++) {
      await writeFile(at('cover.jpg'), picturePng);
      reconciler.wake();
      await pass(55_000);
      expect((await failed()).filter((name) => name.startsWith('cover'))).toHaveLength(nth === 1 ? 0 : 2);
      await pass(12_000);
      await until(
        'the picture set aside',
        async () => (await failed()).filter((name) => !name.endsWith('.txt')).length === nth,
      );
    }
  });

  it('is added to the album that arrives meanwhile', async () => {
    await writeFile(at('Sounds.png'), picturePng);
    reconciler.wake();
    await pass(20_000);
    await putMp3(at('Sounds.mp3'), { offset: 1, tags: { TALB: 'Sounds' } });
    reconciler.wake();
    await pass(8000);
    await albums(1);
    await pass(3000);
    await until('the cover', () => Promise.resolve(shop.library.albums[0]?.cover !== null));
    expect(await failed()).toEqual([]);
  });
});

it('a folder with a cue sheet alone waits for its audio', async () => {
  await mkdir(at('Sounds'));
  await writeFile(at('Sounds', '1.cue'), 'FILE "1.wav" WAVE');
  reconciler.wake();
  await pass(30_000);
  expect(await failed()).toEqual([]);
  await putMp3(at('Sounds', '1.mp3'), { offset: 1 });
  reconciler.wake();
  await pass(8000);
  await albums(1);
  expect(await failed()).toEqual([]);
});

it('an entry that has not settled for a quarter of an hour is a problem', async () => {
  await mkdir(at('Sounds'));
  const grow = async (minutes: number): Promise<void> => {
    for (let n = 0; n < minutes * 20; n++) {
      await putMp3(at('Sounds', '1.mp3'), { offset: 1, frames: 4 + (n % 7) });
      reconciler.wake();
      await pass(3000);
    }
  };
  await grow(14);
  expect(problems()).toEqual([]);
  await grow(2);
  expect(problems()).toEqual([['Sounds', expect.stringContaining('has been changing since')]]);
  await pass(8000);
  await albums(1);
  await pass(1000);
  expect(problems()).toEqual([]);
});

describe('the inbox', () => {
  it('is created if it is missing; if that fails, it is reported as unreadable once', async () => {
    await rm(at(), { recursive: true });
    reconciler.wake();
    await pass(500);
    expect(await readdir(at())).toEqual([]);
    await rm(at(), { recursive: true });
    await writeFile(at(), 'no folder');
    for (let look = 0; look < 3; look++) {
      reconciler.wake();
      await pass(500);
    }
    expect(shop.logged.filter((line) => line.includes('Cannot read the inbox'))).toHaveLength(1);
    expect(problems()).toEqual([[at(), expect.stringContaining('cannot be read')]]);
    await rm(at());
    await mkdir(at());
    reconciler.wake();
    await pass(500);
    expect(shop.logged.filter((line) => line.includes('is back'))).toHaveLength(1);
    expect(problems()).toEqual([]);
  });
});

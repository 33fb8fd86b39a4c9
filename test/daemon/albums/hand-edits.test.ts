/** Tracks that someone changes by hand in the library: a real library, and a clock that the test moves. */
import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { copyFile, mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { HandEdits } from '../../../daemon/albums/hand-edits.js';
import { TonstiftError } from '../../../workers/base/errors.js';
import type { AlbumView } from '../../../workers/library/types.js';
import { encoded } from '../../fixtures/audio.js';
import { until } from '../../support/patience.js';
import { putMp3, libraryForEachTest } from '../../support/open-library.js';

const { shop, end } = libraryForEachTest();

let album: AlbumView;
let edits: HandEdits;
let changed: string[];
beforeEach(async () => {
  await putMp3(join(shop.home, '1.mp3'), { offset: 1, tags: { TALB: 'Sounds', TIT2: 'One' } });
  await putMp3(join(shop.home, '2.mp3'), { offset: 30, tags: { TALB: 'Sounds', TIT2: 'Two' } });
  album = await shop.add('1.mp3', '2.mp3');
  await shop.idle();
  changed = [];
  const { library, jobs, clock, log, importing } = shop;
  const { listen } = importing.transcoder;
  edits = new HandEdits({
    library,
    jobs,
    clock,
    log,
    listen,
    settleMs: () => 5000,
    changed: (one) => changed.push(one),
  });
  end.push(() => edits.stop());
});

const home = (): string => shop.library.folderOf(shop.library.get(album.oid));
const titles = (): string[] => shop.library.get(album.oid).tracks.map(({ track_title }) => track_title);
/** Lets time pass in steps, with all that is under way done between them. */
async function pass(ms: number): Promise<void> {
  for (let left = ms; left > 0; left -= 500) {
    shop.clock.advance(500);
    await edits.idle();
  }
}

it('tells which folders are gone, and when they are back', async () => {
  const { folder: name } = shop.library.get(album.oid);
  await rename(home(), join(shop.home, 'elsewhere'));
  edits.wake();
  await pass(1000);
  expect([[...edits.gone()], changed]).toEqual([[name], [name]]);
  edits.wake();
  await pass(1000);
  expect(changed).toEqual([name]);
  await rename(join(shop.home, 'elsewhere'), home());
  edits.wake();
  await pass(1000);
  expect([[...edits.gone()], changed, titles()]).toEqual([[], [name, name], ['One', 'Two']]);
});

describe('a change by hand', () => {
  it('is taken over once nothing has changed for so long', async () => {
    await putMp3(join(home(), '3.mp3'), { offset: 60, tags: { TIT2: 'Three' } });
    edits.wake();
    await pass(4500);
    expect(titles()).toEqual(['One', 'Two']);
    await putMp3(join(home(), '3.mp3'), { offset: 60, frames: 30, tags: { TIT2: 'Three' } });
    await pass(4500);
    expect(titles()).toEqual(['One', 'Two']);
    await pass(2000);
    await until('the track', () => Promise.resolve(titles().length === 3));
    expect(changed).toEqual([shop.library.get(album.oid).folder]);
  });

  it('may be the decomposed name that a copy from a disk of a Mac has', async () => {
    await putMp3(join(home(), 'Grüße.mp3'), { offset: 60, tags: { TIT2: 'Three' } });
    edits.wake();
    await pass(7000);
    await until('the track', () => Promise.resolve(titles().length === 3));
    await rename(join(home(), 'Grüße.mp3'), join(home(), 'Grüße.mp3'.normalize('NFD')));
    edits.wake();
    await pass(7000);
    const names = (): string[] => shop.library.get(album.oid).tracks.map(({ filename }) => filename);
    await until('the name', () => Promise.resolve(names().includes('Grüße.mp3'.normalize('NFD'))));
    expect(titles()).toEqual(['One', 'Two', 'Three']);
  });

  it('may be of a format that only ffmpeg reads', async () => {
    const tone = ['-f', 'lavfi', '-i', 'sine=duration=1', '-metadata', 'title=Film'];
    const film = await encoded('mka', [...tone, '-c:a', 'flac', '-f', 'matroska']);
    await copyFile(film, join(home(), '3.mka'));
    edits.wake();
    await pass(7000);
    await until('the track', () => Promise.resolve(titles().join() === 'One,Two,Film'));
  });

  it('is tried again after a failure that passes', async () => {
    await rm(join(home(), '1.mp3'));
    const refuses = jest.spyOn(shop.library, 'changeAlbum');
    refuses.mockRejectedValueOnce(new TonstiftError('library_unavailable', 'The disk was away for a moment.'));
    edits.wake();
    await pass(6000);
    await until('the failure', () => Promise.resolve(refuses.mock.calls.length === 1));
    expect(titles()).toEqual(['One', 'Two']);
    expect(shop.logged.filter((line) => line.includes('away for a moment'))).toHaveLength(1);
    await pass(2000);
    await until('the next try', () => Promise.resolve(titles().join() === 'Two'));
  });

  it('that leaves what is no sound is read once, not every minute', async () => {
    await writeFile(join(home(), 'noise.mp3'), 'no sound at all');
    edits.wake();
    await pass(7000);
    await until('the warning', () => Promise.resolve(shop.logged.some((line) => line.includes('noise.mp3'))));
    for (let minute = 0; minute < 3; minute++) {
      edits.wake();
      await pass(7000);
    }
    expect(shop.logged.filter((line) => line.includes('noise.mp3'))).toHaveLength(1);
    await rm(join(home(), 'noise.mp3'));
    edits.wake();
    await pass(7000);
    await writeFile(join(home(), 'noise.mp3'), 'no sound at all');
    edits.wake(new Set([shop.library.get(album.oid).folder]));
    await pass(7000);
    await until('news', () => Promise.resolve(shop.logged.filter((line) => line.includes('noise.mp3')).length === 2));
  });

  it('that renames files keeps titles, numbers, ids and pictures', async () => {
    const { folder: name, tracks } = shop.library.get(album.oid);
    await shop.library.changeAlbum(name, (now) => ({
      ...now,
      tracks: now.tracks.map((track) => ({ ...track, track_title: `My ${track.track_title}`, picture: 'p.jpg' })),
    }));
    await rename(join(home(), '1.mp3'), join(home(), 'z.mp3'));
    await rename(join(home(), '2.mp3'), join(home(), '1.mp3'));
    edits.wake();
    await pass(7000);
    await until('the new names', () => Promise.resolve(shop.library.get(album.oid).tracks[0]?.filename === 'z.mp3'));
    expect(shop.library.get(album.oid).tracks).toMatchObject([
      { id: tracks[0]?.id, track_number: 1, track_title: 'My One', filename: 'z.mp3', picture: 'p.jpg' },
      { id: tracks[1]?.id, track_number: 2, track_title: 'My Two', filename: '1.mp3', picture: 'p.jpg' },
    ]);
  });

  it('that takes all files away for a moment keeps the album, which says so until they are back', async () => {
    const { tracks, folder: name } = shop.library.get(album.oid);
    await rename(home(), join(shop.home, 'elsewhere'));
    await mkdir(home());
    edits.wake();
    await pass(10_000);
    expect([[...edits.gone()], titles()]).toEqual([[name], ['One', 'Two']]);
    for (const { filename } of tracks) await rename(join(shop.home, 'elsewhere', filename), join(home(), filename));
    edits.wake();
    await pass(10_000);
    expect([[...edits.gone()], shop.library.get(album.oid).tracks]).toEqual([[], tracks]);
  });

  it('is none where nothing differs, and leaves no timer', async () => {
    edits.wake();
    await pass(2000);
    expect([shop.clock.waiting(), changed]).toEqual([0, []]);
  });
});

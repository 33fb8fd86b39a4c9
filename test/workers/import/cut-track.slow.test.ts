import { expect, it } from '@jest/globals';
import { copyFile, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { audioRange } from '../../../workers/audio/formats/strip.js';
import { walk } from '../../../workers/base/files/walk.js';
import { cutTrack } from '../../../workers/import/cut-track.js';
import { importBatch } from '../../../workers/import/import.js';
import type { ImportContext } from '../../../workers/import/types.js';
import { audioFixture, pauses, type FixtureOptions } from '../../fixtures/audio.js';
import type { AlbumRecord, TrackRecord } from '../../../workers/library/types.js';
import { temporaryFolders } from '../../support/folder.js';
import { batchOf, libraryIn } from './folder.js';

const folder = temporaryFolders();

async function albumWith(files: Record<string, FixtureOptions>): Promise<[AlbumRecord, ImportContext]> {
  const context = await libraryIn(await folder());
  const root = await folder();
  for (const [name, options] of Object.entries(files)) await copyFile(await audioFixture(options), join(root, name));
  const { albums } = await importBatch(await batchOf(root), context);
  return [albums[0] as AlbumRecord, context];
}

const current = ({ folder: name }: AlbumRecord, { library }: ImportContext): AlbumRecord =>
  library.inFolder(name) as AlbumRecord;
const trackAt = (album: AlbumRecord, n: number): TrackRecord => album.tracks[n] as TrackRecord;

it.each(['mp3', 'm4a', 'ogg', 'flac'] as const)(
  'parts of %s take the place of the track, without loss',
  async (format) => {
    const [album, context] = await albumWith({
      '1 Anfang.mp3': { format: 'mp3' },
      [`2 Lang.${format}`]: { format, seconds: 130, channels: 1, extra: pauses },
      '3 Ende.mp3': { format: 'mp3', frequency: 500 },
    });
    const { library } = context;
    const home = library.folderOf(album);
    const track = trackAt(album, 1);
    const before = await readFile(join(home, track.filename));
    await cutTrack(album.folder, { track, minutes: 1 }, context);
    const cut = current(album, context);
    const ending = format === 'm4a' ? 'aac' : format;
    expect(cut.tracks.map(({ track_number: number, track_title: title }) => `${number} ${title}`)).toEqual([
      '1 Anfang',
      '2 Lang (1)',
      '3 Lang (2)',
      '4 Lang (3)',
      '5 Ende',
    ]);
    const parts = cut.tracks.slice(1, 4);
    expect(parts.map(({ filename }) => filename)).toEqual([1, 2, 3].map((n) => `2 Lang - ${n} Lang (${n}).${ending}`));
    expect((await walk(home)).map(({ relativePath }) => relativePath)).not.toContain(track.filename);
    expect(await readFile(join(home, 'extras', track.filename))).toEqual(before);
    const length = parts.reduce((sum, { duration }) => sum + duration, 0);
    // The length of a part of FLAC is rounded up to a frame.
    expect(Math.abs(length - track.duration)).toBeLessThan(200);
    for (const { duration } of parts) expect(Math.abs(duration - 130_000 / 3)).toBeLessThan(11_000);
    expect([cut.pending, await readdir(library.stagingFolder)]).toEqual([null, []]);
    if (format !== 'mp3') return;
    const joined = Buffer.concat(await Promise.all(parts.map(({ filename }) => readFile(join(home, filename)))));
    const { start, end } = await audioRange(join(home, 'extras', track.filename));
    // The first frame of the file only describes it, and the second is the delay of the encoder.
    expect(before.subarray(end - joined.length, end).equals(joined)).toBe(true);
    expect(end - start - joined.length).toBeLessThan(900);
  },
);

it.each<[string, FixtureOptions, string]>([
  ['is short', { format: 'mp3', seconds: 50, extra: pauses }, 'is not longer than 1 minute.'],
  ['has no silence', { format: 'flac', seconds: 70, channels: 1 }, 'has no silence where it would be cut'],
  ['has a format that cannot be cut', { format: 'wma', seconds: 70, extra: pauses }, 'cannot be cut without loss'],
])('leaves a track alone that %s, and says so', async (_, options, message) => {
  const [album, context] = await albumWith({ [`Lang.${options.format}`]: options });
  const before = await walk(context.library.folderOf(album));
  await expect(cutTrack(album.folder, { track: trackAt(album, 0), minutes: 1 }, context)).rejects.toMatchObject({
    code: 'conflict',
    message: expect.stringContaining(message),
  });
  expect(current(album, context)).toBe(album);
  expect(await walk(context.library.folderOf(album))).toEqual(before);
  expect(await readdir(context.library.stagingFolder)).toEqual([]);
});

/** The same album once more in other files: what says so, and how its tracks are replaced. */
import { describe, expect, it } from '@jest/globals';
import { readdir } from 'node:fs/promises';
import { noTags } from '../../../workers/audio/formats/facts.js';
import { walk } from '../../../workers/base/files/walk.js';
import { importBatch } from '../../../workers/import/import.js';
import { knownAlbum } from '../../../workers/import/plan.js';
import { replaceTracks } from '../../../workers/import/replace.js';
import { sameTracks } from '../../../workers/import/match/same-tracks.js';
import { sayDuplicate } from '../../../workers/import/match/say-outcome.js';
import type { Batch, ImportContext, InspectedTrack } from '../../../workers/import/types.js';
import type { AlbumRecord } from '../../../workers/library/types.js';
import { type Mp3Options } from '../../fixtures/mp3.js';
import { temporaryFolders } from '../../support/folder.js';
import { anAlbum, aTrack } from '../../support/records.js';
import { batchOf, filesIn, libraryIn } from './folder.js';

const lengths = [61_000, 185_000, 124_000];
const titles = ['Mahlgang 1', 'Das Wehr', 'Mahlgang 2'];

function album(changes: { titles?: string[]; lengths?: number[]; tag?: string | null } = {}): AlbumRecord {
  const { tag = 'Die Mühle', ...given } = { titles, lengths, ...changes };
  const tracks = given.titles.map((track_title, n) => aTrack(n + 1, { track_title, duration: given.lengths[n] ?? 0 }));
  const origin = { kind: 'inbox', source: 'x', folder_identity: null, album_tag: tag, at: 0 } as const;
  return anAlbum(920, { tracks, origin });
}

const tracksOf = (
  given: { titles?: (string | undefined)[]; lengths?: number[]; tag?: string } = {},
): InspectedTrack[] =>
  (given.lengths ?? lengths).map((durationMs, n) => {
    const tags = { title: (given.titles ?? titles)[n], album: given.tag, trackText: String(n + 1) };
    const sound = { channels: 2, sampleRate: 44_100, mayHaveChapters: false };
    const facts = { ...noTags, ...tags, ...sound, codec: 'flac', container: 'flac', durationMs };
    const name = `${n + 1}.flac`;
    return { root: '/', path: `/${name}`, relativePath: name, size: 1, mtime_ms: 1, sha256: `new-${n}`, facts };
  });
const by = (tracks: InspectedTrack[], known: AlbumRecord): string | undefined => sameTracks(tracks)(known)?.by;
const longer = (ms: number, of = lengths): number[] => of.map((length) => length + ms);
const untitled = titles.map(() => undefined);

describe('tracks are those of the album', () => {
  it.each<[string, Parameters<typeof tracksOf>[0], Parameters<typeof album>[0], string]>([
    ['by titles and lengths', { lengths: longer(1500), tag: 'Die Mühle' }, {}, 'titles'],
    ['by titles in other spelling', { titles: ['MAHLGANG 1', 'Das Wehr!', ' Mahlgang  2'] }, {}, 'titles'],
    ['by titles, one of which is repeated', { titles: ['A', 'A', 'B'] }, { titles: ['A', 'A', 'B'] }, 'titles'],
    [
      'by one title in an album of the same tag',
      { titles: ['A'], lengths: [9000], tag: 'X' },
      { titles: ['A'], lengths: [9900], tag: 'X' },
      'titles',
    ],
    ['by lengths alone', { titles: untitled, lengths: longer(60) }, {}, 'lengths'],
    ['by lengths although titles differ', { titles: ['x', 'y', 'z'], tag: 'Another' }, {}, 'lengths'],
  ])('%s', (_, tracks, known, why) => expect(by(tracksOf(tracks), album(known))).toBe(why));

  it.each<[string, Parameters<typeof tracksOf>[0], Parameters<typeof album>[0]]>([
    ['if one is missing', { lengths: lengths.slice(1) }, {}],
    ['if a length is another one', { lengths: [61_000, 185_000, 130_000] }, {}],
    ['if sounds of some seconds differ by one', { lengths: [3000, 4000, 3000] }, { lengths: [2000, 3000, 4000] }],
    ['by roughly equal lengths alone', { titles: untitled, lengths: longer(1500) }, {}],
    [
      'by lengths that hardly differ',
      { titles: untitled, lengths: [9000, 9000, 9100] },
      { lengths: [9000, 9000, 9100] },
    ],
    [
      'by two lengths alone',
      { titles: untitled, lengths: [61_000, 185_000] },
      { titles: ['a', 'b'], lengths: [61_000, 185_000] },
    ],
    ['by one title', { titles: ['A'], lengths: [9000] }, { titles: ['A'], lengths: [9000], tag: null }],
    [
      'by titles of programs',
      { titles: ['Track 1', 'Track 2'], lengths: [9000, 9000] },
      { titles: ['Track 1', 'Track 2'], lengths: [9000, 9000] },
    ],
    ['by titles in an album of another tag', { lengths: longer(1500), tag: 'Das Wehr' }, {}],
  ])('but not %s', (_, tracks, known) => expect(by(tracksOf(tracks), album(known))).toBeUndefined());

  it('if they fill several albums, and all of these are there', () => {
    const many = Array.from({ length: 120 }, (_, n) => n);
    const long = { lengths: many.map((n) => 61_000 + 1000 * n), titles: many.map((n) => `Mahlgang ${n}`) };
    const halfOf = (from: number): AlbumRecord =>
      album({ lengths: long.lengths.slice(from, from + 60), titles: long.titles.slice(from, from + 60) });
    const [first, second] = [halfOf(0), { ...halfOf(60), oid: 921 }];
    const known = (albums: AlbumRecord[]) =>
      knownAlbum({ refuseDuplicates: true }, tracksOf({ ...long, tag: 'Die Mühle' }), { albums });
    expect(known([second, first])).toMatchObject({ of: { oid: 920 }, again: { by: 'titles', isWhole: false } });
    expect([known([first]), known([second])]).toEqual([null, null]);
  });

  it('in the order of the album, which a person may have changed', () => {
    const [first, second, third] = titles as [string, string, string];
    const order = { titles: [third, first, second], lengths: [lengths[2]!, lengths[0]!, lengths[1]!] };
    const same = sameTracks(tracksOf())(album(order));
    expect(same?.tracks.map(({ sha256 }) => sha256)).toEqual(['new-2', 'new-0', 'new-1']);
  });
});

describe('an album that arrives again in another quality', () => {
  const folder = temporaryFolders();
  const files = (offset: number, more: Mp3Options = {}): Record<string, Mp3Options> =>
    Object.fromEntries(
      ['Wasser', 'Rad', 'Korn'].map((title, n) => [
        `${n + 1}.mp3`,
        { offset: offset + n * 30, ...more, tags: { TALB: 'Mühle', TIT2: title, TRCK: `${n + 1}/3` } },
      ]),
    );
  const drop = async (some: Record<string, Mp3Options | Buffer>, changes: Partial<Batch> = {}) =>
    batchOf(await filesIn(await folder(), some), changes);
  const context = async (): Promise<ImportContext> => libraryIn(await folder());

  it('is left, with a reason, by every way, unless it is wanted anyway', async () => {
    const ctx = await context();
    await importBatch(await drop(files(0)), ctx);
    for (const kind of ['inbox', 'upload', 'command'] as const) {
      const origin = { kind, source: 'Folder', folder_identity: '1:2:3' };
      const again = await drop(files(200, { frames: 25 }), { origin, continues: { kind: 'folder' } });
      const { albums, duplicates } = await importBatch(again, ctx);
      expect([albums, duplicates.map(({ left }) => left)]).toEqual([[], [['1.mp3', '2.mp3', '3.mp3']]]);
      expect(duplicates.map(sayDuplicate).map(String)).toEqual([
        expect.stringMatching(/^The same titles and lengths as album 920, “Mühle”, with \d+ kbit\/s instead of \d+\.$/),
      ]);
    }
    const { albums } = await importBatch(await drop(files(200), { refuseDuplicates: false }), ctx);
    expect(albums).toMatchObject([{ oid: 921 }]);
  });

  it('replaces the tracks: each keeps its id, number and title, and the former files are removed', async () => {
    const ctx = await context();
    await importBatch(await drop(files(0)), ctx);
    const { library } = ctx;
    const { folder: home } = library.get(920);
    await library.changeAlbum(home, (one) => ({
      ...one,
      tracks: one.tracks.map((track) => ({ ...track, track_title: `${track.track_title}!` })),
      printed: [{ oid: 920, at: 1, by: 'page' }],
    }));
    const before = library.get(920);
    const batch = await drop({ ...files(200), 'text.txt': Buffer.from('x') });
    const hashes = (await importBatch({ ...batch, giveAway: false, refuseDuplicates: false }, ctx)).albums[0]?.tracks;
    await replaceTracks(home, batch, ctx);
    const after = library.get(920);
    const kept = ({ id, track_number, track_title, source_path }: AlbumRecord['tracks'][number]): unknown => [
      id,
      track_number,
      track_title,
      source_path,
    ];
    expect(after.tracks.map(kept)).toEqual(before.tracks.map(kept));
    expect(after.tracks.map(({ sha256 }) => sha256)).toEqual(hashes?.map(({ sha256 }) => sha256));
    expect([after.printed, after.pending]).toEqual([before.printed, null]);
    const names = (await readdir(library.folderOf(after))).filter((name) => name.endsWith('.mp3'));
    expect(names.sort()).toEqual(after.tracks.map(({ filename }) => filename).sort());
    expect(await walk(batch.files[0]?.root ?? '')).toEqual([]);
  });

  it('replaces the facts of the sound, which decide whether a track is speech', async () => {
    const ctx = await context();
    await importBatch(await drop(files(0)), ctx);
    const { folder: home } = ctx.library.get(920);
    const sounds = (): unknown[] =>
      ctx.library.get(920).tracks.map(({ channels, sample_rate }) => [channels, sample_rate]);
    const before = sounds();
    const mono = (one: AlbumRecord['tracks'][number]) => ({ ...one, channels: 1, sample_rate: 22_050 });
    await ctx.library.changeAlbum(home, (one) => ({ ...one, tracks: one.tracks.map(mono) }));
    await replaceTracks(home, await drop(files(200)), ctx);
    expect(sounds()).toEqual(before);
    expect(before).not.toContainEqual([1, 22_050]);
  });

  it('is refused if the album was added after the batch was compared', async () => {
    const ctx = await context();
    const other = await drop(files(0));
    const { library } = ctx;
    const verify = library.verify.bind(library);
    let checks = 0;
    // The import verifies the library twice: before it reads the batch, and after it has compared it.
    library.verify = async () => {
      if (++checks === 2) await importBatch(other, ctx);
      return verify();
    };
    await expect(importBatch(await drop(files(200)), ctx)).rejects.toMatchObject({ code: 'not_now' });
    expect(library.albums).toHaveLength(1);
  });

  it('replaces nothing by other tracks', async () => {
    const ctx = await context();
    await importBatch(await drop(files(0)), ctx);
    const before = ctx.library.get(920);
    const { '3.mp3': _, ...two } = files(200);
    const batch = await drop(two);
    await expect(replaceTracks(before.folder, batch, ctx)).rejects.toMatchObject({ code: 'conflict' });
    expect([ctx.library.get(920), (await walk(batch.files[0]?.root ?? '')).length]).toEqual([before, 2]);
  });
});

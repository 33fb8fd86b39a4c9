import { describe, expect, it } from '@jest/globals';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ImportContext } from '../../../../workers/import/types.js';
import { planTakeover, type Plan } from '../../../../workers/features/takeover/plan.js';
import { takeOver, type Takeover } from '../../../../workers/features/takeover/take-over.js';
import { mp3 } from '../../../fixtures/mp3.js';
import { picturePng } from '../../../fixtures/picture.js';
import { plainTracks, theirLibrary, type FixtureAlbum } from '../../../fixtures/ttmp32gme.js';
import { temporaryFolders } from '../../../support/folder.js';
import { libraryIn } from '../../import/folder.js';

const folder = temporaryFolders();
const planned = (root: string, { library }: ImportContext): Promise<Plan> =>
  planTakeover(
    root,
    { albums: library.albums, freeOid: (used) => library.freeOid(used) },
    join(library.path, 'database copies'),
  );

interface Done extends Takeover {
  ours: ImportContext;
  root: string;
  again: () => Promise<Plan>;
}

async function taken(albums: FixtureAlbum[], ours?: ImportContext): Promise<Done> {
  const root = await theirLibrary(await folder(), { albums });
  const context = ours ?? (await libraryIn(await folder()));
  const done = await takeOver(await planned(root, context), context);
  return { ...done, ours: context, root, again: () => planned(root, context) };
}

describe('a library that is taken over', () => {
  it('has each album with its number, order, titles, mode and cover, whatever the tags say', async () => {
    const tags = { TALB: 'Falsch', TIT2: 'Falsch', TPE1: 'Falsch', TRCK: '9', TPOS: '4', TYER: '1900' };
    const { albums, ours, root } = await taken([
      {
        ...{ oid: 300, title: 'Gemischtes – Смешанное', artist: 'Mix', year: null, mode: 'tiptoi' },
        picture: { filename: 'später.png', content: picturePng },
        tracks: [
          { filename: 'a.mp3', track: 2, title: 'Альфа', content: await mp3({ offset: 1, tags }) },
          { filename: 'b.mp3', track: 1, title: 'Βήτα', artist: 'Β', content: await mp3({ offset: 2, tags }) },
        ],
      },
    ]);
    expect(ours.library.albums).toEqual(albums);
    expect(albums).toMatchObject([
      {
        ...{ oid: 300, album_title: 'Gemischtes – Смешанное', album_artist: 'Mix', album_year: null },
        ...{ player_mode: 'tiptoi', cover: 'cover.jpg', cover_kind: 'picture', order_edited: true, pending: null },
        tracks: [
          { track_number: 1, track_title: 'Βήτα', artist: 'Β', disc: 1, filename: 'b.mp3' },
          { track_number: 2, track_title: 'Альфа', artist: '', disc: 1, filename: 'a.mp3' },
        ],
      },
    ]);
    const [album] = albums;
    const copy = join(ours.library.folderOf(album as never), 'a.mp3');
    expect(await readFile(copy)).toEqual(await readFile(join(root, 'library', 'a300', 'a.mp3')));
  });

  it('keeps both of two albums with the same tracks, and one beyond the numbers gets another', async () => {
    const content = await mp3({ offset: 5 });
    const tracks = [{ filename: '1.mp3', content }];
    const { albums, again } = await taken([
      { oid: 920, tracks },
      { oid: 921, tracks },
      { oid: 999, tracks: plainTracks(1) },
    ]);
    expect(albums.map(({ oid }) => oid)).toEqual([920, 921, 919]);
    const { taking, here } = await again();
    expect([taking, here.map(({ number, reason }) => `${number} ${reason}`)]).toEqual([
      [],
      ['920 it is album 920 here already.', '921 it is album 921 here already.', '999 it is album 919 here already.'],
    ]);
  });

  it('is known again when its albums were edited here since', async () => {
    const { ours, again, albums } = await taken([
      { oid: 5, tracks: plainTracks(2) },
      { oid: 6, tracks: plainTracks(2) },
    ]);
    const [first, second] = albums;
    await ours.library.changeAlbum(first?.folder ?? '', (album) => ({ ...album, oid: 7, album_title: 'Anders' }));
    await ours.library.removeTrack(second as never, second?.tracks[0] as never, 0);
    expect((await again()).here.map(({ reason }) => reason)).toEqual([
      'it is album 7 here already.',
      'it is album 6 here already.',
    ]);
  });

  it('gives way where another album has the number', async () => {
    const { ours } = await taken([{ oid: 920, title: 'Vorher', tracks: plainTracks(1) }]);
    const root = await theirLibrary(await folder(), { albums: [{ oid: 920, tracks: plainTracks(1) }] });
    expect((await planned(root, ours)).leaving).toEqual([
      { number: '920', title: 'Album 920', reason: expect.stringContaining('album 920 here is "Vorher"') },
    ]);
  });

  it('leaves its numbers to no new album as long as there are others', async () => {
    const { ours } = await taken([
      { oid: 920, tracks: plainTracks(1) },
      { oid: 923, tracks: plainTracks(1) },
    ]);
    expect(ours.library.freeOid()).toBe(924);
  });

  it('has the albums that can be read where one cannot be any more, and no part of that', async () => {
    const ours = await libraryIn(await folder());
    const root = await theirLibrary(await folder(), {
      albums: [
        { oid: 1, tracks: plainTracks(2) },
        { oid: 2, tracks: plainTracks(1) },
      ],
    });
    const plan = await planned(root, ours);
    await writeFile(join(root, 'library', 'a1', '2.mp3'), 'no sound at all');
    const { albums, leaving } = await takeOver(plan, ours);
    expect([albums.map(({ oid }) => oid), ours.library.albums.length]).toEqual([[2], 1]);
    expect(leaving).toEqual([{ number: '1', title: 'Album 1', reason: expect.stringContaining('2.mp3') }]);
    await writeFile(join(root, 'library', 'a1', '2.mp3'), await mp3({ offset: 77 }));
    const more = await takeOver(await planned(root, ours), ours);
    expect(more.albums.map(({ oid }) => oid)).toEqual([1]);
  });

  it('refuses a number that was taken meanwhile', async () => {
    const ours = await libraryIn(await folder());
    const root = await theirLibrary(await folder(), { albums: [{ oid: 920, tracks: plainTracks(1) }] });
    const plan = await planned(root, ours);
    await taken([{ oid: 920, tracks: plainTracks(1) }], ours);
    const { albums, leaving } = await takeOver(plan, ours);
    expect([albums, leaving]).toEqual([[], [expect.objectContaining({ number: '920' })]]);
    expect(ours.library.albums).toHaveLength(1);
    await rm(root, { recursive: true });
  });
});

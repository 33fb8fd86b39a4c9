/** Tests which dropped folders join an album of the library, and which become albums of their own. */
import { describe, expect, it } from '@jest/globals';
import { copyFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { importBatch } from '../../../workers/import/import.js';
import { sayJoined } from '../../../workers/import/match/say-outcome.js';
import type { Batch, ImportContext, ImportOutcome } from '../../../workers/import/types.js';
import { encoded } from '../../fixtures/audio.js';
import { mp3, type Mp3Options } from '../../fixtures/mp3.js';
import { temporaryFolders } from '../../support/folder.js';
import { zipOf } from '../../support/zip.js';
import { batchOf, filesIn, libraryIn } from './folder.js';

const folder = temporaryFolders();
let sounds = 0;
const sound = (tags: Mp3Options['tags'] = {}): Mp3Options => ({ offset: (sounds += 21), tags });
const untagged = (...names: string[]): Record<string, Mp3Options> =>
  Object.fromEntries(names.map((name) => [`${name}.mp3`, sound()]));
const tagged = (album: string, ...places: string[]): Record<string, Mp3Options> =>
  Object.fromEntries(
    places.map((place) => [
      `${place.replace('/', ' of ')}.mp3`,
      sound({ TALB: album, TRCK: place, TIT2: `${album} ${place}` }),
    ]),
  );

/** Drops files in a folder of the inbox, or by another way. */
async function drop(
  ctx: ImportContext,
  files: Record<string, Mp3Options>,
  { name = 'CD1', identity = '1:2:3', ...changes }: Partial<Batch> & { identity?: string } = {},
): Promise<ImportOutcome> {
  const origin = { kind: 'inbox', source: name, folder_identity: identity } as const;
  const root = await filesIn(await folder(), files);
  return importBatch(await batchOf(root, { name, origin, continues: { kind: 'folder' }, ...changes }), ctx);
}
const albums = ({ library }: ImportContext): string[] =>
  library.albums.map(
    ({ album_title: title, tracks }) => `${title}: ${tracks.map((track) => track.track_title).join(', ')}`,
  );
const print = ({ library }: ImportContext): Promise<unknown> =>
  library.changeAlbum(library.get(920).folder, (album) => ({ ...album, printed: [{ oid: 920, at: 1, by: 'page' }] }));
const context = async (): Promise<ImportContext> => libraryIn(await folder());

const uploaded = { kind: 'upload', source: null, folder_identity: null } as const;
const byUpload = { origin: uploaded, continues: undefined, refuseDuplicates: false } as const;
const byCommand = { origin: { ...uploaded, kind: 'command' }, continues: undefined } as const;
const asZip = { origin: { kind: 'inbox', source: 'CD1', folder_identity: null }, continues: undefined } as const;
const otherFolder = { identity: '4:5:6' };
const ways: [string, Parameters<typeof drop>[2]][] = [
  ['in the same folder of the inbox', {}],
  ['in another folder', otherFolder],
  ['as a ZIP', asZip],
  ['by upload', byUpload],
  ['by the command', byCommand],
];

it.each(ways)('stories in untagged folders of one name are albums of their own, also the third: %s', async (_, way) => {
  const ctx = await context();
  await drop(ctx, untagged('01 Titel', '02 Titel', '03 Titel'), way);
  await drop(ctx, untagged('01 Titel', '02 Titel'), way);
  await drop(ctx, untagged('01 Titel', '02 Titel', '03 Titel', '04 Titel'), way);
  expect(ctx.library.albums.map(({ tracks }) => tracks.length)).toEqual([3, 2, 4]);
});

it.each(ways)('an album of other tags that is copied over the emptied folder is another album: %s', async (_, way) => {
  const ctx = await context();
  await drop(ctx, tagged('Sommer', '1', '2'), way);
  await drop(ctx, tagged('Winter', '3', '4'), way);
  expect(albums(ctx)).toEqual(['Sommer: Sommer 1, Sommer 2', 'Winter: Winter 3, Winter 4']);
});

const joining = ways.filter(([, way]) => way !== byUpload);
it.each(joining)('a late track takes its place, or the end if the sheet is printed: %s', async (_, way) => {
  for (const isPrinted of [false, true]) {
    const ctx = await context();
    await drop(ctx, tagged('Zug', '1/3', '3/3'), way);
    const before = ctx.library.get(920).tracks.map(({ id }) => id);
    if (isPrinted) await print(ctx);
    const { joined } = await drop(ctx, tagged('Zug', '2/3'), way);
    const order = isPrinted ? ['1/3', '3/3', '2/3'] : ['1/3', '2/3', '3/3'];
    expect(albums(ctx)).toEqual([`Zug: ${order.map((place) => `Zug ${place}`).join(', ')}`]);
    if (isPrinted)
      expect(
        ctx.library
          .get(920)
          .tracks.slice(0, 2)
          .map(({ id }) => id),
      ).toEqual(before);
    const said = joined.flatMap(sayJoined).map(String).join(' ');
    expect([said.includes('“Zug 2/3”'), said.includes('at the end')]).toEqual([true, isPrinted]);
  }
});

it('an upload whose tags fill a gap is an album of its own, also with a track of that album', async () => {
  const ctx = await context();
  const files = tagged('Zug', '1/4', '2/4', '3/4');
  const some = (...names: string[]) => Object.fromEntries(names.map((name) => [name, files[name] ?? {}]));
  await drop(ctx, some('1 of 4.mp3', '2 of 4.mp3'), byUpload);
  await drop(ctx, some('2 of 4.mp3', '3 of 4.mp3'), byUpload);
  expect(albums(ctx)).toEqual(['Zug: Zug 1/4, Zug 2/4', 'Zug: Zug 2/4, Zug 3/4']);
});

describe('tracks that an album has, with one that it lacks', () => {
  /** Drops the album, and returns the files to drop next. */
  const dropFirst = async (): Promise<{ ctx: ImportContext; last: Record<string, Mp3Options> }> => {
    const ctx = await context();
    const files = tagged('Zug', '1/4', '2/4', '3/4');
    const { '3 of 4.mp3': _, ...first } = files;
    const { '1 of 4.mp3': __, ...last } = files;
    await drop(ctx, first);
    return { ctx, last };
  };
  const joinedTo = ['Zug: Zug 1/4, Zug 2/4, Zug 3/4'];

  it('are skipped', async () => {
    const { ctx, last } = await dropFirst();
    const { known } = await drop(ctx, last, otherFolder);
    expect([albums(ctx), known]).toEqual([joinedTo, ['2 of 4.mp3']]);
  });

  it('are a new album where duplicates are wanted', async () => {
    const { ctx, last } = await dropFirst();
    const { known } = await drop(ctx, last, { ...otherFolder, continues: undefined, refuseDuplicates: false });
    expect([albums(ctx), known]).toEqual([['Zug: Zug 1/4, Zug 2/4', 'Zug: Zug 2/4, Zug 3/4'], []]);
  });

  it('keep their ZIP, although the other track is in the library', async () => {
    const { ctx, last } = await dropFirst();
    const entries = Object.entries(last).map(async ([name, one]) => [name, await mp3(one)] as const);
    const zip = zipOf(Object.fromEntries(await Promise.all(entries)));
    const root = await filesIn(await folder(), { 'Zug.zip': zip });
    const { known } = await importBatch(await batchOf(root, { ...asZip, name: 'Zug' }), ctx);
    expect([albums(ctx), known, await readdir(root)]).toEqual([joinedTo, ['Zug/2 of 4.mp3'], ['Zug.zip']]);
  });
});

it('an untagged late track is joined in the same folder only, and goes to the end of a printed album', async () => {
  const ctx = await context();
  await drop(ctx, untagged('01 Anfang', '03 Ende'));
  await print(ctx);
  await drop(ctx, untagged('02 Mitte'), otherFolder);
  const { joined } = await drop(ctx, untagged('02 Mitte'));
  expect(albums(ctx)).toEqual(['CD1: Anfang, Ende, Mitte', 'CD1: Mitte']);
  expect(joined).toMatchObject([{ why: 'folder', isAtEnd: true, tracks: [{ track_title: 'Mitte', track_number: 3 }] }]);
});

it.each(['mp3', 'webm'])('other tags in the same folder make an album of its own: %s', async (ending) => {
  const ctx = await context();
  for (const album of ['Sommer', 'Winter']) {
    const root = await folder();
    const tags = ['title', 'artist', 'album'].flatMap((name) => ['-metadata', `${name}=${album}`]);
    const codec = { mp3: 'libmp3lame', webm: 'libvorbis' }[ending] ?? '';
    const sine = ['-f', 'lavfi', '-i', `sine=frequency=${album === 'Sommer' ? 400 : 500}:duration=1`];
    const format = ['-c:a', codec, '-fflags', '+bitexact', '-f', ending];
    await copyFile(await encoded(ending, [...sine, ...tags, ...format]), join(root, `${album}.${ending}`));
    const origin = { kind: 'inbox', source: 'X', folder_identity: '1:2:3' } as const;
    await importBatch(await batchOf(root, { name: 'X', origin, continues: { kind: 'folder' } }), ctx);
  }
  expect(albums(ctx)).toEqual(['Sommer: Sommer', 'Winter: Winter']);
});

it('the origin of an upload, by which it may be sent again, is kept when a track joins from the inbox', async () => {
  const ctx = await context();
  const origin = { kind: 'upload', source: 'key', folder_identity: null } as const;
  await drop(ctx, tagged('Zug', '1/2'), { origin, continues: undefined });
  await drop(ctx, tagged('Zug', '2/2'));
  expect(ctx.library.albums).toMatchObject([{ origin: { ...origin, album_tag: 'Zug' }, tracks: [{}, {}] }]);
});

import { expect, it, describe } from '@jest/globals';
import { copyFile, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { audioRange } from '../../../workers/audio/formats/strip.js';
import { holdFolder } from '../../../workers/base/files/held-folder.js';
import { walk } from '../../../workers/base/files/walk.js';
import { importBatch } from '../../../workers/import/import.js';
import type { ImportContext } from '../../../workers/import/types.js';
import type { AlbumRecord } from '../../../workers/library/types.js';
import { audioFixture, encoded } from '../../fixtures/audio.js';
import { chapteredFile, chapterSeconds } from '../../fixtures/chapters.js';
import { temporaryFolders } from '../../support/folder.js';
import { zipOf } from '../../support/zip.js';
import { addToAlbum, batchOf, libraryIn } from './folder.js';

const folder = temporaryFolders();
const titles = ['Das Tor', 'Der Hof / Garten', 'Der „Turm“'];

/** Copies of shared files, by relative path. */
async function source(files: Record<string, string | Buffer>): Promise<string> {
  const root = await folder();
  for (const [name, content] of Object.entries(files)) {
    await mkdir(dirname(join(root, name)), { recursive: true });
    await (Buffer.isBuffer(content) ? writeFile(join(root, name), content) : copyFile(content, join(root, name)));
  }
  return root;
}

const tracksOf = (album: AlbumRecord | undefined): unknown[] =>
  (album?.tracks ?? []).map((track) => [track.track_title, track.filename]);
const filesOf = async (album: AlbumRecord, { library }: ImportContext): Promise<string[]> =>
  (await walk(library.folderOf(album))).map(({ relativePath }) => relativePath).sort();

describe('chapters', () => {
  it.each([
    ['m4b', 'aac'],
    ['mp3', 'mp3'],
    ['ogg', 'ogg'],
    ['flac', 'flac'],
    ['webm', 'ogg'],
  ] as const)('of %s become tracks, and the file is kept', async (format, ending) => {
    const context = await libraryIn(await folder());
    const file = await chapteredFile(format, titles, { title: 'Das Buch', album: 'Die Burg', artist: 'Anna' });
    const root = await source({ [`Buch.${format}`]: file });
    const { albums, rejected } = await importBatch(await batchOf(root), context);
    expect([albums.length, rejected]).toEqual([1, []]);
    const [album] = albums as [AlbumRecord];
    expect([album.album_title, album.album_artist]).toEqual(['Die Burg', 'Anna']);
    expect(tracksOf(album)).toEqual([
      ['Das Tor', `Buch - 1 Das Tor.${ending}`],
      ['Der Hof / Garten', `Buch - 2 Der Hof _ Garten.${ending}`],
      ['Der „Turm“', `Buch - 3 Der „Turm“.${ending}`],
    ]);
    for (const { duration } of album.tracks) expect(Math.abs(duration - chapterSeconds * 1000)).toBeLessThan(100);
    expect(await walk(root)).toEqual([]);
    expect(await readdir(context.library.stagingFolder)).toEqual([]);
    expect(await filesOf(album, context)).toContain(`extras/Buch.${format}`);
    expect(await readFile(join(context.library.folderOf(album), 'extras', `Buch.${format}`))).toEqual(
      await readFile(file),
    );
  });

  it('are of an album with the title of their file if it names no album', async () => {
    const context = await libraryIn(await folder());
    const files = {
      '9783.m4b': await chapteredFile('m4b', titles, { title: 'Das Buch' }),
      'Hof/a.m4b': await chapteredFile('m4b', titles, { title: 'Erster' }),
      'Hof/b.m4b': await chapteredFile('m4b', titles, { title: 'Zweiter' }),
    };
    const { albums } = await importBatch(await batchOf(await source(files)), context);
    expect(albums.map(({ album_title }) => album_title).sort()).toEqual(['Das Buch', 'Hof']);
    const unnamed = { 'Wald/c.m4b': await chapteredFile('m4b', titles, { title: 'Track 1' }) };
    const { albums: others } = await importBatch(await batchOf(await source(unnamed)), await libraryIn(await folder()));
    expect(others.map(({ album_title }) => album_title)).toEqual(['Wald']);
  });

  it('are copied without loss: the pieces have all frames of the file', async () => {
    const context = await libraryIn(await folder());
    const file = await chapteredFile('mp3', titles);
    const [album] = (await importBatch(await batchOf(await source({ 'Buch.mp3': file })), context)).albums;
    const home = context.library.folderOf(album as AlbumRecord);
    const pieces = await Promise.all((album?.tracks ?? []).map(({ filename }) => readFile(join(home, filename))));
    const { start, end } = await audioRange(file);
    const sound = (await readFile(file)).subarray(start, end);
    const joined = Buffer.concat(pieces);
    // The first frame of the file only describes it.
    expect(sound.length - joined.length).toBeLessThan(600);
    expect(sound.subarray(sound.length - joined.length).equals(joined)).toBe(true);
  });

  it('keep the cover and the place of their file among others', async () => {
    const context = await libraryIn(await folder());
    const picture = await audioFixture({ format: 'mp3', tags: { album: 'X', track: '1' }, picture: true });
    const root = await source({
      '1.mp3': picture,
      '2.m4b': await chapteredFile('m4b', titles, { album: 'X', track: '2' }),
      '3.mp3': await audioFixture({ format: 'mp3', frequency: 500, tags: { album: 'X', track: '3', title: 'Ende' } }),
    });
    const [album] = (await importBatch(await batchOf(root), context)).albums;
    expect(album?.tracks.map(({ track_title }) => track_title)).toEqual(['1', ...titles, 'Ende']);
    expect(album?.cover_kind).toBe('embedded');
  });

  it('are found in a ZIP and in files for an album; a second copy is known', async () => {
    const context = await libraryIn(await folder());
    const file = await chapteredFile('m4b', titles, { album: 'Die Burg' });
    const zipped = await source({ 'Burg.zip': zipOf({ 'Buch.m4b': await readFile(file) }) });
    const [album] = (await importBatch(await batchOf(zipped), context)).albums as [AlbumRecord];
    expect(tracksOf(album)).toHaveLength(3);
    expect(await walk(zipped)).toEqual([]);
    const again = await importBatch(await batchOf(await source({ 'Buch.m4b': file })), context);
    expect(again.duplicates.map(({ of, left }) => [of.oid, left.includes('Buch.m4b')])).toEqual([[album.oid, true]]);
    const more = await source({ 'Burg/Mehr.ogg': await chapteredFile('ogg', ['Vier', 'Fünf']) });
    const upload = await batchOf(more, {
      giveAway: false,
      origin: { kind: 'upload', source: null, folder_identity: null },
    });
    const [joined] = (await addToAlbum(album.folder, upload, context)).albums;
    expect(joined?.tracks.map(({ track_title }) => track_title)).toEqual([...titles, 'Vier', 'Fünf']);
    expect(await readdir(join(more, 'Burg'))).toEqual(['Mehr.ogg']);
  });

  it('are found in an upload, whose path is valid in this process only', async () => {
    const context = await libraryIn(await folder());
    const root = await source({ 'Buch.m4b': await chapteredFile('m4b', titles) });
    const held = await holdFolder(root);
    await writeFile(join(root, 'note.txt'), 'x');
    const origin = { kind: 'upload', source: null, folder_identity: null } as const;
    const batch = await batchOf(root, { giveAway: false, origin });
    const files = batch.files.map((file) => ({ ...file, root: held.at(''), path: held.at(file.relativePath) }));
    const { albums } = await importBatch({ ...batch, files }, context).finally(() => held.close());
    expect(tracksOf(albums[0])).toHaveLength(3);
    const kept = await filesOf(albums[0] as AlbumRecord, context);
    expect(kept.filter((name) => name.startsWith('extras/'))).toEqual(['extras/Buch.m4b']);
  });

  it('of one chapter, and those that cannot be cut, leave the file whole', async () => {
    const warned: string[] = [];
    const base = await libraryIn(await folder());
    const context = { ...base, log: { ...base.log, warn: (line: string) => void warned.push(line) } };
    const one = await source({ 'Eins.m4b': await chapteredFile('m4b', ['Alles']) });
    expect(tracksOf((await importBatch(await batchOf(one), context)).albums[0])).toEqual([['Eins', 'Eins.m4b']]);
    const whole = await readFile(await chapteredFile('m4b', titles));
    // The table of samples is broken, so that ffmpeg cannot read the sound.
    const broken = Buffer.from(whole);
    broken.write('xxxx', broken.indexOf('stsc'), 'latin1');
    const root = await source({ 'Zwei.m4b': broken });
    const { albums } = await importBatch(await batchOf(root), context);
    expect(tracksOf(albums[0])).toEqual([['Zwei', 'Zwei.m4b']]);
    expect(warned).toEqual([expect.stringMatching(/^Zwei\.m4b is not cut at its chapters: /)]);
  });
});

describe('a cue sheet', () => {
  const cue = (file: string): Buffer =>
    Buffer.from(
      [
        'PERFORMER "Anna"\r\nTITLE "Die gr\xfcne Burg"',
        `FILE "${file}" WAVE`,
        ...['Tor', 'T\xfcr'].flatMap((title, n) => [
          `  TRACK 0${n + 1} AUDIO\r\n    TITLE "${title}"`,
          `    INDEX 01 00:0${2 * n}:00`,
        ]),
      ].join('\r\n'),
      'latin1',
    );

  it.each([
    ['flac', () => audioFixture({ format: 'flac', seconds: 4 })],
    ['wv', () => encoded('wv', ['-f', 'lavfi', '-i', 'sine=duration=4', '-f', 'wv'])],
  ])('cuts the %s file that it names, without loss', async (ending, sound) => {
    const context = await libraryIn(await folder());
    const root = await source({ [`CD/CDImage.${ending}`]: await sound(), 'CD/CDImage.cue': cue('CDImage.wav') });
    const [album] = (await importBatch(await batchOf(root), context)).albums as [AlbumRecord];
    expect([album.album_title, album.album_artist]).toEqual(['Die grüne Burg', 'Anna']);
    expect(tracksOf(album)).toEqual([
      ['Tor', 'CDImage - 1 Tor.flac'],
      ['Tür', 'CDImage - 2 Tür.flac'],
    ]);
    expect(album.tracks.map(({ duration }) => duration)).toEqual([2000, 2000]);
    expect((await filesOf(album, context)).filter((name) => name.startsWith('extras/'))).toEqual([
      'extras/CDImage.cue',
      `extras/CDImage.${ending}`,
    ]);
  });

  it.each([
    ['cuts the only file if it names none', '', ['Tor', 'Tür']],
    ['cuts the file that it names with a path of Windows', 'C:\\CDs\\Bonus.wav', ['Tor', 'Tür']],
    ['does not cut the only file if it names another', 'Album.flac', ['Bonus']],
  ])('%s', async (_, named, expected) => {
    const context = await libraryIn(await folder());
    const sound = await audioFixture({ format: 'flac', seconds: 4 });
    const root = await source({ 'Bonus.flac': sound, 'Album.cue': cue(named) });
    const [album] = (await importBatch(await batchOf(root), context)).albums;
    expect(album?.tracks.map(({ track_title }) => track_title)).toEqual(expected);
  });

  it('gives each track its artist, and the album the artist and the year', async () => {
    const context = await libraryIn(await folder());
    const text = cue('Bonus.wav')
      .toString('latin1')
      .replace('    TITLE "Tor"', '    TITLE "Tor"\r\n    PERFORMER "Ben"');
    const sound = await audioFixture({ format: 'flac', seconds: 4 });
    const sheet = Buffer.from(`REM DATE 1999\r\n${text}`, 'latin1');
    const root = await source({ 'Bonus.flac': sound, 'Album.cue': sheet });
    const [album] = (await importBatch(await batchOf(root), context)).albums;
    expect([album?.album_artist, album?.album_year]).toEqual(['Anna', 1999]);
    expect(album?.tracks.map(({ artist }) => artist)).toEqual(['Ben', 'Anna']);
  });

  it('of several files gives their order, titles and artists', async () => {
    const context = await libraryIn(await folder());
    const lines = ['Zebra', 'Apfel', 'Maus'].flatMap((name, n) => [
      `FILE "${name}.wav" WAVE`,
      `TRACK 0${n + 1} AUDIO`,
      ...[`TITLE "Lied ${name}"`, `PERFORMER "Chor ${name}"`, 'INDEX 01 00:00:00'],
    ]);
    const root = await source({
      'Zebra.flac': await audioFixture({ format: 'flac', seconds: 1 }),
      'Apfel.flac': await audioFixture({ format: 'flac', seconds: 1, frequency: 500 }),
      'Maus.flac': await audioFixture({ format: 'flac', seconds: 1, frequency: 600 }),
      'Album.cue': Buffer.from(['TITLE "Tiere"', ...lines].join('\n')),
    });
    const [album] = (await importBatch(await batchOf(root), context)).albums;
    expect(album?.album_title).toBe('Tiere');
    expect(album?.tracks.map(({ track_title, artist }) => `${track_title}: ${artist}`)).toEqual([
      'Lied Zebra: Chor Zebra',
      'Lied Apfel: Chor Apfel',
      'Lied Maus: Chor Maus',
    ]);
  });

  it('of several files with several tracks each cuts them all, in its order', async () => {
    const context = await libraryIn(await folder());
    const tracksFrom = (first: number, ...titles: string[]): string[] =>
      titles.flatMap((title, n) => [`TRACK 0${first + n} AUDIO`, `TITLE "${title}"`, `INDEX 01 00:0${2 * n}:00`]);
    const sheet = ['FILE "Seite B.wav" WAVE', ...tracksFrom(1, 'Eins', 'Zwei')];
    sheet.push('FILE "Seite A.wav" WAVE', ...tracksFrom(3, 'Drei', 'Vier'));
    const root = await source({
      'Seite A.flac': await audioFixture({ format: 'flac', seconds: 4 }),
      'Seite B.flac': await audioFixture({ format: 'flac', seconds: 4, frequency: 500 }),
      'Album.cue': Buffer.from(['TITLE "Platte"', ...sheet].join('\n')),
    });
    const { albums } = await importBatch(await batchOf(root), context);
    expect(albums.map(({ album_title }) => album_title)).toEqual(['Platte']);
    expect(albums[0]?.tracks.map(({ track_title }) => track_title)).toEqual(['Eins', 'Zwei', 'Drei', 'Vier']);
  });

  it('cuts nothing if it names none of several files', async () => {
    const context = await libraryIn(await folder());
    const root = await source({
      'a.flac': await audioFixture({ format: 'flac', seconds: 4 }),
      'b.flac': await audioFixture({ format: 'flac', seconds: 4, frequency: 500 }),
      'list.cue': cue('c.wav'),
    });
    const [album] = (await importBatch(await batchOf(root), context)).albums;
    expect(tracksOf(album)).toEqual([
      ['a', 'a.flac'],
      ['b', 'b.flac'],
    ]);
  });
});

import { describe, expect, it, jest } from '@jest/globals';
import fs from 'node:fs';
import { link, lstat, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { TonstiftError } from '../../../workers/base/errors.js';
import { fileIdentity } from '../../../workers/base/files/seen-file.js';
import { walk } from '../../../workers/base/files/walk.js';
import { importBatch } from '../../../workers/import/import.js';
import { completeImport } from '../../../workers/import/complete.js';
import { ownPictures } from '../../../workers/import/track-pictures.js';
import type { ImportContext } from '../../../workers/import/types.js';
import { Library } from '../../../workers/library/library.js';
import { makeCover } from '../../../workers/library/pictures/cover.js';
import { folderState } from '../../../workers/library/rescan.js';
import { pictureHeader } from '../../../workers/base/pictures/picture-header.js';
import type { AlbumRecord } from '../../../workers/library/types.js';
import { silentLog } from '../../../workers/base/ports.js';
import { mp3, type Mp3Options } from '../../fixtures/mp3.js';
import { png } from '../../fixtures/picture.js';
import { failCalls } from '../../support/failing-files.js';
import { temporaryFolders } from '../../support/folder.js';
import { anAlbum } from '../../support/records.js';
import { zipOf } from '../../support/zip.js';
import { addToAlbum, batchOf, filesIn, libraryIn } from './folder.js';

const folder = temporaryFolders();

const context = async (): Promise<ImportContext> => libraryIn(await folder());
/** A folder with these files. */
const source = async (files: Parameters<typeof filesIn>[1]): Promise<string> => filesIn(await folder(), files);
const batch = batchOf;

const tagged = (n: number, more: Record<string, string> = {}): Mp3Options => ({
  offset: n * 7,
  tags: { TIT2: `Lied ${n}`, TALB: 'Grüße & Töne', TPE1: 'Jemand', TRCK: `${n}/3`, ...more },
});

(process.platform === 'linux' ? it : it.skip)(
  'a file that the disk fails to read stops the import and is not rejected (skipped elsewhere than on Linux)',
  async () => {
    const ctx = await context();
    const root = await source({ 'a.mp3': tagged(1), 'b.mp3': tagged(2) });
    const end = await failCalls('read', (path) => path.endsWith('b.mp3'));
    await expect(importBatch(await batch(root), ctx)).rejects.toMatchObject({ code: 'EIO' });
    end();
    expect([ctx.library.albums, (await readdir(root)).sort()]).toEqual([[], ['a.mp3', 'b.mp3']]);
    expect((await importBatch(await batch(root), ctx)).albums[0]?.tracks).toHaveLength(2);
  },
);

it('an import stops reading the other files before it fails for one', async () => {
  const ctx = await context();
  const caf = Buffer.from(`caff${'\0'.repeat(100)}`);
  const root = await source({ 'a.caf': caf, 'b.caf': caf, 'c.caf': caf });
  let [calls, running] = [0, 0];
  const listen: ImportContext['transcoder']['listen'] = async (_path, signal) => {
    if (++calls === 2) throw new TonstiftError('no_space', 'The disk is full.');
    running += 1;
    await new Promise((resolve) => signal?.addEventListener('abort', resolve));
    await new Promise((resolve) => setImmediate(resolve));
    running -= 1;
    throw new TonstiftError('aborted', 'Stopped.');
  };
  const failing = importBatch(await batch(root), { ...ctx, transcoder: { ...ctx.transcoder, listen } });
  await expect(failing).rejects.toMatchObject({ code: 'no_space' });
  expect([calls, running]).toEqual([2, 0]);
});

it('a ZIP that the disk fails to read stops the import and is not rejected', async () => {
  const ctx = await context();
  const root = await source({ 'a.zip': zipOf({ 'a.mp3': await mp3(tagged(1)) }) });
  const real = fs.read.bind(fs) as (...given: unknown[]) => void;
  let left = 0;
  const spy = jest.spyOn(fs, 'read').mockImplementation((...given: unknown[]) => {
    if (left-- > 0) return real(...given);
    (given.at(-1) as (error: Error) => void)(Object.assign(new Error('EIO: i/o error, read'), { code: 'EIO' }));
  });
  let failures = 0;
  for (; ctx.library.albums.length === 0; failures++) {
    left = failures;
    const ended = await importBatch(await batch(root), ctx).catch((error: unknown) => error);
    if (ctx.library.albums.length === 0) expect(ended).toMatchObject({ code: 'EIO' });
  }
  spy.mockRestore();
  expect(failures).toBeGreaterThan(3);
});

describe('the cover of an album', () => {
  const red = [200, 0, 0] as const;
  const blue = [0, 0, 200] as const;
  const widthOf = async (ctx: ImportContext, album: AlbumRecord | undefined): Promise<number | undefined> => {
    if (album === undefined || album.cover === null) return undefined;
    return pictureHeader(await readFile(join(ctx.library.folderOf(album), album.cover)))?.width;
  };
  const imported = async (files: Parameters<typeof filesIn>[1]): Promise<[number | undefined, string[]]> => {
    const ctx = await context();
    const { albums, warnings } = await importBatch(await batch(await source(files)), ctx);
    return [await widthOf(ctx, albums[0]), warnings.map(({ filename }) => filename)];
  };

  it('is the front, not the back, the inside or the disc, though they are larger', async () => {
    const [front, other] = [png(70, 70, red), png(300, 300, blue)];
    expect(await imported({ 'a.mp3': tagged(1), 'cover_front.png': front, 'cover_back.png': other })).toEqual([70, []]);
    expect(await imported({ 'a.mp3': tagged(1), 'Vorderseite.png': front, 'Disc.png': other })).toEqual([70, []]);
  });

  it('is the picture in a track rather than the back or the disc next to it', async () => {
    const picture = { data: png(70, 70, red), type: 'image/png' };
    const [track, other] = [{ ...tagged(1), picture }, png(300, 300, blue)];
    expect(await imported({ 'a.mp3': track, 'back.png': other, 'discart.png': other })).toEqual([70, []]);
    expect(await imported({ 'a.mp3': tagged(1), 'back.png': other })).toEqual([300, []]);
  });

  it('has another ending of a JPEG', async () => {
    const jpeg = await makeCover(png(70, 70, red), 'a.png');
    expect(await imported({ 'a.mp3': tagged(1), 'cover.jfif': Buffer.from(jpeg) })).toEqual([70, []]);
    expect(await imported({ 'a.mp3': tagged(1), 'cover.jpe': Buffer.from(jpeg) })).toEqual([70, []]);
  });

  it('is no small picture where there is a better one', async () => {
    const small = png(20, 20, blue);
    const picture = { data: png(80, 80, red), type: 'image/png' };
    expect(await imported({ 'a.mp3': tagged(1), 'cover.png': small, 'x.png': png(70, 70, red) })).toEqual([70, []]);
    expect(await imported({ 'a.mp3': { ...tagged(1), picture }, 'cover.png': small })).toEqual([80, []]);
    expect(await imported({ 'a.mp3': tagged(1), 'cover.png': small })).toEqual([20, []]);
  });

  it('is no placeholder of one pixel', async () => {
    const pixel = { data: png(1, 1, blue), type: 'image/png' };
    expect(await imported({ 'a.mp3': { ...tagged(1), picture: pixel } })).toEqual([undefined, []]);
    expect(await imported({ 'a.mp3': tagged(1), 'cover.png': pixel.data })).toEqual([undefined, []]);
  });

  it('is the next picture where the best one cannot be read, and that is said', async () => {
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>');
    const files = { 'a.mp3': tagged(1), 'cover.svg': svg, 'x.png': png(70, 70, red) };
    expect(await imported(files)).toEqual([70, ['cover.svg']]);
  });

  it('is not replaced by a late picture of the back, or a small one', async () => {
    const ctx = await context();
    const root = await source({ 'a.mp3': tagged(1), 'cover.png': png(70, 70, red) });
    const [album] = (await importBatch(await batch(root), ctx)).albums;
    const folder = album?.folder ?? '';
    const add = async (files: Parameters<typeof filesIn>[1]): Promise<number | undefined> => {
      await addToAlbum(folder, await batch(await source(files)), ctx);
      return widthOf(ctx, ctx.library.inFolder(folder));
    };
    expect(await add({ 'back.png': png(300, 300, blue) })).toBe(70);
    expect(await add({ 'cover.png': png(20, 20, blue) })).toBe(70);
    expect(await add({ 'front.png': png(90, 90, blue) })).toBe(90);
  });
});

describe('a playlist next to tracks', () => {
  const orderOf = async (files: Parameters<typeof filesIn>[1]): Promise<string[]> => {
    const { albums } = await importBatch(await batch(await source(files)), await context());
    return albums.flatMap(({ tracks }) => tracks.map(({ track_title }) => track_title));
  };
  const untagged = (...names: string[]): Record<string, Mp3Options> =>
    Object.fromEntries(names.map((name, n) => [`${name}.mp3`, { offset: n * 7 }]));
  const names = ['Am Ende', 'Das Boot', 'Märkte', 'Vorab'];
  const order = ['Vorab', 'Märkte', 'Das Boot', 'Am Ende'];

  it.each([
    ['m3u8', Buffer.from(`\ufeff#EXTM3U\n#EXTINF:12,Vorab\n${order.map((name) => `${name}.mp3\n`).join('')}`)],
    ['m3u', Buffer.from(order.map((name) => `C:\\Musik\\Alt\\${name}.mp3\r\n`).join(''), 'latin1')],
    ['M3U', Buffer.from(order.map((name) => `./${encodeURIComponent(name.normalize('NFD'))}.mp3`).join('\n'))],
    ['pls', Buffer.from(`[playlist]\n${names.map((name, n) => `File${4 - n}=${name}.mp3\nTitle${n}=x\n`).join('')}`)],
  ])('gives their order where names and tags have none: %s', async (ending, list) => {
    expect(await orderOf({ ...untagged(...names), [`Liste.${ending}`]: list })).toEqual(order);
  });

  it('puts tracks that it does not name last, and counts only if it names most', async () => {
    const list = Buffer.from('Vorab.mp3\nMärkte.mp3\nDas Boot.mp3\nFehlt.mp3\n');
    expect(await orderOf({ ...untagged(...names), 'Liste.m3u': list })).toEqual(order);
    const short = Buffer.from('Vorab.mp3\nMärkte.mp3\n');
    expect(await orderOf({ ...untagged(...names), 'Liste.m3u': short })).toEqual(names);
  });

  it('gives way to numbers in names and tags', async () => {
    const list = Buffer.from('1 Ende.mp3\n2 Anfang.mp3\nKapitel 10.mp3\nKapitel 2.mp3\nb.mp3\na.mp3\n');
    const files = (...some: string[]): Record<string, Mp3Options | Buffer> => ({ ...untagged(...some), 'x.m3u': list });
    expect(await orderOf(files('2 Anfang', '1 Ende'))).toEqual(['Ende', 'Anfang']);
    expect(await orderOf(files('Kapitel 10', 'Kapitel 2'))).toEqual(['Kapitel 2', 'Kapitel 10']);
    expect(await orderOf({ 'a.mp3': tagged(1), 'b.mp3': tagged(2), 'x.m3u': list })).toEqual(['Lied 1', 'Lied 2']);
  });

  it('counts for the folder with most of its tracks, also in a ZIP', async () => {
    const tracks = await Promise.all([1, 2, 3].map((n) => mp3({ offset: n * 7 })));
    const [a = Buffer.alloc(0), b = Buffer.alloc(0), c = Buffer.alloc(0)] = tracks;
    const lists = { 'Z/1.m3u': Buffer.from('Ei.mp3'), 'Z/2.m3u': Buffer.from('Uhu.mp3\nEi.mp3') };
    const zip = zipOf({ 'Z/Ei.mp3': a, 'Z/Huhn.mp3': b, 'Z/Uhu.mp3': c, ...lists });
    expect(await orderOf({ 'a.zip': zip })).toEqual(['Uhu', 'Ei', 'Huhn']);
  });

  it('counts where names end with a year or an id', async () => {
    const years = ['Apfel (2001)', 'Ute (1988)', 'Zeder (1999)'];
    const ids = ['Apfel [a1b2c3d4e5f]', 'Ute [0aabbccddee]', 'Zeder [dQw4w9WgXcQ]'];
    for (const some of [years, ids]) {
      const list = Buffer.from(
        [...some]
          .reverse()
          .map((name) => `${name}.mp3\n`)
          .join(''),
      );
      expect(await orderOf({ ...untagged(...some), 'x.m3u': list })).toEqual([...some].reverse());
    }
  });

  it('orders a mix of several albums', async () => {
    const places: [string, string][] = [
      ['Uhu', 'C'],
      ['Zeder', 'A'],
      ['Birne', 'B'],
      ['Ast', 'C'],
      ['Quitte', 'B'],
      ['Apfel', 'A'],
    ];
    const numbers = [2, 5, 4, 1, 3, 9];
    const mix = Object.fromEntries(
      places.map(([name, TALB], n) => [`${name}.mp3`, tagged(numbers[n] ?? 0, { TALB, TIT2: name })]),
    );
    const list = Buffer.from(places.map(([name]) => `${name}.mp3`).join('\n'));
    expect(await orderOf({ ...mix, 'x.m3u': list })).toEqual(places.map(([name]) => name));
  });

  it('is the nearest of two with the same tracks', async () => {
    const lists = { 'Alle.m3u': Buffer.from('A/x.mp3\nA/y.mp3'), 'A/l.m3u': Buffer.from('y.mp3\nx.mp3') };
    expect(await orderOf({ ...untagged('A/x', 'A/y'), ...lists })).toEqual(['y', 'x']);
  });

  it('keeps its order when a late track is added', async () => {
    const ctx = await context();
    const list = Buffer.from(order.map((name) => `${name}.mp3\n`).join(''));
    const { albums } = await importBatch(await batch(await source({ ...untagged(...names), 'x.m3u': list })), ctx);
    const late = await batch(await source({ 'Bonus.mp3': { offset: 50 } }));
    const [joined] = (await addToAlbum(albums[0]?.folder ?? '', late, ctx)).albums;
    expect(joined?.tracks.map(({ track_title }) => track_title)).toEqual([...order, 'Bonus']);
  });

  it('is kept with the album', async () => {
    const ctx = await context();
    const root = await source({ ...untagged(...names), 'Liste.m3u': Buffer.from('Vorab.mp3') });
    const { albums, rejected } = await importBatch(await batch(root), ctx);
    expect(rejected).toEqual([]);
    expect(await readdir(join(ctx.library.folderOf(albums[0] as AlbumRecord), 'extras'))).toEqual(['Liste.m3u']);
  });
});

describe('importBatch', () => {
  it('calls a mix of albums as its folder, in the order of its names', async () => {
    const ctx = await context();
    const root = await source({
      '1 Wind.mp3': tagged(1, { TALB: 'Wetter mit Wind', TRCK: '8/15' }),
      '2 Regen.mp3': tagged(2, { TALB: 'Wetter mit Regen', TRCK: '2/15' }),
      '3 Sonne.mp3': tagged(3, { TALB: 'Wetter mit Sonne', TRCK: '14/15' }),
    });
    const [album, other] = (await importBatch(await batch(root), ctx)).albums;
    expect([album?.album_title, other]).toEqual(['Folder', undefined]);
    expect(album?.tracks.map(({ track_title }) => track_title)).toEqual(['Lied 1', 'Lied 2', 'Lied 3']);
  });

  it('takes the folder where an old tag cut the title of the album off', async () => {
    const ctx = await context();
    const title = 'Die Abenteuer des kleinen Bären';
    const root = await source({ '1 Wind.mp3': tagged(1, { TALB: title.slice(0, 30) }) });
    const [album] = (await importBatch({ ...(await batch(root)), name: title }, ctx)).albums;
    expect(album?.album_title).toBe(title);
  });

  it('takes folder and names where the tags are those of a ripper that knew nothing', async () => {
    const ctx = await context();
    const unknown = { TALB: 'Unbekanntes Album (21.08.2023 09:05:10)', TPE1: 'Unbekannter Interpret' };
    const root = await source({
      '01 Im Moor.mp3': tagged(1, { ...unknown, TIT2: 'Titel 1' }),
      '02 Die Fähre.mp3': tagged(2, { ...unknown, TIT2: 'Titel 2' }),
    });
    const [album] = (await importBatch(await batch(root), ctx)).albums;
    expect(album).toMatchObject({ album_title: 'Folder', album_artist: '', origin: { album_tag: null } });
    expect(album?.tracks.map(({ track_title, artist }) => [track_title, artist])).toEqual([
      ['Im Moor', ''],
      ['Die Fähre', ''],
    ]);
  });

  it('reads underscores in the name of a folder as blanks, unless it has blanks', async () => {
    const named = async (name: string): Promise<string | undefined> => {
      const root = await source({ '1.mp3': tagged(1, { TALB: '' }) });
      return (await importBatch({ ...(await batch(root)), name }, await context())).albums[0]?.album_title;
    };
    expect(await named('Der_kleine_Bär')).toBe('Der kleine Bär');
    expect(await named('Der kleine_Bär')).toBe('Der kleine_Bär');
  });

  it('reads the characters that a Mac sends to a share for those that Windows forbids', async () => {
    const root = await source({
      '01 Wer ist da\uf025.mp3': tagged(1, { TALB: '', TIT2: '' }),
      '02 Im Moor.mp3': tagged(2, { TALB: '', TIT2: '' }),
    });
    const { albums } = await importBatch(
      { ...(await batch(root)), name: 'Die drei \uf025\uf025\uf025' },
      await context(),
    );
    const named = albums.map(({ album_title, tracks }) => [album_title, ...tracks.map((track) => track.track_title)]);
    expect(named).toEqual([['Die drei ???', 'Wer ist da?', 'Im Moor']]);
  });

  it('creates an album from tags, moves the files, and saves the record', async () => {
    const ctx = await context();
    const root = await source({
      'c.mp3': tagged(1),
      'b.mp3': tagged(2),
      'a.mp3': tagged(3),
      'folder.png': png(3, 2, [255, 0, 0]),
      'booklet.pdf': Buffer.from('%PDF'),
    });
    const { albums, rejected } = await importBatch(await batch(root), ctx);
    expect(rejected).toEqual([]);
    expect(albums).toHaveLength(1);
    const [album] = albums as [(typeof albums)[0] & object];
    expect(album).toMatchObject({
      oid: 920,
      album_title: 'Grüße & Töne',
      album_artist: 'Jemand',
      player_mode: 'music',
      pending: null,
      cover: 'cover.jpg',
      cover_kind: 'picture',
    });
    expect(album.tracks.map((track) => [track.track_number, track.track_title, track.filename])).toEqual([
      [1, 'Lied 1', 'c.mp3'],
      [2, 'Lied 2', 'b.mp3'],
      [3, 'Lied 3', 'a.mp3'],
    ]);
    expect(await walk(root)).toEqual([]);
    const home = ctx.library.folderOf(album);
    expect((await readdir(home)).sort()).toEqual(['a.mp3', 'album.json', 'b.mp3', 'c.mp3', 'cover.jpg', 'extras']);
    expect((await readdir(join(home, 'extras'))).sort()).toEqual(['booklet.pdf', 'folder.png']);
    expect(await readFile(join(home, 'c.mp3'))).toEqual(await mp3(tagged(1)));
    expect((await Library.open(ctx.library.path, silentLog)).get(920).tracks).toHaveLength(3);
    expect(await readdir(ctx.library.stagingFolder)).toEqual([]);
  });

  it('keeps files with equal names of several discs', async () => {
    const ctx = await context();
    const root = await source({
      'CD 2/01.mp3': { offset: 1 },
      'CD 10/01.mp3': { offset: 2 },
      'CD 1/01.mp3': { offset: 3 },
    });
    const { albums } = await importBatch(await batch(root), ctx);
    expect(albums[0]?.tracks.map((track) => [track.disc, track.source_path])).toEqual([
      [1, 'CD 1/01.mp3'],
      [2, 'CD 2/01.mp3'],
      [10, 'CD 10/01.mp3'],
    ]);
    expect(new Set(albums[0]?.tracks.map((track) => track.filename)).size).toBe(3);
  });

  it.each([
    [' .mp3', 'mp3.mp3'],
    ['~$x.mp3', 'x.mp3'],
  ])('stores %j under a name that counts as a track: %s', async (name, stored) => {
    const ctx = await context();
    const given = await batch(await source({ 'a.mp3': tagged(1) }));
    const files = given.files.map((file) => ({ ...file, relativePath: name }));
    const { albums } = await importBatch({ ...given, files }, ctx);
    const state = await folderState(ctx.library, albums[0] as AlbumRecord);
    expect(state?.files.map(({ filename }) => filename)).toEqual([stored]);
    expect(albums[0]?.tracks.map(({ filename }) => filename)).toEqual([stored]);
  });

  it('copies a source that has another hard link', async () => {
    const ctx = await context();
    const root = await source({ '1.mp3': { offset: 1 } });
    const elsewhere = join(await folder(), 'mine.mp3');
    await link(join(root, '1.mp3'), elsewhere);
    const { albums } = await importBatch(await batch(root), ctx);
    expect(await walk(root)).toEqual([]);
    const [theirs, ours] = await Promise.all([
      lstat(elsewhere),
      lstat(join(ctx.library.folderOf(albums[0] as never), '1.mp3')),
    ]);
    expect(theirs.ino).not.toBe(ours.ino);
  });

  it('keeps the sources of a command, and copies their bytes', async () => {
    const ctx = await context();
    const root = await source({ '1.mp3': { offset: 1 } });
    const { albums } = await importBatch(await batch(root, { giveAway: false }), ctx);
    const [theirs, ours] = await Promise.all([
      lstat(join(root, '1.mp3')),
      lstat(join(ctx.library.folderOf(albums[0] as never), '1.mp3')),
    ]);
    expect(theirs.ino).not.toBe(ours.ino);
  });

  const itOnLinux = process.platform === 'linux' ? it : it.skip;
  itOnLinux('completes the album if the sources cannot be removed (skipped elsewhere than on Linux)', async () => {
    const ctx = await context();
    const { albums } = await importBatch(await batch(await source({ '1.mp3': tagged(1) })), ctx);
    const warnings: string[] = [];
    const album = albums[0] as AlbumRecord;
    // The kernel's own files may not be removed, by anyone.
    const facts = await lstat('/proc/version');
    const identity = fileIdentity(facts);
    await ctx.library.changeAlbum(album.folder, (now) => ({
      ...now,
      pending: {
        staging: null,
        sources: [{ path: '/proc/version', size: facts.size, mtime_ms: facts.mtimeMs, identity }],
      },
    }));
    await completeImport(ctx.library, ctx.library.get(920), {
      log: { ...silentLog, warn: (message) => warnings.push(message) },
      given: ['/proc'],
    });
    expect(ctx.library.get(920).pending).toBeNull();
    expect(warnings).toEqual([expect.stringContaining('/proc/version is in the library')]);
  });

  it('imports readable files and lists the others', async () => {
    const ctx = await context();
    const root = await source({
      '1.mp3': { offset: 1 },
      'empty.mp3': Buffer.alloc(0),
      'noise.mp3': Buffer.from('<html>no sound</html>'.repeat(100)),
      'cover.jpg': Buffer.from('<html>'),
    });
    const { albums, rejected, warnings } = await importBatch(await batch(root), ctx);
    expect(albums[0]?.tracks).toHaveLength(1);
    expect(rejected.map(({ filename }) => filename).sort()).toEqual(['empty.mp3', 'noise.mp3']);
    expect(warnings.map(({ filename }) => filename)).toEqual(['cover.jpg']);
    expect((await walk(root)).map((file) => file.relativePath).sort()).toEqual(['empty.mp3', 'noise.mp3']);
  });

  it('leaves the library unchanged if no file can be read', async () => {
    const ctx = await context();
    const root = await source({ 'noise.mp3': Buffer.from('noise') });
    await expect(importBatch(await batch(root), ctx)).rejects.toMatchObject({
      code: 'unreadable_audio',
      fields: { 'noise.mp3': expect.any(String) as unknown },
    });
    expect(ctx.library.albums).toEqual([]);
    expect(await readdir(ctx.library.stagingFolder)).toEqual([]);
    expect(await walk(root)).toHaveLength(1);
  });

  it('recognizes the same tracks in another order and with other names', async () => {
    const ctx = await context();
    await importBatch(await batch(await source({ '1.mp3': tagged(1), '2.mp3': tagged(2) })), ctx);
    const second = await source({ 'x.mp3': tagged(2), 'y.mp3': tagged(1) });
    const outcome = await importBatch(await batch(second), ctx);
    expect(outcome).toMatchObject({ albums: [], duplicates: [{ of: { oid: 920 }, left: ['x.mp3', 'y.mp3'] }] });
    expect(await walk(second)).toHaveLength(2);
    const part = await importBatch(await batch(await source({ '1.mp3': tagged(1) })), ctx);
    expect(part.albums).toHaveLength(1);
    const upload = await importBatch(await batch(second, { refuseDuplicates: false, giveAway: false }), ctx);
    expect(upload).toMatchObject({ duplicates: [{ of: { oid: 920 }, left: [] }], albums: [{ oid: 922 }] });
  });

  it('accepts the same file twice within one album', async () => {
    const ctx = await context();
    const { albums } = await importBatch(
      await batch(await source({ 'a.mp3': { offset: 1 }, 'b.mp3': { offset: 1 } })),
      ctx,
    );
    expect(albums[0]?.tracks).toHaveLength(2);
  });

  it('splits an album of more than 99 tracks between discs', async () => {
    const ctx = await context();
    const files: Record<string, Mp3Options> = {};
    for (const disc of [1, 2, 3])
      for (let n = 1; n <= 40; n++) files[`CD ${disc}/${n}.mp3`] = { frames: 10, offset: disc * 60 + n };
    const { albums } = await importBatch(await batch(await source(files)), ctx);
    expect(albums.map((album) => [album.oid, album.album_title, album.tracks.length])).toEqual([
      [920, 'Folder (1/2)', 80],
      [921, 'Folder (2/2)', 40],
    ]);
  });

  it('copies nothing if there are fewer free numbers than albums, and says how many', async () => {
    const ctx = await context();
    const { library } = ctx;
    const others = Array.from({ length: 990 }, (_, n) => anAlbum(n + 1));
    await library.change((data) => ({ ...data, albums: others }));
    const copies = jest.spyOn(library, 'freeTrackId');
    const books = Object.fromEntries(
      [1, 2, 3].map((n) => [`${n}/1.mp3`, { ...tagged(n), tags: { TALB: `Buch ${n}` } }]),
    );
    await expect(importBatch(await batch(await source(books)), ctx)).rejects.toMatchObject({
      code: 'no_free_oid',
      message: 'This needs 3 album numbers, but only 2 are free. Delete albums that you no longer need.',
    });
    expect([library.albums.length, copies.mock.calls.length]).toEqual([990, 0]);
    const { '3/1.mp3': _, ...two } = books;
    expect((await importBatch(await batch(await source(two)), ctx)).albums.map(({ oid }) => oid)).toEqual([991, 992]);
  });

  it('keeps pictures that differ between tracks, each once', async () => {
    const ctx = await context();
    const of = (n: number, shade?: number): Mp3Options => ({
      ...tagged(n),
      ...(shade === undefined ? {} : { picture: { data: png(30, 20, [shade, 0, 0]), type: 'image/png' } }),
    });
    const broken = { ...tagged(6), picture: { data: Buffer.from('no picture'), type: 'image/png' } };
    // 1 and 2 are parts of one story; 3 has its own; the cover of the album is that of 4 and 5, and of half of all.
    const files = { '1.mp3': of(1, 10), '2.mp3': of(2, 10), '3.mp3': of(3, 20), '6.mp3': broken };
    const covers = Object.fromEntries([4, 5, 7, 8, 9, 10].map((n) => [`${n}.mp3`, of(n, 99)]));
    const { albums } = await importBatch(await batch(await source({ ...files, ...covers })), ctx);
    const [album] = albums as [AlbumRecord];
    const pictures = new Map(album.tracks.map(({ track_title, picture }) => [track_title, picture]));
    expect(pictures.get('Lied 1')).toMatch(/^picture-[0-9a-f]{16}\.jpg$/);
    expect(pictures.get('Lied 2')).toBe(pictures.get('Lied 1'));
    expect(pictures.get('Lied 3')).toMatch(/^picture-/);
    expect(pictures.get('Lied 3')).not.toBe(pictures.get('Lied 1'));
    for (const n of [4, 5, 6, 7, 8, 9, 10]) expect([n, pictures.get(`Lied ${n}`)]).toEqual([n, null]);
    const home = ctx.library.folderOf(album);
    expect((await readdir(home)).filter((name) => name.startsWith('picture-')).sort()).toEqual(
      [...new Set([...pictures.values()].filter((name) => name !== null))].sort(),
    );
    expect(pictureHeader(await readFile(join(home, pictures.get('Lied 3') ?? '')))).toMatchObject({
      kind: 'JPEG',
      width: 30,
      height: 20,
    });
    const late = await batch(await source({ '11.mp3': of(11, 40), '12.mp3': of(12, 50), '13.mp3': of(13, 50) }));
    const joined = (await addToAlbum(album.folder, late, ctx)).albums[0];
    expect(joined?.tracks.map(({ picture }) => picture !== null)).toEqual([
      ...[true, true, true, false, false, false, false, false, false, false],
      ...[true, false, false],
    ]);
  });

  it.each([
    ['the cover in every track', [1, 1, 1], []],
    ['the cover in one track', [1, 0, 0], []],
    ['no picture', [0, 0], []],
    ['a picture for each', [1, 2, 3], [1, 2, 3]],
    ['a picture for each of two', [1, 2], [1, 2]],
    ['the cover but for one', [1, 1, 1, 2], [2]],
    ['covers of two discs', [1, 1, 2, 2], []],
    ['stories in parts', [1, 1, 2, 2, 3, 3], [1, 2, 3]],
  ])('finds the pictures of tracks in %s', (_, digests, own) => {
    const tracks = digests.map((digest) => ({ facts: { pictureSha256: digest === 0 ? null : String(digest) } }));
    expect([...ownPictures(tracks)]).toEqual(own.map(String));
  });

  it('rejects the whole batch if its chosen cover is no picture', async () => {
    const ctx = await context();
    const root = await source({ '1.mp3': { offset: 1 } });
    const cover = (await walk(await source({ 'cover.png': Buffer.from('<html><script>alert(1)</script>') })))[0];
    await expect(importBatch(await batch(root, { cover }), ctx)).rejects.toMatchObject({
      code: 'bad_field',
      fields: { cover: expect.any(String) as unknown },
    });
    expect(ctx.library.albums).toEqual([]);
  });

  it('rejects a picture of 100 megapixels by its header', async () => {
    const ctx = await context();
    const huge = png(8, 8, [0, 0, 0]);
    huge.writeUInt32BE(10_000, 16);
    huge.writeUInt32BE(10_000, 20);
    const cover = (await walk(await source({ 'cover.png': huge })))[0];
    await expect(importBatch(await batch(await source({ '1.mp3': {} }), { cover }), ctx)).rejects.toMatchObject({
      message: expect.stringContaining('10000 × 10000') as unknown,
    });
  });

  it('unpacks a ZIP with any names of entries', async () => {
    const ctx = await context();
    const zip = zipOf({
      '../../evil.mp3': await mp3({ offset: 1 }),
      'CD 1/01 Grüße.mp3': await mp3({ offset: 2 }),
      '/abs/日本.mp3': await mp3({ offset: 3 }),
      '__MACOSX/._x.mp3': Buffer.from('x'),
      'cover.png': png(2, 2, [1, 2, 3]),
    });
    const root = await source({ 'Paket.zip': zip });
    const { albums, rejected } = await importBatch(await batch(root, { name: 'Paket' }), ctx);
    expect(rejected).toEqual([]);
    expect(albums).toMatchObject([{ album_title: 'Paket', cover: 'cover.jpg' }, { album_title: 'abs' }]);
    const names = albums.map(({ tracks }) => tracks.map(({ filename }) => filename).sort());
    expect(names).toEqual([['01 Grüße.mp3', 'evil.mp3'], ['日本.mp3']]);
    expect(await walk(root)).toEqual([]);
    expect(await readdir(ctx.library.stagingFolder)).toEqual([]);
  });

  it('keeps a ZIP if one of its files cannot be read', async () => {
    const ctx = await context();
    const root = await source({
      'Paket.zip': zipOf({ 'a.mp3': await mp3({ offset: 1 }), 'b.mp3': Buffer.from('noise') }),
    });
    const { albums, rejected } = await importBatch(await batch(root), ctx);
    expect(albums[0]?.tracks).toHaveLength(1);
    expect(rejected.map(({ filename, reason }) => `${filename}: ${String(reason)}`)).toEqual([
      'Paket/b.mp3: This is not audio: it looks like text.',
    ]);
    expect(await walk(root)).toHaveLength(1);
  });

  it('removes a ZIP whose picture cannot be the cover: the album keeps it', async () => {
    const ctx = await context();
    const zip = zipOf({ 'a.mp3': await mp3({ offset: 1 }), 'cover.jpg': Buffer.from('noise') });
    const root = await source({ 'Paket.zip': zip });
    const { rejected, warnings } = await importBatch(await batch(root), ctx);
    expect([rejected, warnings.map(({ filename }) => filename)]).toEqual([[], ['Paket/cover.jpg']]);
    expect(await walk(root)).toEqual([]);
  });

  it('keeps a ZIP with a wrong checksum', async () => {
    const ctx = await context();
    const zip = zipOf({ 'a.mp3': await mp3({ offset: 1 }), 'b.mp3': await mp3({ offset: 2 }) });
    // The checksum of the first entry, where the directory has it.
    const at = zip.indexOf(Buffer.from('PK\x01\x02', 'latin1')) + 16;
    zip.writeUInt32LE((zip.readUInt32LE(at) ^ 1) >>> 0, at);
    const root = await source({ 'Paket.zip': zip });
    const { albums, rejected } = await importBatch(await batch(root), ctx);
    expect(albums[0]?.tracks.map((track) => track.filename)).toEqual(['b.mp3']);
    expect(rejected.map(({ filename, reason }) => `${filename}: ${String(reason)}`)).toEqual([
      'Paket.zip/a.mp3: is damaged: its checksum in the ZIP differs',
    ]);
    expect(await walk(root)).toHaveLength(1);
  });

  it.each([
    ['with a password', 8, 1, 'is protected by a password.'],
    ['packed by Deflate64, as Windows packs large ones', 10, 9, 'is packed in a way that Tonstift cannot open.'],
  ])('says what to do about a file of a ZIP %s', async (_, field, value, why) => {
    const zip = zipOf({ 'a.mp3': await mp3({ offset: 1 }), 'b.mp3': await mp3({ offset: 2 }) });
    zip.writeUInt16LE(value, zip.indexOf(Buffer.from('PK\x01\x02', 'latin1')) + field);
    const { albums, rejected } = await importBatch(await batch(await source({ 'Paket.zip': zip })), await context());
    expect(albums[0]?.tracks.map((track) => track.filename)).toEqual(['b.mp3']);
    expect(rejected.map(({ filename, reason }) => `${filename}: ${String(reason)}`)).toEqual([
      `Paket.zip/a.mp3: ${why} Open the ZIP yourself, then add the folder with its files.`,
    ]);
  });

  it('says once that all files of a ZIP have a password', async () => {
    const zip = zipOf({ 'a.mp3': await mp3({ offset: 1 }), 'b.mp3': await mp3({ offset: 2 }) });
    const directory = Buffer.from('PK\x01\x02', 'latin1');
    for (let at = zip.indexOf(directory); at !== -1; at = zip.indexOf(directory, at + 1)) zip.writeUInt16LE(1, at + 8);
    const folder = await batch(await source({ 'Paket.zip': zip }));
    const failed = await importBatch(folder, await context()).catch((error: unknown) => error);
    expect((failed as TonstiftError).fields).toEqual({
      'Paket.zip': 'is protected by a password. Open the ZIP yourself, then add the folder with its files.',
    });
  });

  it('rejects a ZIP that is too large unpacked, and an invalid one', async () => {
    const ctx = await context();
    const root = await source({ 'a.zip': zipOf({ 'a.mp3': Buffer.alloc(2_000_000) }) });
    await expect(importBatch(await batch(root), { ...ctx, maxBytes: () => 1_000_000 })).rejects.toMatchObject({
      code: 'unreadable_audio',
      message: expect.stringContaining('larger') as unknown,
    });
    await expect(
      importBatch(await batch(await source({ 'a.zip': Buffer.from('PK nonsense') })), ctx),
    ).rejects.toMatchObject({ code: 'unreadable_audio' });
    expect(await readdir(ctx.library.stagingFolder)).toEqual([]);
  });
});

describe('an upload to an album', () => {
  it('sorts late tracks into the album by tags', async () => {
    const ctx = await context();
    const { albums } = await importBatch(await batch(await source({ '1.mp3': tagged(1), '3.mp3': tagged(3) })), ctx);
    const late = await source({ '2.mp3': tagged(2), '1.mp3': tagged(1) });
    const outcome = await addToAlbum(albums[0]?.folder ?? '', await batch(late), ctx);
    expect(outcome.albums[0]?.tracks.map((track) => [track.track_number, track.track_title])).toEqual([
      [1, 'Lied 1'],
      [2, 'Lied 2'],
      [3, 'Lied 3'],
    ]);
    expect(outcome.known).toEqual(['1.mp3']);
    expect((await walk(late)).map((file) => file.relativePath)).toEqual(['1.mp3']);
  });

  it('reports a duplicate if the album has all tracks', async () => {
    const ctx = await context();
    const { albums } = await importBatch(await batch(await source({ '1.mp3': tagged(1), '2.mp3': tagged(2) })), ctx);
    const outcome = await addToAlbum(albums[0]?.folder ?? '', await batch(await source({ '2.mp3': tagged(2) })), ctx);
    expect(outcome).toMatchObject({ albums: [], duplicates: [{ of: { oid: 920 } }] });
  });
});

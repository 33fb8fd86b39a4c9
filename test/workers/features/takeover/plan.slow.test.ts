import { describe, expect, it } from '@jest/globals';
import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { nextOid } from '../../../../workers/library/oids.js';
import type { OurLibrary } from '../../../../workers/features/takeover/ours.js';
import { planTakeover, type Plan } from '../../../../workers/features/takeover/plan.js';
import { picturePng } from '../../../fixtures/picture.js';
import { plainTracks, theirLibrary, type FixtureAlbum, type FixtureLibrary } from '../../../fixtures/ttmp32gme.js';
import { temporaryFolders } from '../../../support/folder.js';

const folder = temporaryFolders();
const nothing: OurLibrary = { albums: [], freeOid: (used) => nextOid(new Set(used), []) };

const planned = async (root: string): Promise<Plan> => planTakeover(root, nothing, join(await folder(), 'staging'));

const planOf = async (library: FixtureLibrary): Promise<Plan> => planned(await theirLibrary(await folder(), library));

/** The plan of one album. */
const ofOne = async (album: Partial<FixtureAlbum>, more: Partial<FixtureLibrary> = {}): Promise<Plan> =>
  planOf({ ...more, albums: [{ oid: 920, tracks: plainTracks(3), ...album }] });

const notesOf = ({ taking }: Plan): readonly string[] => taking.flatMap(({ notes }) => notes);
const reasonsOf = ({ leaving }: Plan): string[] => leaving.map(({ reason }) => reason);

describe('an album of theirs', () => {
  it('is taken with its number, texts, order, mode and cover, and nothing is to be said of it', async () => {
    const plan = await ofOne({
      ...{ oid: 111, title: 'Grüße / aus: Übersee', artist: 'Käthe', year: '1999-05-01', mode: 'tiptoi' },
      picture: { filename: 'cover.png', content: picturePng },
      gme: { productId: 111 },
      tracks: [
        { filename: 'b.mp3', track: 2, title: 'Zweiter', disc: 2 },
        { filename: 'a.mp3', track: 10, title: '„Letzter“ <b>&amp;</b>' },
        { filename: 'c.mp3', track: 1, title: 'Erster', artist: 'Jemand', genre: 'Hörspiel' },
      ],
    });
    expect(plan).toMatchObject({ version: '2.0.2', leaving: [], here: [], notes: [] });
    expect(plan.taking).toMatchObject([
      {
        formerly: null,
        notes: [],
        given: {
          ...{ oid: 111, album_title: 'Grüße / aus: Übersee', album_artist: 'Käthe', album_year: 1999 },
          player_mode: 'tiptoi',
          tracks: [
            { relativePath: 'c.mp3', track_title: 'Erster', artist: 'Jemand', disc: 1, genre: 'Hörspiel' },
            { relativePath: 'b.mp3', track_title: 'Zweiter', disc: 2 },
            { relativePath: 'a.mp3', track_title: '„Letzter“ <b>&amp;</b>', disc: 1 },
          ],
        },
      },
    ]);
    expect(plan.taking[0]?.files.map(({ relativePath }) => relativePath)).toEqual([
      'c.mp3',
      'b.mp3',
      'a.mp3',
      'cover.png',
    ]);
  });

  it.each(['early', '1'] as const)(
    'is taken from version %s, which wrote Latin-1 and had fewer columns',
    async (version) => {
      const latin = (text: string): Buffer => Buffer.from(text, 'latin1');
      const plan = await ofOne(
        {
          oid: '0920',
          title: latin('Über Bären'),
          year: '1957',
          tracks: [{ filename: '1.mp3', title: latin('Größe') }],
        },
        { version },
      );
      expect(plan.version).toBe('1.0.1');
      expect(plan.taking.map(({ given }) => given)).toMatchObject([
        {
          ...{ oid: 920, album_title: 'Über Bären', album_year: 1957, player_mode: 'music' },
          tracks: [{ track_title: 'Größe' }],
        },
      ]);
    },
  );

  it('is named by its number, and its tracks by their files, where there are no titles', async () => {
    const tracks = [{ filename: 'Ein_schöner_Tag.mp3', title: null }];
    const { taking } = await ofOne({ title: ' ', tracks });
    expect(taking[0]?.given).toMatchObject({ album_title: 'Album 920', tracks: [{ track_title: 'Ein schöner Tag' }] });
  });

  it.each([999, 993, 0, 1200])('of number %d gets 919, which is said', async (oid) => {
    const plan = await ofOne({ oid });
    expect(plan.taking).toMatchObject([{ formerly: String(oid), given: { oid: 919 } }]);
    expect(notesOf(plan)).toEqual([expect.stringMatching(new RegExp(`^its number ${oid} is not valid .* gets 919`))]);
  });

  it('whose file for the pen was made under another number is taken by its own, which is said', async () => {
    const plan = await ofOne({ oid: 555, gme: { productId: 927 } });
    expect(plan.taking[0]?.given.oid).toBe(555);
    expect(notesOf(plan)).toEqual([expect.stringContaining('product id 927 and not 555')]);
    expect(plan.resting).toContain(927);
  });

  it('whose former number another album has is taken, and it is said what a sheet of before starts', async () => {
    const { taking } = await planOf({
      albums: [
        { oid: 555, gme: { productId: 927 }, tracks: plainTracks(1) },
        { oid: 927, title: 'Anderes', tracks: plainTracks(1) },
      ],
    });
    expect(taking.map(({ notes }) => notes)).toEqual([
      [expect.stringContaining('product id 927'), 'a sheet with 927 now starts "Anderes".'],
      [],
    ]);
  });

  it.each<[string, Partial<FixtureAlbum>, RegExp]>([
    ['another mode', { mode: 'tiptoi', gme: { productId: 920, mode: 'music' } }, /differently at the codes .*2663/],
    ['fewer tracks', { gme: { productId: 920, tracks: 2 } }, /has 2 sounds, the album 3 tracks/],
    [
      'another order',
      {
        gme: { productId: 920 },
        tracks: ['a.mp3', 'b.mp3', 'c.mp3'].map((filename, n) => ({ filename, tt_script: `t${2 - n}` })),
      },
      /order was changed .* tracks 1 and 3 had another field/,
    ],
  ])('whose file for the pen has %s is taken, and it is said', async (_, album, said) => {
    const plan = await ofOne(album);
    expect(notesOf(plan)).toEqual([expect.stringMatching(said)]);
  });

  it('whose file for the pen has its sounds in another order is taken, and it is said', async () => {
    const root = await theirLibrary(await folder(), {
      albums: [{ oid: 920, gme: { productId: 920 }, tracks: plainTracks(2) }],
    });
    const place = (name: string): string => join(root, 'library', 'a920', name);
    await rename(place('1.mp3'), place('x'));
    await rename(place('2.mp3'), place('1.mp3'));
    await rename(place('x'), place('2.mp3'));
    expect(notesOf(await planned(root))).toEqual([expect.stringContaining('in another order')]);
  });

  it('without its picture, or with a file for the pen that cannot be read, is taken, and it is said', async () => {
    const root = await theirLibrary(await folder(), {
      albums: [
        { oid: 1, tracks: plainTracks(1), picture: { filename: '../../x.jpg', content: null } },
        { oid: 2, tracks: plainTracks(1), gme: { productId: 2 } },
        { oid: 3, tracks: plainTracks(1), gme: { productId: 3 } },
        { oid: 4, tracks: plainTracks(1), picture: { filename: 'c.jpg', content: Buffer.from('no picture') } },
      ],
    });
    await writeFile(join(root, 'library', 'a2', 'Album.gme'), 'no GME');
    await rm(join(root, 'library', 'a3', 'Album.gme'));
    expect(notesOf(await planned(root))).toEqual([
      'its cover ../../x.jpg leads out of the folder of the album.',
      expect.stringMatching(/^its GME cannot be read/),
      'its GME Album.gme is missing; a new one is built.',
      'its cover c.jpg is not a readable picture.',
    ]);
  });
});

describe('an album that cannot be taken as it is', () => {
  it.each<[string, Partial<FixtureAlbum>, string]>([
    ['no tracks', { tracks: [] }, 'it has no tracks.'],
    [
      'a track without its file',
      { tracks: [...plainTracks(1), { filename: 'weg.mp3', content: null }] },
      'track 2 (weg.mp3) is missing.',
    ],
    [
      'a track from elsewhere',
      { tracks: [{ filename: '../../../etc/passwd.mp3', content: null }] },
      'track 1 (../../../etc/passwd.mp3) leads out of the folder of the album.',
    ],
    [
      'a track by an absolute path',
      { tracks: [{ filename: '/etc/1.mp3' }] },
      'track 1 (/etc/1.mp3) leads out of the folder of the album.',
    ],
    [
      'a track by a path of Windows',
      { tracks: [{ filename: 'C:\\Musik\\1.mp3' }] },
      'track 1 (C:\\Musik\\1.mp3) leads out of the folder of the album.',
    ],
    [
      'a track without sound',
      { tracks: [...plainTracks(1), { filename: '2.mp3', content: Buffer.from('no sound at all') }] },
      'track 2 (2.mp3) cannot be read: This is not audio: it looks like text.',
    ],
    ['an empty track', { tracks: [{ filename: '1.mp3', content: Buffer.alloc(0) }] }, 'track 1 (1.mp3) is empty.'],
    ['a track that is none', { tracks: [{ filename: 'a.txt' }] }, 'track 1 (a.txt) is not an audio file by its name.'],
    [
      'a file twice',
      { tracks: [{ filename: '1.mp3' }, { filename: '1.mp3' }] },
      'track 2 (1.mp3) is also the file of another track.',
    ],
    ['a hundred tracks', { tracks: plainTracks(100) }, 'it has 100 tracks; an album has 99 at most.'],
    ['no folder', { path: '/home/somebody/..' }, 'its folder library/ is missing or empty.'],
  ])('since it has %s stays, with the reason', async (_, album, reason) => {
    const plan = await ofOne(album);
    expect([plan.taking, reasonsOf(plan)]).toEqual([[], [reason]]);
  });

  it('is not read through a link', async () => {
    const root = await theirLibrary(await folder(), {
      albums: [
        { oid: 1, tracks: plainTracks(1) },
        { oid: 2, tracks: plainTracks(1) },
      ],
    });
    const library = join(root, 'library');
    await rename(join(library, 'a1'), join(root, 'elsewhere'));
    await symlink(join(root, 'elsewhere'), join(library, 'a1'));
    await rename(join(library, 'a2', '1.mp3'), join(root, 'secret.mp3'));
    await symlink(join(root, 'secret.mp3'), join(library, 'a2', '1.mp3'));
    expect(reasonsOf(await planned(root))).toEqual([
      'its folder library/a1 is missing or empty.',
      'track 1 (1.mp3) is a link or another object, not a file.',
    ]);
  });
});

describe('a library of theirs', () => {
  it('is read wherever its paths lead, and left as it is', async () => {
    const root = await theirLibrary(await folder(), {
      albums: [
        { oid: 920, path: 'C:\\Users\\x\\ttmp32gme\\library\\a920', tracks: plainTracks(1) },
        { oid: 921, path: '/somewhere/else/a921/', tracks: plainTracks(1) },
      ],
    });
    const state = async (): Promise<string> => {
      const names = (await readdir(root, { recursive: true })).sort();
      return [
        ...names,
        createHash('sha256')
          .update(await readFile(join(root, 'config.sqlite')))
          .digest('hex'),
      ].join();
    };
    const before = await state();
    expect((await planned(root)).taking).toHaveLength(2);
    expect(await state()).toBe(before);
  });

  it('is read as it stands while their program has it open, whose files are left alone', async () => {
    const { default: Database } = await import('libsql');
    const root = await theirLibrary(await folder(), { albums: [{ oid: 920, tracks: plainTracks(1) }] });
    const database = new Database(join(root, 'config.sqlite'));
    try {
      database.exec("PRAGMA journal_mode = wal; UPDATE gme_library SET album_title = 'Eben geändert'");
      const before = await readdir(root);
      expect((await planned(root)).taking[0]?.given.album_title).toBe('Eben geändert');
      expect([before, await readdir(root)]).toEqual([expect.arrayContaining(['config.sqlite-wal']), before]);
    } finally {
      database.close();
    }
  });

  it('may have its albums in a folder of another name', async () => {
    const root = await theirLibrary(await folder(), {
      config: { library_path: 'D:\\Tiptoi Musik' },
      albums: [{ oid: 920, tracks: plainTracks(1) }],
    });
    await rename(join(root, 'library'), join(root, 'Tiptoi Musik'));
    expect((await planned(root)).taking).toHaveLength(1);
  });

  it('names the folder of their settings if albums are missing, because it is not read', async () => {
    const away = join(await folder(), 'Musik');
    const library = { config: { library_path: away }, albums: [{ oid: 920, tracks: plainTracks(1) }] };
    const root = await theirLibrary(await folder(), library);
    expect((await planned(root)).notes).toEqual([]);
    await rename(join(root, 'library'), away);
    const shelf = join(root, 'library');
    const note = `Their settings name the folder ${away}. If it has the missing files, copy it to ${shelf}.`;
    expect(await planned(root)).toMatchObject({ notes: [note], taking: [], leaving: [{ number: '920' }] });
    await rename(away, shelf);
    expect(await planned(root)).toMatchObject({ notes: [], taking: [{}] });
  });

  it('tells the numbers that sheets may have though no album has them', async () => {
    const root = await theirLibrary(await folder(), {
      albums: [920, 923, 300, 999].map((oid) => ({ oid, tracks: plainTracks(1) })),
    });
    await mkdir(join(root, 'library', '.oid_cache'));
    for (const name of ['77-24-1200-2.png', '920-24-1200-2.png', '2663-24-1200-2.png', 'x.png'])
      await writeFile(join(root, 'library', '.oid_cache', name), '');
    expect((await planned(root)).resting).toEqual([77, 921, 922, 924]);
  });

  it('tells buttons with other codes, and those that no album of it has, not', async () => {
    const { notes } = await ofOne({}, { codes: { t24: 3948, t25: 4711, play: 3943, mine: 5000 } });
    expect(notes).toEqual([
      'The button play has the code 3943 there and 3947 here: printed ones will not work.',
      'The button t25 has the code 4711 there and 3949 here: printed ones will not work.',
    ]);
  });

  it('is refused with a reason where it is none', async () => {
    const root = await folder();
    await expect(planned(join(root, 'none'))).rejects.toThrow(/cannot be imported: .*ENOENT/);
    await expect(planned(root)).rejects.toThrow(`${root} has no config.sqlite, which every library`);
    await writeFile(join(root, 'config.sqlite'), 'SQLite, but not really');
    await expect(planned(root)).rejects.toThrow('is not a SQLite database');
    await writeFile(
      join(root, 'config.sqlite'),
      Buffer.concat([Buffer.from('SQLite format 3\0'), Buffer.alloc(5000, 7)]),
    );
    await expect(planned(root)).rejects.toThrow(/cannot be read: .*(malformed|not a database)/);
  });

  it('is refused where its database is that of something else', async () => {
    const { default: Database } = await import('libsql');
    const root = await folder();
    const database = new Database(join(root, 'config.sqlite'));
    database.exec('CREATE TABLE gme_library (oid INTEGER)');
    database.close();
    await expect(planned(root)).rejects.toMatchObject({
      code: 'bad_field',
      message: expect.stringContaining('has no column path in a table gme_library'),
    });
  });
});

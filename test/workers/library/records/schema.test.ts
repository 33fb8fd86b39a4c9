import { describe, expect, it } from '@jest/globals';
import { emptyLibrary, readLibraryData, type ReadLibrary } from '../../../../workers/library/data.js';
import { aTrack, anAlbum } from '../../../support/records.js';

const read = (albums: unknown[], more: object = {}): ReadLibrary =>
  readLibraryData({ ...emptyLibrary('x'), next_track_id: 5, albums, ...more }, 77);
const sound = anAlbum(921, { folder: 'AC\\DC.. Live', cover: 'cover.jpg' });
const pending = { staging: 'import-1', sources: [] };

it('albums that are right are taken as they are', () => {
  const albums = [sound, { ...anAlbum(920), pending }];
  expect(read(albums)).toMatchObject({ data: { albums }, mended: [], setAside: [] });
});

describe('a field that is wrong', () => {
  it.each<[string, unknown, unknown]>([
    ['album_title', 5, 'Album 920'],
    ['album_artist', null, ''],
    ['album_year', '1999', null],
    ['player_mode', 'loud', 'music'],
    ['on_pens', 3, 'all'],
    ['cover', '/etc/passwd', null],
    ['cover', '..', null],
    ['added_at', 'now', 0],
    ['added_at', 1e17, 0],
    ['changed_at', 1e17, 0],
    ['files', [{ filename: '../library.json' }], []],
    ['failures', 'none', []],
    ['origin', {}, { kind: 'command', source: null, folder_identity: null, album_tag: null, at: 0 }],
    ['pending', { staging: '../albums', sources: [] }, null],
    ['order_edited', 'yes', false],
  ])('%s %j', (field, wrong, mended) => {
    const { data, ...rest } = read([{ ...anAlbum(920), [field]: wrong }, sound]);
    expect(data.albums).toEqual([{ ...anAlbum(920), [field]: mended }, sound]);
    expect(rest.mended.map(({ folder }) => folder)).toEqual(['Album 920 [920]']);
    expect(rest.mended[0]?.problems.every((problem) => problem.startsWith(field))).toBe(true);
  });

  it.each([0, 993, -1, 1.5, '920', null])('a number %j: it gets a free one', (oid) =>
    expect(read([sound, { ...anAlbum(1), oid }]).data.albums.map((album) => album.oid)).toEqual([921, 920]),
  );

  it('of a track without a picture is whole: there were none once', () => {
    const { picture: _, ...former } = aTrack(1);
    const { data, mended } = read([anAlbum(920, { tracks: [former as never] })]);
    expect([data.albums[0]?.tracks, mended]).toEqual([[aTrack(1)], []]);
  });

  it('of an older version has its files for the pen: its loudness stays', () => {
    const { loudness: _, ...former } = anAlbum(920, { loudness: 'automatic' });
    const { data, mended } = read([former]);
    expect([data.albums[0]?.loudness, mended]).toEqual(['keep', []]);
  });

  it('of a track is mended, and a track that names no file of its folder is left out', () => {
    const tracks = [aTrack(1), { ...aTrack(2), track_title: 7 }, { ...aTrack(3), filename: '../../../etc/passwd' }];
    const { data } = read([anAlbum(920, { tracks: tracks as never })]);
    expect(data.albums[0]?.tracks).toEqual([aTrack(1), { ...aTrack(2), track_title: '' }]);
  });

  it.each([{ filename: 'a\0b' }, { filename: 5 }, { filename: '..' }, { sha256: '../../x' }, { id: -1 }])(
    'a track with %j',
    (wrong) =>
      expect(read([anAlbum(920, { tracks: [{ ...aTrack(1), ...wrong } as never] })]).data.albums[0]?.tracks).toEqual(
        [],
      ),
  );
});

describe('set aside', () => {
  it.each<[string, unknown]>([
    ['no record', 'x'],
    ['no folder', { ...anAlbum(920), folder: undefined }],
    ['a folder that leads elsewhere', { ...anAlbum(920), folder: '../../etc' }],
    ['the folder above', { ...anAlbum(920), folder: '..' }],
    ['no name at all', { ...anAlbum(920), folder: '' }],
  ])('%s, and the other one stays', (_, record) => {
    const { data, setAside } = read([record, sound]);
    expect(data.albums).toEqual([sound]);
    expect(setAside).toMatchObject([{ record }]);
  });

  it('the second of two albums in one folder', () =>
    expect(read([sound, { ...anAlbum(3), folder: sound.folder }])).toMatchObject({
      data: { albums: [sound] },
      setAside: [{ problems: ['folder'] }],
    }));
});

describe('in the trash', () => {
  const deleted = anAlbum(920);
  const facts = expect.objectContaining({ oid: 920 }) as unknown;

  it.each([
    [5, 5],
    [0, 0],
    ['soon', 77],
    [null, 77],
    [undefined, 77],
  ])('an album that was deleted at %j counts as deleted at %j', (time, at) =>
    expect(read([], { trash: [{ album: deleted, deleted_at: time }] })).toMatchObject({
      data: { trash: [{ album: facts, deleted_at: at }] },
      setAside: [],
    }),
  );

  it.each<[string, unknown]>([
    ['without a folder', { album: { ...deleted, folder: '..' }, deleted_at: 5 }],
    ['without a record', { deleted_at: 5 }],
    ['that is none', 'x'],
  ])('one %s is set aside', (_, entry) => {
    const { data, setAside } = read([], { trash: [entry] });
    expect([data.trash, setAside.map(({ record }) => record)]).toEqual([[], [entry]]);
  });
});

it('of two albums with one number the second gets another', () =>
  expect(read([sound, anAlbum(921)]).data.albums.map(({ oid }) => oid)).toEqual([921, 920]));

it.each(['..', '../x', 'gme/..', 'gme/a/b', 'albums/a', 'albums/a/..', '/etc/passwd', 'albums/', 'library.json', 5])(
  'what is left over is removed in the library only: %j',
  (name) => expect(read([], { leftovers: ['gme/1.gme', name] }).data.leftovers).toEqual(['gme/1.gme']),
);

it('a track number is never given again, whatever the file says', () =>
  expect(read([anAlbum(920, { tracks: [aTrack(70)] })]).data.next_track_id).toBe(71));

/** Which album of the library the tracks of a batch belong to. */
import { describe, expect, it } from '@jest/globals';
import { noTags, type TagFacts } from '../../../workers/audio/formats/facts.js';
import { albumOf, candidatesOf, namedBy } from '../../../workers/import/match/find-album.js';
import type { Batch, ComparedTrack, Continues, KnownAlbum } from '../../../workers/import/types.js';
import type { AlbumOrigin, AlbumRecord } from '../../../workers/library/types.js';
import { anAlbum, aTrack } from '../../support/records.js';

const hour = 3_600_000;
const now = 100 * hour;

let hashes = 0;
/** A track that no other has: its name, and `2/3` or `1:2/3` (disc 1) of an album. */
function track(name: string, place?: string, album: string | undefined = place && 'Sounds', more?: Partial<TagFacts>) {
  const [, disc, discTotal, trackText] = /^(?:(\d)of(\d):)?(.*)$/.exec(place ?? '') ?? [];
  const facts = {
    ...{ ...noTags, codec: 'mpeg 1 layer 3', container: 'mpeg', durationMs: 1000, album },
    ...{ trackText: trackText || undefined, disc: Number(disc) || null, discTotal: Number(discTotal) || null },
    ...{ channels: 2, sampleRate: 44_100, mayHaveChapters: false },
    ...more,
  };
  return { relativePath: `${name}.mp3`, sha256: `hash-${hashes++}`, facts } satisfies ComparedTrack;
}

interface Scene {
  /** Tracks of the album, and those that arrive. */
  there: ComparedTrack[];
  comes: ComparedTrack[];
  from?: Partial<AlbumOrigin>;
  source?: string | null;
  identity?: string | null;
  continues?: Continues;
}

const known = (tracks: ComparedTrack[], origin: Partial<AlbumOrigin>, oid = 920): KnownAlbum => ({
  album: anAlbum(oid, {
    tracks: tracks.map(({ relativePath }, n) => aTrack(n + 1, { source_path: relativePath })),
    origin: {
      ...{ kind: 'inbox', source: 'CD', folder_identity: '1:2:3', album_tag: tracks[0]?.facts.album ?? null, at: now },
      ...origin,
    },
  }),
  tracks,
});

const batchOf = ({ source = 'CD', identity = '1:2:3', ...scene }: Omit<Scene, 'there' | 'comes'>) =>
  ({
    origin: { kind: 'inbox', source, folder_identity: identity },
    continues: 'continues' in scene ? scene.continues : { kind: 'folder' },
  }) satisfies Pick<Batch, 'origin' | 'continues'>;

/** As the import asks: by the place first, then by the tags. */
function reason({ there, comes, from = {}, ...scene }: Scene): string | null {
  const album = known(there, from);
  const batch = batchOf(scene);
  const found = [...candidatesOf(batch, [album.album], now), ...namedBy(comes, [album.album])];
  return albumOf(batch, comes, found.length > 0 ? [album] : [], now)?.why ?? null;
}

const titled = (title: string, place?: string) => track(title, place, place && 'Sounds', { title });
const elsewhere = { identity: '9:9:9' };

describe('a folder belongs to the album', () => {
  it.each<[string, Scene, string]>([
    ['of the same folder within an hour', { there: [track('01 A')], comes: [track('02 B')] }, 'folder'],
    [
      'of the same folder if one of them has no tags',
      { there: [track('a', '1')], comes: [track('b')], from: { at: now - hour } },
      'folder',
    ],
    ['of the same folder with another disc in it', { there: [track('CD 2/01')], comes: [track('CD 1/01')] }, 'folder'],
    [
      'of one of its two folders',
      { there: [track('01 A')], comes: [track('02 B')], from: { folder_identity: '7:7:7 1:2:3' } },
      'folder',
    ],
    [
      'whose gap its number fills, in another folder weeks later',
      {
        ...{ there: [track('a', '1/3'), track('c', '3/3')], comes: [track('b', '2/3')] },
        ...{ from: { at: 0, kind: 'upload' }, source: 'Other', ...elsewhere },
      },
      'tags',
    ],
    [
      'that lacks its disc, sent without a folder',
      {
        ...{ there: [track('01', '1of2:1'), track('02', '1of2:2')], comes: [track('01', '2of2:1')] },
        ...{ source: null, identity: null, continues: undefined },
      },
      'tags',
    ],
    [
      'of the same name within a day if its numbers continue the album',
      { there: [track('a', '1')], comes: [track('b', '2')], from: { at: now - 24 * hour, source: 'cd' }, ...elsewhere },
      'tags',
    ],
    [
      'of a name that differs in the disc only, if its numbers continue the album',
      {
        ...{ there: [track('01', '1of2:1')], comes: [track('01', '2of2:1')] },
        ...{ from: { source: 'Sea CD1' }, source: 'Sea CD2', ...elsewhere },
      },
      'tags',
    ],
  ])('%s', (_, scene, why) => expect(reason(scene)).toBe(why));

  const printed = [track('01 A'), track('02 B'), track('03 C')];
  it.each<[string, Scene]>([
    ['of the same name without tags', { there: [track('01 A')], comes: [track('02 B')], ...elsewhere }],
    [
      'of the same folder after an hour, without tags',
      { there: [], comes: [track('1')], from: { at: now - hour - 1 } },
    ],
    ['that arrived while the clock was days ahead', { there: [], comes: [track('1')], from: { at: now + 25 * hour } }],
    ['of the same folder with another tag', { there: [track('a', '1')], comes: [track('b', '2', 'Winter')] }],
    ['of the same folder with the same number in the tags', { there: [track('a', '1')], comes: [track('b', '1')] }],
    [
      'of the same folder with the same numbers in the names',
      { there: printed, comes: [track('01 D'), track('02 E')] },
    ],
    ['of the same folder with the same title', { there: [titled('Sea', '1')], comes: [titled('Sea', '2')] }],
    ['of the same folder with a file of the same name', { there: [track('x', '1')], comes: [track('x')] }],
    [
      'of the same folder by another artist',
      {
        there: [track('a', '1', 'Hits', { albumArtist: 'Otter' })],
        comes: [track('b', '2', 'Hits', { albumArtist: 'Seal' })],
      },
    ],
    [
      'of the same tag that has the number already',
      { there: [track('a', '1/3'), track('b', '2/3')], comes: [track('c', '2/3')], ...elsewhere },
    ],
    [
      'of the same tag that counts otherwise',
      { there: [track('a', '1/3')], comes: [track('b', '2/4')], source: 'Other', ...elsewhere },
    ],
    [
      'of the same tag that is complete',
      { there: [track('a', '1/1')], comes: [track('b', '2/3')], source: 'Other', ...elsewhere },
    ],
    [
      'of the same tag and another name',
      { there: [track('a', '1')], comes: [track('b', '2')], source: 'x', ...elsewhere },
    ],
    [
      'of the same tag after a day',
      { there: [track('a', '1')], comes: [track('b', '2')], from: { at: now - 25 * hour } },
    ],
    [
      'that was uploaded, without counts',
      { there: [track('a', '1')], comes: [track('b', '2')], from: { kind: 'upload' } },
    ],
  ])('but not to one %s', (_, scene) => expect(reason(scene)).toBeNull());

  it('of the same folder although titles repeat or are placeholders', () => {
    const placeholders = ['Track 1', 'Track 3'].map((title, n) => titled(title, String(2 * n + 1)));
    expect(reason({ there: placeholders, comes: [titled('Track 1', '2')] })).toBe('folder');
    const repeated = [track('01 Sea'), track('03 Sea')];
    expect(reason({ there: repeated, comes: [track('02 Sea')] })).toBe('folder');
  });

  it('of the same name if the album has all its tracks: they are duplicates', () => {
    const there = [track('01 A'), track('02 B')];
    expect(reason({ there, comes: there.slice(0, 1), ...elsewhere })).toBe('folder');
    expect(reason({ there, comes: there, source: 'x', ...elsewhere })).toBeNull();
  });

  it('by its new tracks if it has some of the album again', () => {
    const there = [track('1', '1/3'), track('3', '3/3')];
    expect(reason({ there, comes: [...there, track('2', '2/3')], ...elsewhere })).toBe('tags');
  });

  it('of the same name if it has only pictures', () => {
    expect(reason({ there: [track('a')], comes: [], from: { at: now - 5 * hour }, identity: null })).toBe('folder');
  });

  it('that arrived last if several fit', () => {
    const albums = [2, 1, 3].map((ago, n) => known([track(`0${n}`)], { at: now - ago * 1000 }, 920 + n));
    expect(albumOf(batchOf({}), [track('07')], albums, now)?.album.oid).toBe(921);
  });
});

describe('a compilation', () => {
  const mix = (name: string, place: string) => track(name, place, `Album of ${name}`);
  it('is continued in its folder, although the numbers in the tags repeat', () => {
    const there = [mix('1 Wind', '8/15'), mix('2 Rain', '2/15')];
    expect(reason({ there, comes: [mix('3 Sun', '8/15')] })).toBe('folder');
    expect(reason({ there, comes: [mix('2 Sun', '9/15')] })).toBeNull();
  });
});

describe('loose files belong to the album', () => {
  const loose = (tag: string | null) => ({ source: null, identity: null, continues: { kind: 'loose', tag } as const });
  it.each<[boolean, string, string | null, Partial<AlbumOrigin>]>([
    [true, 'of their tag within an hour', 'sounds', { source: null, at: now - hour }],
    [false, 'of their tag after an hour', 'Sounds', { source: null, at: now - hour - 1 }],
    [false, 'that arrived while the clock was ahead', 'Sounds', { source: null, at: now + hour + 1 }],
    [false, 'of a folder', 'Sounds', {}],
    [false, 'without a tag', null, { source: null, album_tag: null }],
  ])('%j: %s', (is, _, tag, from) => {
    const place = tag === null ? undefined : '1';
    const scene = { there: [track('a', place)], comes: [track('b', place && '2')], from, ...loose(tag) };
    expect(reason(scene)).toBe(is ? 'tags' : null);
  });
});

describe('a lone picture belongs to the loose album', () => {
  const album = anAlbum(920, {
    album_title: 'Sounds of the sea',
    origin: { kind: 'inbox', source: null, folder_identity: null, album_tag: 'Sounds', at: now },
    tracks: [aTrack(1, { source_path: 'Waves.mp3' })],
  });
  const found = (name: string, one: AlbumRecord = album, at = now): number | undefined => {
    const batch = batchOf({ source: null, identity: null, continues: { kind: 'picture', name } });
    const [candidate] = candidatesOf(batch, [one], at);
    return candidate && albumOf(batch, [], [{ album: candidate, tracks: [] }], at)?.album.oid;
  };
  it.each(['sounds of the SEA', 'Sounds', ' waves '])('by its title, tag or a track: %s', (name) => {
    expect(found(name)).toBe(920);
  });
  it('and no other', () => {
    expect(found('cover')).toBeUndefined();
    expect(found('Sounds', { ...album, origin: { ...album.origin, source: 'CD' } })).toBeUndefined();
    expect(found('Sounds', album, now + 25 * hour)).toBeUndefined();
  });
});

it('files sent to an album belong to it, however old it is and whatever they are', () => {
  const albums = [920, 921].map((oid) => known([track('01')], { at: 0 }, oid));
  const batch = batchOf({ continues: { kind: 'album', folder: albums[1]!.album.folder } });
  expect(albumOf(batch, [track('01')], albums, now)).toMatchObject({ album: { oid: 921 }, why: 'asked' });
});

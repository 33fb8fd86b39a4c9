/** Which album of the library a batch of the inbox belongs to. */
import { describe, expect, it } from '@jest/globals';
import { albumOf, candidatesOf } from '../../../workers/import/find-album.js';
import type { Continues } from '../../../workers/import/types.js';
import type { AlbumOrigin, AlbumRecord } from '../../../workers/library/types.js';
import { anAlbum, aTrack } from '../../support/records.js';

const hour = 3_600_000;
const now = 100 * hour;
const origin: AlbumOrigin = { kind: 'inbox', source: 'CD', folder_identity: '1:2:3', album_tag: 'Sounds', at: now };

interface Arrival {
  tag?: string | null;
  source?: string | null;
  identity?: string | null;
  continues?: Continues;
}

function found(arrival: Arrival, albums: readonly AlbumRecord[], at = now): AlbumRecord | null {
  const all = { tag: 'Sounds', source: 'CD', identity: '1:2:3', continues: { kind: 'folder' } as const, ...arrival };
  const { tag, source, identity, continues } = all;
  const batch = { origin: { kind: 'inbox', source, folder_identity: identity } as const, continues };
  const album = albumOf(batch, tag, albums, at);
  // It is among those that are considered before the files are read.
  if (album !== null) expect(candidatesOf(batch, albums, at)).toContain(album);
  return album;
}
const belongs = (arrival: Arrival, from: Partial<AlbumOrigin>): boolean =>
  found(arrival, [anAlbum(920, { origin: { ...origin, ...from } })]) !== null;

describe('a folder belongs to the album', () => {
  it.each<[string, Arrival, Partial<AlbumOrigin>]>([
    ['of the same folder within an hour, with any tag', { tag: 'Other' }, { at: now - hour }],
    ['of the same name and tag within a day', { identity: '9:9:9' }, { at: now - 24 * hour }],
    ['of the same name in other case', { source: 'cd' }, {}],
    ['of the same name if it has only pictures', { identity: null, tag: undefined }, { at: now - 5 * hour }],
    ['of the same folder if one of them has no tag', { tag: null }, { at: now - 5 * hour }],
  ])('%s', (_, arrival, from) => expect(belongs(arrival, from)).toBe(true));

  it.each<[string, Arrival, Partial<AlbumOrigin>]>([
    ['after a day', {}, { at: now - 24 * hour - 1 }],
    ['that arrived while the clock was days ahead', {}, { at: now + 24 * hour + 1 }],
    ['of another name', { source: 'DVD' }, {}],
    ['of the same name with another tag', { identity: '9:9:9', tag: 'Other' }, {}],
    ['of the same folder with another tag after an hour', { tag: 'Other' }, { at: now - hour - 1 }],
    ['of the same name without a tag', { identity: '9:9:9', tag: 'Other' }, { album_tag: null }],
    ['that was uploaded', {}, { kind: 'upload' }],
    ['as a ZIP', { continues: undefined }, {}],
  ])('but not to one %s', (_, arrival, from) => expect(belongs(arrival, from)).toBe(false));

  it('that arrived last if several fit', () => {
    const albums = [920, 921, 922].map((oid, n) =>
      anAlbum(oid, { origin: { ...origin, at: now - [2, 1, 3][n]! * 1000 } }),
    );
    expect(found({}, albums)?.oid).toBe(921);
  });
});

describe('loose files belong to the album', () => {
  it.each<[boolean, string, string | null, Partial<AlbumOrigin>]>([
    [true, 'of their tag within an hour', 'sounds', { source: null, at: now - hour }],
    [false, 'of their tag after an hour', 'Sounds', { source: null, at: now - hour - 1 }],
    [false, 'that arrived while the clock was ahead', 'Sounds', { source: null, at: now + hour + 1 }],
    [false, 'of a folder', 'Sounds', {}],
    [false, 'without a tag', null, { source: null, album_tag: null }],
  ])('%j: %s', (is, _, tag, from) =>
    expect(belongs({ source: null, identity: null, continues: { kind: 'loose', tag } }, from)).toBe(is),
  );
});

describe('a lone picture belongs to the loose album', () => {
  const album = anAlbum(920, {
    album_title: 'Sounds of the sea',
    origin: { ...origin, source: null },
    tracks: [aTrack(1, { source_path: 'Waves.mp3' })],
  });
  const picture = (name: string): Arrival => ({
    ...{ tag: undefined, source: null, identity: null },
    continues: { kind: 'picture', name },
  });
  it.each(['sounds of the SEA', 'Sounds', ' waves '])('by its title, tag or a track: %s', (name) => {
    expect(found(picture(name), [album])?.oid).toBe(920);
  });
  it('and no other', () => {
    expect(found(picture('cover'), [album])).toBeNull();
    expect(found(picture('Sounds'), [{ ...album, origin }])).toBeNull();
    expect(found(picture('Sounds'), [album], now + 25 * hour)).toBeNull();
  });
});

it('files sent to an album belong to it, however old it is', () => {
  const albums = [920, 921].map((oid) => anAlbum(oid, { folder: `folder ${oid}`, origin: { ...origin, at: 0 } }));
  expect(found({ continues: { kind: 'album', folder: 'folder 921' } }, albums)?.oid).toBe(921);
});

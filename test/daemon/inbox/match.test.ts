/** Which album a batch of the inbox goes on with. */
import { describe, expect, it } from '@jest/globals';
import { albumOfPicture, albumToJoin, type Arrival } from '../../../daemon/inbox/match.js';
import type { AlbumOrigin } from '../../../workers/library/types.js';
import { anAlbum, aTrack } from '../../support/records.js';

const hour = 3_600_000;
const now = 100 * hour;
const origin: AlbumOrigin = { kind: 'inbox', source: 'CD', folder_identity: '1:2:3', album_tag: 'Sounds', at: now };
const folder: Arrival = { kind: 'folder', source: 'CD', identity: '1:2:3', tag: 'Sounds' };
const joins = (arrival: Partial<Arrival>, from: Partial<AlbumOrigin>): boolean =>
  albumToJoin({ ...folder, ...arrival }, [anAlbum(920, { origin: { ...origin, ...from } })], now) !== null;

describe('a folder joins the album', () => {
  it.each<[string, Partial<Arrival>, Partial<AlbumOrigin>]>([
    ['of the very same folder, within an hour, whatever the tags say', { tag: 'Other' }, { at: now - hour }],
    ['of the same name and tag within a day', { identity: '9:9:9' }, { at: now - 24 * hour }],
    ['of the same name in other letters', { source: 'cd' }, {}],
    ['of its name with nothing but pictures', { identity: null, tag: undefined }, { at: now - 5 * hour }],
    ['of the same folder where one of both has no tag', { tag: null }, { at: now - 5 * hour }],
  ])('%s', (_, arrival, from) => expect(joins(arrival, from)).toBe(true));

  it.each<[string, Partial<Arrival>, Partial<AlbumOrigin>]>([
    ['after a day', {}, { at: now - 24 * hour - 1 }],
    ['that came in while the clock was days ahead', {}, { at: now + 24 * hour + 1 }],
    ['of another name', { source: 'DVD' }, {}],
    ['of the same name with another tag', { identity: '9:9:9', tag: 'Other' }, {}],
    ['of the same folder with another tag after an hour', { tag: 'Other' }, { at: now - hour - 1 }],
    ['of the same name where both have no tag', { identity: '9:9:9', tag: 'Other' }, { album_tag: null }],
    ['that was uploaded', {}, { kind: 'upload' }],
    ['as a ZIP', { kind: 'zip' }, {}],
  ])('never one %s', (_, arrival, from) => expect(joins(arrival, from)).toBe(false));

  it('that came last, where several fit', () => {
    const albums = [920, 921, 922].map((oid, n) =>
      anAlbum(oid, { origin: { ...origin, at: now - [2, 1, 3][n]! * 1000 } }),
    );
    expect(albumToJoin(folder, albums, now)?.oid).toBe(921);
  });
});

describe('loose files join the album', () => {
  const loose: Partial<Arrival> = { kind: 'loose', source: null, identity: null };
  it.each<[boolean, string, Partial<Arrival>, Partial<AlbumOrigin>]>([
    [true, 'of their tag within an hour', { tag: 'sounds' }, { source: null, at: now - hour }],
    [false, 'of their tag after an hour', { tag: 'Sounds' }, { source: null, at: now - hour - 1 }],
    [false, 'that came in while the clock was ahead', { tag: 'Sounds' }, { source: null, at: now + hour + 1 }],
    [false, 'of a folder', { tag: 'Sounds' }, {}],
    [false, 'without a tag', { tag: null }, { source: null, album_tag: null }],
  ])('%j: %s', (is, _, arrival, from) => expect(joins({ ...loose, ...arrival }, from)).toBe(is));
});

describe('a lone picture is meant for the loose album', () => {
  const album = anAlbum(920, {
    album_title: 'Sounds of the sea',
    origin: { ...origin, source: null },
    tracks: [aTrack(1, { source_path: 'Waves.mp3' })],
  });
  it.each(['sounds of the SEA', 'Sounds', ' waves '])('by its title, tag or a track: %s', (stem) => {
    expect(albumOfPicture(stem, [album], now)?.oid).toBe(920);
  });
  it('and no other', () => {
    expect(albumOfPicture('cover', [album], now)).toBeNull();
    expect(albumOfPicture('Sounds', [{ ...album, origin }], now)).toBeNull();
    expect(albumOfPicture('Sounds', [album], now + 25 * hour)).toBeNull();
  });
});

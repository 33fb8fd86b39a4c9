import { describe, expect, it } from '@jest/globals';
import { emptyLibrary, readLibraryData } from '../../../workers/library/data.js';

const track = { filename: '01 Wait...mp3', sha256: 'a1b2' };
const album = {
  oid: 920,
  folder: 'AC\\DC.. Live',
  cover: 'cover.jpg',
  tracks: [track],
  files: [{ filename: '920_Album.gme' }],
  failures: [],
  pending: null,
};
const read = (albums: unknown[], trash: unknown[] = []): unknown =>
  readLibraryData({ ...emptyLibrary(''), next_track_id: 5, albums, trash });

describe('the names in a library', () => {
  it('are plain', () => {
    expect(() => read([album, { ...album, cover: null }], ['albums/Gone', 'gme/1.gme'])).not.toThrow();
    expect(() => read([{ ...album, pending: { staging: 'import-1', sources: [] } }])).not.toThrow();
  });

  it.each<[string, object]>([
    ['a folder', { folder: '../../etc' }],
    ['a folder', { folder: '..' }],
    ['a folder', { folder: '' }],
    ['a cover', { cover: '/etc/passwd' }],
    ['a cover', { cover: '..' }],
    ['a track', { tracks: [{ ...track, filename: '../../../etc/passwd' }] }],
    ['a track', { tracks: [track, { ...track, filename: 'a\0b' }] }],
    ['a track', { tracks: [{ ...track, filename: 5 }] }],
    ['a track', { tracks: [{}] }],
    ['a hash', { tracks: [{ ...track, sha256: '../../x' }] }],
    ['a file for the pen', { files: [{ filename: '../library.json' }] }],
    ['what is on its way', { pending: { staging: '../albums', sources: [] } }],
  ])('lead nowhere else: %s %j', (_, more) =>
    expect(() => read([album, { ...album, ...more }])).toThrow(/names what does not lie in its folder/),
  );

  it.each(['..', '../x', 'albums/..', 'albums/a/b', '/etc/passwd', 'albums/', 'library.json', 5])(
    'lead nowhere else: trash %j',
    (name) => expect(() => read([], ['gme/1.gme', name])).toThrow(/names what does not lie in its folder/),
  );
});

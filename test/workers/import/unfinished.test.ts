import { expect, it } from '@jest/globals';
import { finalName, isUnfinishedName, unfinishedByName } from '../../../workers/import/inspect/unfinished.js';

it.each([
  ['02.mp3.!qB', '02.mp3'],
  ['02.mp3.bc!', '02.mp3'],
  ['02.mp3.fdmdownload', '02.mp3'],
  ['02.webm.ytdl', '02.webm'],
  ['CD 1/02.mp3.some-loader', 'CD 1/02.mp3'],
  ['01.k9Zt.mp3.part', '01.k9Zt.mp3'],
  ['Unconfirmed 1.crdownload', 'Unconfirmed 1'],
  ['.02.mp3.Xk3fQ9', '.02.mp3'],
])('%s becomes %s', (path, final) => {
  expect(isUnfinishedName(path)).toBe(true);
  expect(finalName(path)).toBe(final);
});

it.each([
  ...['01.mp3', 'a.wav.mp3', '01.mp3.txt', '01.mp3.md5', 'cover.mp3.jpg', 'album.flac.cue', 'songs.mp3.zip'],
  ...['Dr. mp3 and Mr. wav', 'notes.txt', 'party', 'The end.', 'Vol. 1 mp3.edition/01.mp3'],
])('%s is finished', (path) => {
  expect(isUnfinishedName(path)).toBe(false);
  expect(finalName(path)).toBe(path);
});

/** All files are empty. */
const unfinishedAmong = (...paths: string[]): string[] =>
  [...unfinishedByName(paths.map((relativePath) => ({ relativePath, size: 0 })))].map((file) => file.relativePath);

it('an empty file is unfinished beside its part', () => {
  expect(unfinishedAmong('01.mp3', '01.k9Zt.mp3.part', '03.mp3')).toEqual(['01.mp3', '01.k9Zt.mp3.part']);
  expect(unfinishedAmong('01.mp3')).toEqual([]);
});

it('an empty file without an ending is unfinished beside its own part only', () => {
  const files = ['Song', 'Song.k9Zt.part', 'Notes', 'CD/Notes', 'CD/.nomedia', 'CD/01.mp3.part'];
  expect(unfinishedAmong(...files)).toEqual(['Song', 'Song.k9Zt.part', 'CD/01.mp3.part']);
});

it('an empty file is not unfinished beside a folder with a part', () => {
  const files = ['a.mp3', 'a.x/01.mp3.part', 'b.mp3', 'b.x/01.mp3.part', 'b.y.part'];
  expect(unfinishedAmong(...files)).toEqual(['a.x/01.mp3.part', 'b.mp3', 'b.x/01.mp3.part', 'b.y.part']);
});

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

it('a file with an unknown ending is finished beside its own audio file, unless that is empty', () => {
  const sized = (files: Record<string, number>): string[] => {
    const found = Object.entries(files).map(([relativePath, size]) => ({ relativePath, size }));
    return [...unfinishedByName(found)].map(({ relativePath }) => relativePath);
  };
  expect(sized({ '01.mp3': 9, '01.mp3.vtt': 1, 'CD/x.wav': 9, 'CD/x.wav.sfk': 1 })).toEqual([]);
  expect(sized({ '01.mp3': 9, '02.mp3.vtt': 1, 'CD/01.mp3.vtt': 1 })).toEqual(['02.mp3.vtt', 'CD/01.mp3.vtt']);
  expect(sized({ '01.mp3': 0, '01.mp3.loader': 9 })).toEqual(['01.mp3', '01.mp3.loader']);
});

it.each(['part', 'aria2', 'st', 'lftp-pget-status'])(
  'a file with .%s is unfinished beside its audio file',
  (ending) => {
    const files = ['01.mp3', `01.mp3.${ending}`].map((relativePath) => ({ relativePath, size: 9 }));
    expect([...unfinishedByName(files)]).toEqual(files.slice(1));
  },
);

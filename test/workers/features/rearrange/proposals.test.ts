/** Where an album may be cut. */
import { expect, it } from '@jest/globals';
import { cutAfter, proposalsOf } from '../../../../workers/features/rearrange/proposals.js';
import { discsFrom } from '../../../../workers/features/rearrange/discs.js';
import { anAlbum, aTrack } from '../../../support/records.js';

const album = (...tracks: [path: string, disc?: number][]) =>
  anAlbum(920, {
    album_title: 'Reihe',
    tracks: tracks.map(([source_path, disc = 1], n) => aTrack(n + 1, { source_path, disc })),
  });
const tagged = (...tags: (string | undefined)[]) => new Map(tags.map((tag, n) => [n + 1, { album: tag }]));
const shown = (...given: Parameters<typeof proposalsOf>): string[] =>
  proposalsOf(...given).map(
    ({ by, parts }) => `${by}: ${parts.map((part) => `${part.album_title} ${part.tracks.join('+')}`).join(', ')}`,
  );

it('by tags, whatever their order; a disc in a tag is no album, and what has no tag is one by itself', () => {
  const tags = tagged('Wal', 'Ritter (CD 1)', 'Wal', 'Ritter (CD 2)', undefined);
  expect(shown(album(['1'], ['2'], ['3'], ['4'], ['5']), tags)).toEqual(['album: Wal 1+3, Ritter 2+4, Reihe 5']);
});

it('by discs, and by folders where those are others; a disc by its name says whose it is', () => {
  const paths: [string, number][] = [
    ['CD 1/1', 1],
    ['CD 1/2', 1],
    ['CD 2/1', 2],
    ['Bonus/1', 2],
  ];
  expect(shown(album(...paths), tagged())).toEqual([
    'disc: Reihe (CD 1) 1+2, Reihe (CD 2) 3+4',
    'folder: Reihe (CD 1) 1+2, Reihe (CD 2) 3, Bonus 4',
  ]);
  // The same cut is said once.
  expect(shown(album(...paths.slice(0, 3)), tagged())).toEqual(['disc: Reihe (CD 1) 1+2, Reihe (CD 2) 3']);
});

it('by nothing where all are of one album', () => {
  expect(shown(album(['1'], ['2']), tagged('Wal', 'Wal'))).toEqual([]);
  expect(shown(album(['1'], ['2']), tagged())).toEqual([]);
});

it('after tracks that are named, in any order, each once', () => {
  const { parts } = cutAfter(album(['1'], ['2'], ['3'], ['4']), [3, 1, 3]);
  expect(parts.map(({ tracks }) => tracks)).toEqual([[1], [2, 3], [4]]);
  expect(() => cutAfter(album(['1']), [1])).toThrow('an album with one track cannot be split');
  expect(() => cutAfter(album(['1'], ['2']), [2])).toThrow('from 1 to 1, not 2');
});

it('discs go on from where they are put', () => {
  const tracks = [2, 3, 3].map((disc, n) => aTrack(n + 1, { disc }));
  expect([discsFrom(0, tracks), discsFrom(4, tracks)].map((all) => all.map(({ disc }) => disc))).toEqual([
    [1, 2, 2],
    [5, 6, 6],
  ]);
});

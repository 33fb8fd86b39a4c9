/** What a child hears: by the scripts as they stand in the written file. */
import { describe, expect, it } from '@jest/globals';
import { controlCodes, generalTrackButtons, trackCode } from '../../../workers/gme/codes.js';
import type { PlayerMode } from '../../../workers/gme/header.js';
import { assemble, goldenMedia, goldens } from './goldens.js';
import { PaperPen } from '../features/try/virtual-pen/paper-pen.js';

const { next, prev, play, stop } = controlCodes;
const counts = [1, 2, 3, 24, 25, 33, 99];

/** A pen that was tapped on the start field, and what was heard then. */
function started(mode: PlayerMode, tracks: number): { pen: PaperPen; heard: number[] } {
  const album = { productId: 920, language: 'GERMAN', date: '19700101', mode };
  const pen = new PaperPen(assemble(album, goldenMedia(tracks)));
  return { pen, heard: pen.start() };
}
const upTo = (from: number, last: number): number[] => Array.from({ length: last - from + 1 }, (_, n) => from + n);

it.each(goldens)('of the golden file of mode $album.mode the pen hears the same', ({ album }) => {
  const pen = new PaperPen(assemble(album, goldenMedia(3)));
  expect(pen.start()).toEqual(album.mode === 'music' ? [0, 1, 2] : [0]);
});

describe.each(counts)('an album of %i tracks', (tracks) => {
  const last = tracks - 1;

  it('in mode music plays on to its end, from the start field and from each track', () => {
    const { pen, heard } = started('music', tracks);
    expect(heard).toEqual(upTo(0, Math.min(last, 31)));
    for (const i of upTo(0, last)) expect(pen.tap(trackCode(i))).toEqual(upTo(i, last));
  });

  it('in mode tiptoi plays the first track from the start field, and one track a tap', () => {
    const { pen, heard } = started('tiptoi', tracks);
    expect(heard).toEqual([0]);
    for (const i of upTo(0, last)) expect(pen.tap(trackCode(i))).toEqual([i]);
  });

  it.each(['music', 'tiptoi', 'single'] as const)('in mode %s says its title at the start field', (mode) => {
    const album = { productId: 920, language: 'GERMAN', date: '19700101', mode, hasSpokenTitle: true };
    const pen = new PaperPen(assemble(album, goldenMedia(tracks + 1)));
    const heard = { music: upTo(0, Math.min(last, 30)), tiptoi: [0], single: [] }[mode];
    expect(pen.start()).toEqual([tracks, ...heard]);
    expect(pen.tap(trackCode(last))).toEqual([last]);
    expect(pen.tap(trackCode(0))).toEqual(mode === 'music' ? upTo(0, last) : [0]);
  });

  it('in mode single only starts from the start field, and plays one track a tap', () => {
    const { pen, heard } = started('single', tracks);
    expect(heard).toEqual([]);
    for (const i of upTo(0, last)) expect(pen.tap(trackCode(i))).toEqual([i]);
  });

  it.each(['tiptoi', 'single'] as const)('in mode %s goes on by one and back, each time with one track', (mode) => {
    const { pen } = started(mode, tracks);
    expect(pen.tap(trackCode(0))).toEqual([0]);
    for (const i of upTo(1, last)) expect(pen.tap(next)).toEqual([i]);
    if (tracks > 1) expect(pen.tap(next)).toEqual([]);
    expect(pen.tap(play)).toEqual([last]);
    for (const i of upTo(0, last - 1).reverse()) expect(pen.tap(prev)).toEqual([i]);
    if (tracks > 1) expect(pen.tap(prev)).toEqual([]);
    expect([pen.tap(stop), pen.tap(play)]).toEqual([[], [0]]);
  });

  it('in mode single begins with the first track, by play and by next', () => {
    for (const first of [play, next]) {
      const { pen } = started('single', tracks);
      expect([pen.tap(stop), pen.tap(first)]).toEqual([[], [0]]);
      expect(pen.tap(play)).toEqual([0]);
    }
  });

  it.each(['tiptoi', 'single'] as const)('in mode %s answers each of the general buttons with one track', (mode) => {
    const { pen } = started(mode, tracks);
    for (const i of upTo(0, generalTrackButtons - 1)) expect(pen.tap(trackCode(i))).toEqual([Math.min(i, last)]);
  });

  it('in mode single has nothing to go back to before the first tap', () => {
    const { pen } = started('single', tracks);
    expect(pen.tap(prev)).toEqual(tracks === 1 ? [0] : []);
  });
});

/** Albums that say their title, as the virtual pen plays them. Albums without one: written-albums.test.ts. */
import { describe, expect, it } from '@jest/globals';
import { trackCode } from '../../../workers/gme/codes.js';
import { playerModes } from '../../../workers/gme/header.js';
import { assemble, goldenMedia } from './goldens.js';
import { PaperPen } from '../features/try/virtual-pen/paper-pen.js';

const upTo = (from: number, last: number): number[] => Array.from({ length: last - from + 1 }, (_, n) => from + n);

describe.each([1, 2, 3, 24, 25, 33, 99])('an album of %i tracks', (tracks) => {
  const last = tracks - 1;

  it.each(playerModes)('in mode %s says its title at the start field', (mode) => {
    const album = { productId: 920, language: 'GERMAN', date: '19700101', mode, hasSpokenTitle: true };
    const pen = new PaperPen(assemble(album, goldenMedia(tracks + 1)));
    const heard = { music: upTo(0, Math.min(last, 30)), tiptoi: [0], single: [] }[mode];
    expect(pen.start()).toEqual([tracks, ...heard]);
    expect(pen.tap(trackCode(last))).toEqual([last]);
    expect(pen.tap(trackCode(0))).toEqual(mode === 'music' ? upTo(0, last) : [0]);
  });
});

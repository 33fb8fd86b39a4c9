import { expect, it } from '@jest/globals';
import { isLongAway, withDistinctNames } from '../../../daemon/pens/names.js';
import type { PenView } from '../../../http/resources/pens/service.js';

const day = 24 * 3_600_000;
const pen = (id: string, name: string, isOld = false): PenView => ({ id, name, long_away: isOld }) as PenView;
const names = (...pens: PenView[]): string[] => withDistinctNames(pens).map(({ name }) => name);

it('a pen is long away after three months', () => {
  expect([90 * day, 90 * day + 1].map((now) => isLongAway(0, now))).toEqual([false, true]);
});

it('a pen that is long away does not change the name of another', () => {
  expect(names(pen('A', 'tiptoi'), pen('B', 'tiptoi', true))).toEqual(['tiptoi', 'tiptoi (B)']);
  expect(names(pen('B', 'tiptoi', true), pen('C', 'tiptoi', true))).toEqual(['tiptoi (B)', 'tiptoi (C)']);
});

/** Loose files are grouped by album. */
import { expect, it } from '@jest/globals';
import { groupLoose } from '../../../daemon/inbox/loose.js';
import type { Entry } from '../../../daemon/inbox/scan.js';
import { growthOf } from '../../support/linear.js';

const entry = (name: string, special = false): Entry => ({
  key: `loose/${name}`,
  kind: 'loose',
  name,
  files: [{ root: '/inbox', path: `/inbox/${name}`, relativePath: name, size: 1, mtime_ms: 1, special }],
  identity: null,
  anyway: false,
  signature: '1',
  seen: '1',
});

const tags = new Map([
  ['loose/a1.mp3', 'Sea'],
  ['loose/a2.mp3', 'SEA'],
  ['loose/b1.mp3', 'Wood'],
  ['loose/c.mp3', null],
]);

function grouped(names: readonly string[]) {
  const entries = names.map((name) => entry(name, name === 'link.mp3'));
  const { groups, pictures, others, unreadable } = groupLoose(entries, tags);
  const of = (some: readonly Entry[]): string => some.map(({ name }) => name).join(' ');
  return {
    groups: groups.map(({ tag, entries: some }) => `${tag}: ${of(some)}`),
    pictures: of(pictures),
    others: of(others),
    unreadable: of(unreadable),
  };
}

it('are grouped by album tag, ignoring case; a file without a tag is an album', () => {
  expect(grouped(['a1.mp3', 'b1.mp3', 'a2.mp3', 'c.mp3'])).toEqual({
    groups: ['Sea: a1.mp3 a2.mp3', 'Wood: b1.mp3', 'null: c.mp3'],
    pictures: '',
    others: '',
    unreadable: '',
  });
});

it('get the picture with their name, or the only picture', () => {
  expect(grouped(['a1.mp3', 'b1.mp3', 'wood.jpg', 'a1.png', 'x.gif'])).toEqual({
    groups: ['Sea: a1.mp3 a1.png', 'Wood: b1.mp3 wood.jpg'],
    pictures: 'x.gif',
    others: '',
    unreadable: '',
  });
  expect(grouped(['a1.mp3', 'x.gif']).groups).toEqual(['Sea: a1.mp3 x.gif']);
});

it('are in no group if they are links or no audio', () => {
  expect(grouped(['link.mp3', 'notes.txt', 'cover.jpg', 'damaged.mp3'])).toEqual({
    groups: [],
    pictures: 'cover.jpg',
    others: 'link.mp3 notes.txt',
    unreadable: 'damaged.mp3',
  });
});

it('are grouped in linear time', async () => {
  const grouping = (count: number): number => {
    const names = Array.from({ length: count }, (_, n) => [`${n}.mp3`, `x${n}.png`]).flat();
    const entries = names.map((name) => entry(name));
    return groupLoose(entries, new Map(names.map((name) => [`loose/${name}`, null]))).groups.length;
  };
  expect(grouping(10_000)).toBe(10_000);
  expect(await growthOf(grouping, 40_000)).toBe('linear');
});

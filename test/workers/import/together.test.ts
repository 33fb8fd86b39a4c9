/** Tests which files that arrived together are one album: loose files, and discs. */
import { describe, expect, it } from '@jest/globals';
import { groupDiscs, groupLoose, treeOf, type Dropped } from '../../../workers/import/match/together.js';
import { growthOf } from '../../support/linear.js';

const entry = (name: string, special = false): Dropped => ({
  key: `loose/${name}`,
  kind: 'loose',
  name,
  files: [{ root: '/inbox', path: `/inbox/${name}`, relativePath: name, size: 1, mtime_ms: 1, special }],
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
  const of = (some: readonly Dropped[]): string => some.map(({ name }) => name).join(' ');
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

describe('loose files without tags', () => {
  const of = (...names: string[]): string[] => {
    const { groups } = groupLoose(
      names.map((name) => entry(name)),
      new Map(names.map((name) => [`loose/${name}`, null])),
    );
    return groups.map(({ entries }) => entries.map(({ name }) => name.replace('.mp3', '')).join(' + '));
  };

  it.each<[string, string[], string[]]>([
    ['of one numbering', ['01 Der Weg.mp3', '02 Das Tor.mp3', '03 Ende.mp3'], ['01 Der Weg + 02 Das Tor + 03 Ende']],
    ['of one numbering without zeros', ['1 Weg.mp3', '2 Tor.mp3'], ['1 Weg + 2 Tor']],
    ['that count although one is missing', ['1.mp3', '2.mp3', '4.mp3'], ['1 + 2 + 4']],
    ['next to others', ['solo.mp3', '1 Weg.mp3', '2 Tor.mp3'], ['solo', '1 Weg + 2 Tor']],
    [
      'of two numberings',
      ['01 Weg.mp3', '01 Tor.mp3', '02 Weg.mp3', '02 Tor.mp3'],
      ['01 Weg + 02 Weg', '01 Tor + 02 Tor'],
    ],
    ['with the same number', ['01 Weg.mp3', '01 Tor.mp3'], ['01 Weg', '01 Tor']],
    ['with any numbers', ['7 Brüder.mp3', '99 Ballons.mp3'], ['7 Brüder', '99 Ballons']],
    ['that are episodes', ['Folge 1.mp3', 'Folge 2.mp3'], ['Folge 1', 'Folge 2']],
    ['without numbers', ['Weg.mp3', 'Tor.mp3'], ['Weg', 'Tor']],
  ])('%s', (_, names, groups) => expect(of(...names)).toEqual(groups));
});

describe('folders and ZIPs', () => {
  const folder = (name: string): Dropped => ({
    ...{ key: name, name, kind: name.endsWith('.zip') ? 'zip' : 'folder' },
    files: [{ ...entry('01.mp3').files[0]!, relativePath: name.endsWith('.zip') ? name : '01.mp3' }],
  });
  const grouped = (...names: string[]): string[] =>
    groupDiscs(names.map(folder)).map((group) => {
      const { name, files } = treeOf(group);
      return `${name}: ${files.map(({ relativePath }) => relativePath).join(', ')}`;
    });

  it.each<[string, string[], string[]]>([
    ['of one name but for the disc', ['Sea CD1', 'Sea CD2'], ['Sea: Sea CD1/01.mp3, Sea CD2/01.mp3']],
    ['packed', ['Sea (CD 1).zip', 'Sea (CD 2).zip'], ['Sea: Sea (CD 1).zip, Sea (CD 2).zip']],
    ['with the name of the album', ['Sea CD2', 'Sea'], ['Sea: Sea CD2/01.mp3, Sea/01.mp3']],
    ['that are discs and nothing else', ['CD 1', 'CD 2'], [': CD 1/01.mp3, CD 2/01.mp3']],
    ['of two albums', ['Sea CD1', 'Wood CD1'], ['Sea CD1: 01.mp3', 'Wood CD1: 01.mp3']],
    ['of a series', ['Folge 1', 'Folge 2'], ['Folge 1: 01.mp3', 'Folge 2: 01.mp3']],
    ['that may be parts or books', ['Teil 1', 'Teil 2'], ['Teil 1: 01.mp3', 'Teil 2: 01.mp3']],
    ['of one disc twice', ['Sea CD1', 'Sea CD1.zip'], ['Sea CD1: 01.mp3', 'Sea CD1: Sea CD1.zip']],
  ])('%s', (_, names, groups) => expect(grouped(...names)).toEqual(groups));

  it('are grouped in linear time', async () => {
    const grouping = (count: number): number =>
      groupDiscs(Array.from({ length: count }, (_, n) => folder(`Album ${n >> 1} CD${(n % 2) + 1}`))).length;
    expect(grouping(1000)).toBe(500);
    expect(await growthOf(grouping, 20_000)).toBe('linear');
  });
});

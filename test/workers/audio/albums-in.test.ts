/** Which albums are in a tree of folders. */
import { describe, expect, it } from '@jest/globals';
import type { OrderInput } from '../../../workers/audio/album/order.js';
import { albumsIn } from '../../../workers/audio/album/tree/albums-in.js';
import { noTags } from '../../../workers/audio/formats/facts.js';
import { growthOf } from '../../support/linear.js';

type Facts = Partial<OrderInput['facts']>;

/** Two tracks a folder, with the facts given; a path with an ending is one track, or another file. */
function files(tree: Record<string, Facts>) {
  const all = Object.entries(tree).flatMap(([path, facts]) => {
    const paths = /\.\w+$/.test(path) ? [path] : ['01.mp3', '02.mp3'].map((name) => `${path}/${name}`);
    return paths.map((relativePath, at) => ({
      relativePath: relativePath.replace(/^\//, ''),
      facts: { ...noTags, trackText: facts.album === undefined ? undefined : String(at + 1), ...facts },
    }));
  });
  const isTrack = ({ relativePath }: { relativePath: string }): boolean => relativePath.endsWith('.mp3');
  return { tracks: all.filter(isTrack), others: all.filter((file) => !isTrack(file)) };
}

/** `Name: folders of its tracks + other files`. */
function albums(tree: Record<string, Facts>, top = 'Top'): string[] {
  const { tracks, others } = files(tree);
  const turned = albumsIn(top, tracks.toReversed(), others.toReversed());
  const found = albumsIn(top, tracks, others);
  expect(turned.albums.map(({ tracks: all }) => all.length)).toEqual(found.albums.map(({ tracks: all }) => all.length));
  return found.albums.map(({ name, tracks: all, others: more }) => {
    const folders = new Set(
      all.map(({ relativePath }) => relativePath.slice(0, Math.max(0, relativePath.lastIndexOf('/')))),
    );
    const rest = more.map(({ relativePath }) => relativePath);
    return `${name}: ${[...folders].join(', ')}${rest.length > 0 ? ` + ${rest.join(', ')}` : ''}`;
  });
}

it('name an album by the folder around one that names a format', () => {
  expect(albums({ MP3: {} }, 'Lieder vom Hof')).toEqual(['Lieder vom Hof: MP3']);
  expect(albums({ 'Hof/flac': {}, 'Stall/Audio': {} })).toEqual(['Hof: Hof/flac', 'Stall: Stall/Audio']);
  expect(albums({ MP3: {} }, '')).toEqual(['MP3: MP3']);
  const two = ['Geschichten: Oma/Geschichten', 'Musik: Oma/Musik'];
  expect(albums({ 'Oma/Geschichten': {}, 'Oma/Musik': {} })).toEqual(two);
});

const loose = (tree: Record<string, Facts>): [string, string[]][] => {
  const { tracks, others } = files(tree);
  return albumsIn('Top', tracks, others).loose.map((one) => [
    one.file.relativePath,
    one.albums.map(({ name }) => name),
  ]);
};

const tagged = (album: string, facts: Facts = {}): Facts => ({ album, ...facts });

describe('discs by name', () => {
  it.each([
    ['CD 1', 'CD 2'],
    ['Disque 1', 'Disque 2'],
    ['Teil 1', 'Teil 2'],
    ['Seite A', 'Seite B'],
    ['(1)', '(2)'],
    ['1', '2'],
    ['Top (CD 1)', 'Top (CD 2)'],
  ])('%s and %s are discs of the folder around them', (one, two) => {
    expect(albums({ [one]: {}, [two]: {} })).toEqual([`Top: ${one}, ${two}`]);
    expect(albums({ [`Buch/${one}`]: {}, [`Buch/${two}`]: {} })).toEqual([
      one.startsWith('Top') ? `Top: Buch/${one}, Buch/${two}` : `Buch: Buch/${one}, Buch/${two}`,
    ]);
  });

  it.each([
    ['Album (CD 1)', 'Album (CD 2)'],
    ['Album - Disc 1', 'album - disc 2'],
    ['Album CD1', 'Album CD2'],
  ])('%s and %s have their name in common', (one, two) => {
    expect(albums({ [one]: {}, [two]: {}, Anderes: {} })).toEqual([`Album: ${one}, ${two}`, 'Anderes: Anderes']);
  });

  it('take what lies beside them, and the folder of their name', () => {
    expect(albums({ '/': {}, 'CD 2': {} })).toEqual(['Top: , CD 2']);
    expect(albums({ Album: {}, 'Album CD 2': {} })).toEqual(['Album: Album, Album CD 2']);
    expect(albums({ 'Album CD 2': {} })).toEqual(['Album CD 2: Album CD 2']);
  });

  it('may have sides, and a folder around what is on them', () => {
    expect(albums({ 'CD 1/Seite A': {}, 'CD 1/Seite B': {}, 'CD 2/Musik': {} })).toEqual([
      'Top: CD 1/Seite A, CD 1/Seite B, CD 2/Musik',
    ]);
  });

  it('belong together though their tags differ, where the name alone says it', () => {
    const { tracks } = files({ 'CD 1': tagged('Eins'), 'CD 2': tagged('Zwei') });
    expect(albumsIn('Top', tracks, []).albums).toMatchObject([{ name: 'Top', isMixed: true }]);
  });

  it('are none where the name may mean a book, and tags say that it does', () => {
    for (const [one, two] of [
      ['Teil 1', 'Teil 2'],
      ['1', '2'],
      ['CD 1 - Feuer', 'CD 2 - Wasser'],
      ['Album CD 1', 'Album CD 2'],
    ] as const) {
      expect(albums({ [one]: tagged('Eins'), [two]: tagged('Zwei') })).toEqual([`${one}: ${one}`, `${two}: ${two}`]);
      expect(albums({ [one]: tagged('Eins'), [two]: tagged('Eins') })).toHaveLength(1);
      expect(albums({ [one]: tagged('Eins CD 1'), [two]: tagged('Eins CD 2') })).toHaveLength(1);
    }
  });

  it('leave a stray with the tag of another album to itself', () => {
    expect(albums({ 'x.mp3': tagged('Anderes'), 'CD 1': tagged('Buch'), 'CD 2': tagged('Buch') })).toEqual([
      'Top: ',
      'Top: CD 1, CD 2',
    ]);
    expect(albums({ 'x.mp3': tagged('Buch'), 'CD 1': tagged('Buch') })).toEqual(['Top: , CD 1']);
  });

  it('without anything around them are called as they are, or not at all', () => {
    expect(albums({ 'CD 2': {} }, '')).toEqual(['CD 2: CD 2']);
    expect(albums({ 'CD 1': {}, 'CD 2': {} }, '')).toEqual([': CD 1, CD 2']);
  });
});

describe('albums', () => {
  it('are folders with sound of their own, however deep', () => {
    expect(albums({ 'A/Eins': {}, 'A/Zwei/CD 1': {}, 'A/Zwei/CD 2': {}, 'B/Drei/x/Vier': {} })).toEqual([
      'Eins: A/Eins',
      'Zwei: A/Zwei/CD 1, A/Zwei/CD 2',
      'Vier: B/Drei/x/Vier',
    ]);
    expect(albums({ Eins: {} })).toEqual(['Eins: Eins']);
    expect(albums({ '/': {} })).toEqual(['Top: ']);
    expect(albums({})).toEqual([]);
  });

  it.each(['Folge', 'Band', 'Vol.', 'Episode'])('of a series called %s are several', (word) => {
    for (const album of [undefined, 'Reihe'])
      expect(albums({ [`${word} 2`]: { album }, [`${word} 10`]: { album }, [`${word} 1`]: { album } })).toEqual(
        [1, 2, 10].map((n) => `${word} ${n}: ${word} ${n}`),
      );
  });

  it('come in the order that a person reads them in, the top first', () => {
    expect(albums({ 'Nr. 10': {}, 'Nr. 9': {}, 'x.mp3': {} })).toEqual(['Top: ', 'Nr. 9: Nr. 9', 'Nr. 10: Nr. 10']);
  });
});

describe('tags', () => {
  it('join what lies side by side: one title, and discs that differ', () => {
    const disc = (number: number): Facts => tagged('Buch', { disc: number });
    expect(albums({ Anfang: disc(1), Ende: disc(2), Anderes: tagged('Anderes', { disc: 3 }) })).toEqual([
      'Anderes: Anderes',
      'Anfang: Anfang, Ende',
    ]);
    expect(albums({ 'Folge 12': disc(12), 'Folge 13': disc(13) })).toEqual(['Folge 12: Folge 12, Folge 13']);
    expect(albums({ Links: tagged('Buch (CD 1)'), Rechts: tagged('Buch (CD 2)') })).toHaveLength(1);
  });

  it.each([
    ['the same disc', { disc: 1 }, { disc: 1 }],
    ['no disc', {}, {}],
    ['a disc on one side only', { disc: 1 }, {}],
  ])('join nothing that says %s', (_, one, two) => {
    expect(albums({ Anfang: tagged('Buch', one), Ende: tagged('Buch', two) })).toHaveLength(2);
  });

  it('join nothing that lies elsewhere', () => {
    expect(albums({ 'A/x': tagged('Best of', { disc: 1 }), 'B/y': tagged('Best of', { disc: 2 }) })).toHaveLength(2);
  });

  it('join what goes on in a folder of its own', () => {
    expect(albums({ '/': tagged('Buch'), Bonus: tagged('Buch', { disc: 2 }) })).toEqual(['Top: , Bonus']);
    const third = tagged('Buch', { trackText: '3' });
    expect(albums({ '/': tagged('Buch'), 'Bonus/3.mp3': third, Mehr: tagged('Anderes') })).toEqual([
      'Top: , Bonus',
      'Mehr: Mehr',
    ]);
    expect(albums({ '/': tagged('Buch'), Bonus: tagged('Buch') })).toEqual(['Top: ', 'Bonus: Bonus']);
    expect(albums({ '/': {}, Bonus: {} })).toEqual(['Top: ', 'Bonus: Bonus']);
  });

  it('have a stray join its album', () => {
    expect(albums({ 'x.mp3': tagged('Eins', { trackText: '3' }), Eins: tagged('Eins'), Zwei: tagged('Zwei') })).toEqual(
      ['Top: , Eins', 'Zwei: Zwei'],
    );
    expect(albums({ 'x.mp3': {}, Eins: {}, Zwei: {} })).toEqual(['Top: ', 'Eins: Eins', 'Zwei: Zwei']);
  });

  it('of many albums in one folder are a compilation', () => {
    const mixed = Object.fromEntries(['A', 'B', 'C'].map((album) => [`Fest/${album}.mp3`, tagged(album)]));
    expect(albums(mixed)).toEqual(['Fest: Fest']);
    expect(albumsIn('', files(mixed).tracks, []).albums).toMatchObject([{ isMixed: false }]);
  });
});

describe('what else is there', () => {
  it('belongs to the album whose folder it is in, or whose disc, or that is all there is', () => {
    expect(
      albums({ 'A/CD 1': {}, 'A/CD 2': {}, 'A/cover.jpg': {}, 'A/CD 1/back.png': {}, 'A/Scans/1/a.tif': {} }),
    ).toEqual(['A: A/CD 1, A/CD 2 + A/cover.jpg, A/CD 1/back.png, A/Scans/1/a.tif']);
    expect(albums({ A: {}, 'cover.jpg': {}, 'Texte/a.pdf': {} })).toEqual(['A: A + cover.jpg, Texte/a.pdf']);
  });

  it('belongs to the album of its name', () => {
    expect(albums({ Eins: {}, Zwei: tagged('Das zweite'), 'eins.jpg': {}, 'Das zweite.png': {} })).toEqual([
      'Eins: Eins + eins.jpg',
      'Zwei: Zwei + Das zweite.png',
    ]);
  });

  it('is loose beside several', () => {
    expect(loose({ 'A/Eins': {}, 'A/Zwei': {}, B: {}, 'A/cover.jpg': {}, 'list.m3u': {} })).toEqual([
      ['A/cover.jpg', ['Eins', 'Zwei']],
      ['list.m3u', ['Eins', 'Zwei', 'B']],
    ]);
    expect(loose({ 'a.txt': {} })).toEqual([['a.txt', []]]);
  });
});

it('takes thousands of tracks in folders of any name, in time that grows as their number', async () => {
  const sort = (count: number): number => {
    const tree: Record<string, Facts> = {};
    for (let n = 0; n < count; n++) tree[`Reihe ${n % 50}/CD ${n % 400}/${n} - x`] = tagged(`Album ${n % 50}`);
    for (let n = 0; n < count; n++) tree[`${n}.jpg`] = {};
    const { tracks, others } = files(tree);
    return albumsIn('', tracks, others).albums.flatMap((album) => album.tracks).length;
  };
  expect(sort(2500)).toBe(5000);
  expect(await growthOf(sort, 2500)).toBe('linear');
});

it('folders whose names have composed and decomposed letters are one album', () => {
  const found = albums({ 'M\u00fcsli/CD 1': {}, 'Mu\u0308sli/CD 2': {}, 'Mu\u0308sli/lies.txt': {} }, '');
  expect(found).toEqual(['M\u00fcsli: M\u00fcsli/CD 1, Mu\u0308sli/CD 2 + Mu\u0308sli/lies.txt']);
});

/** Folders as people have them, and the albums that each of them is, whichever way it comes in. */
import type { Id3Tags, Mp3Options } from '../fixtures/mp3.js';
import { png } from '../fixtures/picture.js';

export interface Shape {
  what: string;
  /** What the folder or the ZIP is called. */
  name: string;
  files: Record<string, Mp3Options | Buffer>;
  /** `Title: disc/track, disc/track`, by the titles of the tracks, and `+` where it has a cover. */
  albums: string[];
}

let sounds = 0;
/** Sound that nothing else has. */
const sound = (tags: Id3Tags = {}): Mp3Options => ({ frames: 12, offset: (sounds += 3), tags });

/** Tracks 01, 02 … in each of the folders. */
const folders = (tags: Record<string, Id3Tags | null>, number = 2): Shape['files'] =>
  Object.fromEntries(
    Object.entries(tags).flatMap(([folder, own]) =>
      Array.from({ length: number }, (_, n) => [
        `${folder}${folder === '' ? '' : '/'}0${n + 1}.mp3`,
        sound(own === null ? {} : { TRCK: String(n + 1), TIT2: `${folder} ${n + 1}`, ...own }),
      ]),
    ),
  );

const picture = (): Buffer => png(4 + (sounds += 3), 4, [200, 10, 10]);
const discs = ['1/01', '1/02', '2/01', '2/02'].join(', ');
const flat = '1/01, 1/02';

const twelve = Array.from({ length: 12 }, (_, n) => `Folge ${String(n + 1).padStart(2, '0')}`);
const many = Array.from({ length: 300 }, (_, n) => String(n + 1).padStart(3, '0'));
/** More than 99 do not fit into one album. */
const pieces = many.length / 75;
const piece = (at: number): string => {
  const numbers = many.slice(at * 75, (at + 1) * 75);
  return `Alles (${at + 1}/${pieces}): ${numbers.map((number) => `1/${number}`).join(', ')}`;
};

export const shapes: readonly Shape[] = [
  {
    what: 'discs without tags',
    name: 'Mein Buch',
    files: folders({ 'CD 1': null, 'CD 2': null }),
    albums: [`Mein Buch: ${discs}`],
  },
  {
    what: 'discs in other words, with sides, a cover and a booklet',
    name: 'Le livre',
    files: {
      ...folders({ 'Disque 1/Face A': null, 'Disque 1/Face B': null, 'Disque 2/Face A': null }, 1),
      'cover.png': picture(),
      'Livret/texte.pdf': Buffer.from('%PDF'),
    },
    albums: ['Le livre+: 1/01, 2/01, 3/01'],
  },
  {
    what: 'discs that are mere numbers',
    name: 'Zahlen',
    files: folders({ '(2)': null, '(10)': null, '(1)': null }, 1),
    albums: ['Zahlen: 1/01, 2/01, 10/01'],
  },
  {
    what: 'discs side by side that share a name, beside another album',
    name: 'Kiste',
    files: folders({ 'Die Reise (CD 1)': null, 'Die Reise (CD 2)': null, Anderes: null }),
    albums: [`Anderes: ${flat}`, `Die Reise: ${discs}`],
  },
  {
    what: 'discs by their tags alone',
    name: 'Zwei Hälften',
    files: folders({ Anfang: { TALB: 'Das Ganze', TPOS: '1/2' }, Ende: { TALB: 'Das Ganze', TPOS: '2/2' } }),
    albums: ['Das Ganze: 1/Anfang 1, 1/Anfang 2, 2/Ende 1, 2/Ende 2'],
  },
  {
    what: 'numbers that are books, as the tags say',
    name: 'Bücher',
    files: folders({ '1': { TALB: 'Feuer' }, '2': { TALB: 'Wasser' } }),
    albums: ['Feuer: 1/1 1, 1/1 2', 'Wasser: 1/2 1, 1/2 2'],
  },
  {
    what: 'twelve tagged albums of a series, and a cover in each',
    name: 'Die Reihe',
    files: {
      ...folders(Object.fromEntries(twelve.map((one) => [one, { TALB: `Abenteuer, ${one}` }]))),
      ...Object.fromEntries(twelve.map((one) => [`${one}/folder.png`, picture()])),
    },
    albums: twelve.map((one) => `Abenteuer, ${one}+: 1/${one} 1, 1/${one} 2`),
  },
  {
    what: 'a series of which all tags name the series',
    name: 'Serie',
    files: folders({ 'Band 3': { TALB: 'Serie' }, 'Band 12': { TALB: 'Serie' } }),
    albums: ['Serie: 1/Band 3 1, 1/Band 3 2', 'Serie: 1/Band 12 1, 1/Band 12 2'],
  },
  {
    what: 'albums without tags, deep in folders',
    name: 'Musik',
    files: folders({ 'Ada/Eins': null, 'Ada/Zwei/CD 1': null, 'Ada/Zwei/CD 2': null, 'Bo/x/y/Drei': null }),
    albums: [`Eins: ${flat}`, `Zwei: ${discs}`, `Drei: ${flat}`],
  },
  {
    what: 'a stray file beside albums, and a picture for all',
    name: 'Durcheinander',
    files: { 'stray.mp3': sound(), ...folders({ A: null, B: null }, 1), 'B/cover.png': picture() },
    albums: ['Durcheinander: 1/stray', 'A: 1/01', 'B+: 1/01'],
  },
  {
    what: 'a stray file that belongs to an album by its tags',
    name: 'Verirrt',
    files: {
      '03.mp3': sound({ TALB: 'Eins', TRCK: '3', TIT2: 'drei' }),
      ...folders({ Eins: { TALB: 'Eins' }, Zwei: { TALB: 'Zwei' } }),
    },
    albums: ['Eins: 1/Eins 1, 1/Eins 2, 1/drei', 'Zwei: 1/Zwei 1, 1/Zwei 2'],
  },
  {
    what: 'a compilation: one folder, many tags',
    name: 'Fest',
    files: {
      'a.mp3': sound({ TALB: 'Hits', TIT2: 'Eins', TRCK: '1' }),
      'b.mp3': sound({ TALB: 'Hits', TIT2: 'Zwei', TRCK: '2' }),
      'c.mp3': sound({ TALB: 'Anderes', TIT2: 'Drei', TRCK: '3' }),
    },
    albums: ['Hits: 1/Eins, 1/Zwei, 1/Drei'],
  },
  {
    what: 'no tags at all',
    name: 'Grüße & Töne 🎵',
    files: folders({ '': null }),
    albums: [`Grüße & Töne 🎵: ${flat}`],
  },
  { what: 'one file', name: 'Einzeln', files: { 'Das Lied.mp3': sound() }, albums: ['Einzeln: 1/Das Lied'] },
  {
    what: 'three hundred loose files',
    name: 'Alles',
    files: Object.fromEntries(many.map((number) => [`${number}.mp3`, sound()])),
    albums: Array.from({ length: pieces }, (_, at) => piece(at)),
  },
  {
    what: 'files that cannot be read, in one album and instead of another',
    name: 'Kaputt',
    files: { ...folders({ Heil: null }, 1), 'Heil/02.mp3': Buffer.from('noise'), 'Hin/01.mp3': Buffer.from('noise 2') },
    albums: ['Heil: 1/01'],
  },
];

import { describe, expect, it } from '@jest/globals';
import { noTags } from '../../../workers/audio/formats/facts.js';
import { commonTitle, orderAlbum, type OrderInput, splitAlbum } from '../../../workers/audio/album/order.js';

type Facts = Partial<OrderInput['facts']>;

const file = (relativePath: string, facts: Facts = {}): OrderInput => ({
  relativePath,
  facts: { ...noTags, ...facts },
});
const paths = (files: OrderInput[]): string[] => orderAlbum(files).tracks.map(({ relativePath }) => relativePath);
const titles = (...names: string[]): string[] =>
  orderAlbum(names.map((name) => file(name))).tracks.map(({ track_title }) => track_title);

/** The same files in some other order. */
function shuffled<Value>(values: readonly Value[], seed: number): Value[] {
  const pool = [...values];
  const mixed: Value[] = [];
  let state = seed;
  while (pool.length > 0) {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    mixed.push(...pool.splice(state % pool.length, 1));
  }
  return mixed;
}

/** Adds 1 and 2 to each name. */
const twice = (names: string): string => names.replace(/[^|]+/g, '$& 1|$& 2');

describe('order of tracks', () => {
  it('follows complete tags, whatever the names say', () => {
    expect(
      paths([
        file('c.mp3', { trackText: '1/3' }),
        file('a.mp3', { trackText: '3/3' }),
        file('01 b.mp3', { trackText: '02' }),
      ]),
    ).toEqual(['c.mp3', '01 b.mp3', 'a.mp3']);
  });

  it('counts tracks over the whole album, discs 1, 2, 10', () => {
    const album = orderAlbum(
      ['10', '2', '1'].flatMap((disc) =>
        ['2', '1'].map((track) => file(`${disc}-${track}.mp3`, { disc: Number(disc), trackText: track })),
      ),
    );
    expect(album.tracks.map(({ disc, track_number, relativePath }) => [disc, track_number, relativePath])).toEqual([
      [1, 1, '1-1.mp3'],
      [1, 2, '1-2.mp3'],
      [2, 3, '2-1.mp3'],
      [2, 4, '2-2.mp3'],
      [10, 5, '10-1.mp3'],
      [10, 6, '10-2.mp3'],
    ]);
  });

  it('puts the sides of a record in order', () => {
    expect(
      paths([
        file('w.mp3', { trackText: 'B2' }),
        file('x.mp3', { trackText: 'A10' }),
        file('y.mp3', { trackText: 'B1' }),
        file('z.mp3', { trackText: 'A2' }),
      ]),
    ).toEqual(['z.mp3', 'x.mp3', 'y.mp3', 'w.mp3']);
    expect(paths([file('q.mp3', { trackText: 'B' }), file('r.mp3', { trackText: 'A' })])).toEqual(['r.mp3', 'q.mp3']);
    expect(titles('B1 Eins.mp3', 'A2 Zwei.mp3', 'A1 Drei.mp3')).toEqual(['Drei', 'Zwei', 'Eins']);
  });

  it('takes disc and track from a tag that holds both', () => {
    expect(
      paths([
        file('a.mp3', { trackText: '2-01' }),
        file('b.mp3', { trackText: '1-02' }),
        file('c.mp3', { trackText: '1-01' }),
      ]),
    ).toEqual(['c.mp3', 'b.mp3', 'a.mp3']);
  });

  it.each([
    ['missing', undefined, undefined, undefined],
    ['the same', '1', '1', '1'],
    ['zero', '0', '0', '0'],
    ['words', 'one', 'two', '-'],
    ['partly missing', '1', undefined, '2'],
    ['twice', '2', '2', '1'],
  ])('falls back on the names where tags are %s', (_, a, b, c) => {
    expect(
      paths([file('10 c.mp3', { trackText: c }), file('2 b.mp3', { trackText: b }), file('1 a.mp3', { trackText: a })]),
    ).toEqual(['1 a.mp3', '2 b.mp3', '10 c.mp3']);
  });

  it('keeps what tags there are where names have no numbers', () => {
    expect(
      paths([file('d.mp3'), file('c.mp3', { trackText: '1' }), file('b.mp3'), file('a.mp3', { trackText: '2' })]),
    ).toEqual(['c.mp3', 'a.mp3', 'b.mp3', 'd.mp3']);
  });

  it('falls back on natural order', () => {
    expect(paths([file('Kapitel 10.mp3'), file('Kapitel 9.mp3'), file('Ähre.mp3'), file('Zebra.mp3')])).toEqual([
      'Ähre.mp3',
      'Kapitel 9.mp3',
      'Kapitel 10.mp3',
      'Zebra.mp3',
    ]);
  });

  it.each([
    ['Roman numerals', 'Teil I|Teil II|Teil III|Teil IV|Teil V|Teil VI|Teil VIII|Teil IX|Teil X|Teil XIV|Teil XX'],
    ['Roman numerals with titles', 'Kapitel V - Am Meer|Kapitel IX - Die Fahrt|Kapitel X - Angekommen'],
    ['Roman numerals after a dot', 'Vol. III|Vol. IV|Vol. IX|Vol. XI'],
    ['Roman numerals alone', 'I|IV|V|VI|IX|X'],
    ['Roman numerals before titles', 'IV Am Fluss|V Im Wald|VI Zu Haus|IX Am Ende'],
    ['Roman numerals after a name', 'Karl V Teil I|Karl V Teil V|Karl V Teil IX|Rocky IV|Rocky V|Rocky IX|Rocky X'],
    ['small Roman numerals', 'teil iv|teil v|teil ix|teil x'],
    ['sides', 'Seite A|Seite B'],
    ['sides in words', 'Side One|Side Two|Side Three|Side Four'],
    ['German ordinals', 'Erste Nacht|Zweite Nacht|Dritte Nacht|Vierte Nacht|Fünfte Nacht|Nachwort'],
    ['German ordinals after an article', 'Das erste Kapitel|Das zweite Kapitel|Das dritte Kapitel|Das zehnte Kapitel'],
    ['German ordinals with two files each', twice('Erste Nacht, Teil|Zweite Nacht, Teil|Dritte Nacht, Teil')],
    ['Roman numerals with two files each', twice('I - Szene|II - Szene|III - Szene|IV - Szene|IX - Szene')],
    ['acts and scenes', 'Akt I Szene V|Akt I Szene VI|Akt I Szene IX|Akt II Szene I|Akt V Szene I|Akt IX Szene I'],
    ['a numeral among digits', 'Teil 1|Teil 2|Teil Drei|Teil 4'],
    ['German words', 'Kapitel Eins|Kapitel 2|Kapitel Zehn|Kapitel Elf|Kapitel Zwölf|Kapitel Einundzwanzig'],
    ['English ordinals', 'First Day|Second Day|Third Day|Fourth Day'],
    ['English words', 'Chapter Two|Chapter Eleven|Chapter Twenty One|Chapter Twenty-Two'],
    ['French ordinals', 'Première partie|Deuxième partie|Troisième partie|Quatrième partie'],
    ['French words', 'Chapitre deux|Chapitre trois|Chapitre vingt et un|Chapitre vingt-deux'],
    ['Dutch ordinals', 'Eerste dag|Tweede dag|Derde dag|Vierde dag'],
    ['German dates', '29.12.2021 Brief|3.1.2022 Brief|11.02.2022 Brief'],
    ['dates of two digits', '29.12.21 Brief|03.01.22 Brief|11.02.22 Brief'],
    ['dates without a year', '1.12. Kalender|6.12. Nikolaus|24.12. Heiligabend'],
    ['dates with months in words', '29. Dezember 2021|3. Januar 2022|11. März 2022'],
    ['French dates', '29 décembre 2021|3 janvier 2022|1er août 2022'],
    ['American dates', '12-29-2021 Letter|01-03-2022 Letter|02-11-2022 Letter'],
    ['English dates', 'December 29, 2021|January 3rd, 2022'],
    ['ISO dates', '2021-12-29 Brief|2022-01-03 Brief|2022-02-11 Brief'],
    ['dates after a name', 'Brief vom 29.12.2021|Brief vom 03.01.2022|Brief vom 11.02.2022'],
    ['counts', 'Teil 1 von 10|Teil 2 von 10|Teil 10 von 10'],
  ])('reads %s in names, and keeps the titles', (_, names) => {
    const expected = names.split('|');
    for (const seed of [1, 2, 3])
      expect(titles(...shuffled(expected, seed).map((name) => `${name}.mp3`))).toEqual(expected);
  });

  it.each([
    ['English words', 'I am a bear|I can fly|Vivid Dreams|X marks the spot'],
    ['chapters of discs', '1.1.01 Anfang|1.1.02 Weiter|1.2.01 Mitte|2.1.01 Ende'],
    ['sections', '1.2.8 a|1.2.9 b|1.2.10 c|1.2.11 d|1.3.1 e|13.1.10 f|13.1.11 g'],
    ['sections of two digits', '01.01.01 a|01.01.02 b|01.02.01 c|02.01.01 d'],
    ['sections after a word', 'Kapitel 1.2.9|Kapitel 1.2.10|Kapitel 1.3.1|Kapitel 13.1.10'],
    ['capitals that are no numerals', 'C.|Civil|Mix|XL'],
    [
      'single songs that begin with a number',
      'Amazing Grace|One Love|Three Little Birds|Two Hearts|Umbrella|Yellow|Zoo',
    ],
    ['a single song with a part', 'Apfel|Mond|Zweiter Teil'],
    ['a single song with an act', 'Apples|Bananas|Cherries|Second Act'],
    ['letters', 'Teil A|Teil B|Teil C|Teil D|Teil E|Teil F|Teil G|Teil H|Teil I|Teil J'],
    ['songs with equal numbers', 'Apfel|One Heart|One Love|Three Birds|Two Hearts'],
    ['names with a king', 'Adel|Karl IX|Karl VIII|Ludwig XIV|Otto III'],
  ])('leaves %s in the order of the alphabet', (_, names) => {
    const expected = names.split('|');
    expect(titles(...shuffled(expected, 2).map((name) => `${name}.mp3`))).toEqual(expected);
  });

  it.each([
    ['a letter', '01 - A|01a - B|02 - C|03 - D'],
    ['letters', '01 A|02a B|02b C|02c D|03 E'],
    ['a second part', '01 Vorwort|02.1 Kapitel|02.2 Kapitel|03 Kapitel|04 Kapitel'],
    ['a second part after a point', '1. Vorwort|2.1 Kapitel|2.2 Kapitel|3. Kapitel|4. Kapitel'],
    ['two numbers', '01 A|02+03 B|04 C|05 D'],
  ])('keeps a few numbers with %s beside the others', (_, names) => {
    const expected = names.split('|').map((name) => `${name}.mp3`);
    expect(paths(shuffled(expected, 3).map((name) => file(name)))).toEqual(expected);
  });

  it.each(['01. A|02. B|03. C|7 Tage lang', '01 - A|02 - B|10 - C|2nd Song'])(
    'keeps a title that begins with a digit last: %s',
    (names) => {
      const expected = names.split('|').map((name) => `${name}.mp3`);
      expect(paths(shuffled(expected, 3).map((name) => file(name)))).toEqual(expected);
    },
  );

  it('keeps a track without a tag where its number is, if the other tags have the order of the names', () => {
    const tagged = (name: string, trackText?: string): OrderInput =>
      file(`${name}.mp3`, trackText === undefined ? {} : { trackText });
    const files = [tagged('01 A', '1'), tagged('02 B', '2'), tagged('02b C'), tagged('03 D', '3')];
    expect(paths(shuffled(files, 3))).toEqual(files.map(({ relativePath }) => relativePath));
    const others = [tagged('Zebra', '1'), tagged('Ahorn', '2'), tagged('Linde', '3'), tagged('Birke')];
    expect(paths(shuffled(others, 3))).toEqual(others.map(({ relativePath }) => relativePath));
    const few = [tagged('Birke', '1'), tagged('Linde', '2'), tagged('Eiche')];
    expect(paths(shuffled(few, 3))).toEqual(few.map(({ relativePath }) => relativePath));
  });

  it('has no disc from a date, and discs from pairs of numbers', () => {
    const discs = (...names: string[]): string[] =>
      orderAlbum(names.map((name) => file(name))).tracks.map(({ disc, track_title }) => `${disc} ${track_title}`);
    expect(discs('29.12.2021 Brief.mp3', '03.01.2022 Brief.mp3')).toEqual(['1 29.12.2021 Brief', '1 03.01.2022 Brief']);
    expect(discs('1.02. Zwei.mp3', '1.01. Eins.mp3', '2.01. Drei.mp3')).toEqual(['1 Eins', '1 Zwei', '2 Drei']);
    expect(discs('01-02 Zwei.mp3', '01-01 Eins.mp3', '02-01 Drei.mp3')).toEqual(['1 Eins', '1 Zwei', '2 Drei']);
    expect(discs('01-02-Aladin.mp3', '01-01-1001 Nacht.mp3')).toEqual(['1 1001 Nacht', '1 Aladin']);
    expect(discs('01 02 2000 Meilen.mp3', '01 01 Wind.mp3', '02 01 1999.mp3')).toEqual([
      '1 01 Wind',
      '1 02 2000 Meilen',
      '1 01 1999',
    ]);
    expect(discs('03 Dezember 2019.mp3', '01 Januar 2020.mp3', '02 Februar 2020.mp3')).toEqual([
      '1 Januar 2020',
      '1 Februar 2020',
      '1 Dezember 2019',
    ]);
  });

  it('takes 0 for a number where the tracks count from it', () => {
    expect(
      paths([file('a.mp3', { trackText: '2' }), file('b.mp3', { trackText: '0' }), file('c.mp3', { trackText: '1' })]),
    ).toEqual(['b.mp3', 'c.mp3', 'a.mp3']);
    expect(
      paths([file('a.mp3', { trackText: '2' }), file('b.mp3', { trackText: '0' }), file('c.mp3', { trackText: '3' })]),
    ).toEqual(['a.mp3', 'c.mp3', 'b.mp3']);
  });

  it('reads discs from folders, tags first', () => {
    const album = orderAlbum([
      file('CD 10/01 x.mp3'),
      file('CD 2/01 y.mp3'),
      file('CD 1/02 z.mp3'),
      file('CD 1/01 w.mp3'),
    ]);
    expect(album.tracks.map(({ disc, track_title }) => `${disc} ${track_title}`)).toEqual([
      '1 w',
      '1 z',
      '2 y',
      '10 x',
    ]);
    expect(
      orderAlbum([file('CD 2/a.mp3', { disc: 1 }), file('CD 1/b.mp3', { disc: 2 })]).tracks.map(
        ({ relativePath }) => relativePath,
      ),
    ).toEqual(['CD 2/a.mp3', 'CD 1/b.mp3']);
  });

  it('does not believe tags that call every folder disc 1', () => {
    expect(
      paths([
        file('CD 2/01.mp3', { disc: 1, trackText: '1' }),
        file('CD 1/01.mp3', { disc: 1, trackText: '1' }),
        file('CD 1/02.mp3', { disc: 1, trackText: '2' }),
      ]),
    ).toEqual(['CD 1/01.mp3', 'CD 1/02.mp3', 'CD 2/01.mp3']);
  });

  it('takes other folders as discs in natural order, and the outer folder as the first', () => {
    const discs = (...names: string[]): string[] =>
      orderAlbum(names.map((name) => file(name))).tracks.map(({ disc, relativePath }) => `${disc}:${relativePath}`);
    expect(discs('Seite B/1.mp3', 'Seite A/1.mp3')).toEqual(['1:Seite A/1.mp3', '2:Seite B/1.mp3']);
    expect(discs('Bonus/1.mp3', 'CD 2/1.mp3', '1.mp3')).toEqual(['1:1.mp3', '2:CD 2/1.mp3', '3:Bonus/1.mp3']);
    expect(discs('x/1.mp3', 'x/2.mp3')).toEqual(['1:x/1.mp3', '1:x/2.mp3']);
    expect(discs('Album CD 2/1.mp3', 'Album/1.mp3')).toEqual(['1:Album/1.mp3', '2:Album CD 2/1.mp3']);
    expect(discs('12/CD 2/1.mp3', '12/CD 1/1.mp3')).toEqual(['1:12/CD 1/1.mp3', '2:12/CD 2/1.mp3']);
    const sides = ['CD 1/Seite B', 'CD 2/Seite A', 'CD 1/Seite A', 'CD 10/Seite A'].map((name) => `${name}/1.mp3`);
    expect(discs(...sides)).toEqual([
      '1:CD 1/Seite A/1.mp3',
      '2:CD 1/Seite B/1.mp3',
      '3:CD 2/Seite A/1.mp3',
      '4:CD 10/Seite A/1.mp3',
    ]);
  });

  it('takes folders for no discs where tags count the tracks of all', () => {
    const album = orderAlbum([
      file('3.mp3', { trackText: '3' }),
      file('x/1.mp3', { trackText: '1' }),
      file('y/2.mp3', { trackText: '2/3' }),
    ]);
    expect(album.tracks.map(({ disc, relativePath }) => `${disc}:${relativePath}`)).toEqual([
      '1:x/1.mp3',
      '1:y/2.mp3',
      '1:3.mp3',
    ]);
  });

  it('keeps that of the names for a mix of many albums', () => {
    const mix = [
      file('1 Wind.mp3', { album: 'Wind', trackText: '8/15', disc: 2 }),
      file('2 Regen.mp3', { album: 'Regen', trackText: '2/15', disc: 1 }),
      file('3 Sonne.mp3', { album: 'Sonne', trackText: '14/15' }),
      file('10 Schnee.mp3', { album: 'Wind', trackText: '1/15', disc: 2 }),
    ];
    expect(paths(mix)).toEqual(['1 Wind.mp3', '2 Regen.mp3', '3 Sonne.mp3', '10 Schnee.mp3']);
    expect(orderAlbum(mix).tracks.map(({ disc }) => disc)).toEqual([1, 1, 1, 1]);
    expect(
      paths([
        file('Wind.mp3', { album: 'Wind', trackText: '1' }),
        file('Regen.mp3', { album: 'Regen', trackText: '3' }),
        file('Sonne.mp3', { album: 'Sonne', trackText: '2' }),
      ]),
    ).toEqual(['Regen.mp3', 'Sonne.mp3', 'Wind.mp3']);
  });

  it('keeps that of the tags where one of them is misspelt', () => {
    const files = ['c', 'b', 'a'].map((name, at) => file(`${name}.mp3`, { album: 'Töne', trackText: `${at + 1}` }));
    expect(paths([...files, file('Z.mp3', { album: 'Toene', trackText: '4' })])).toEqual([
      'c.mp3',
      'b.mp3',
      'a.mp3',
      'Z.mp3',
    ]);
    for (const texts of ['123467', '012345']) {
      const six = [...'ZAQBTU'].map((name, at) =>
        file(`${name}.mp3`, { album: at === 2 ? 'Toene' : 'Töne', trackText: texts.charAt(at) }),
      );
      expect(paths(shuffled(six, 3))).toEqual(six.map(({ relativePath }) => relativePath));
    }
    const discs = [1, 2].flatMap((disc) =>
      ['Z', 'A', 'Q', 'B'].map((name, at) =>
        file(`${name}${disc}.mp3`, { album: `${disc}${at}` === '21' ? 'Toene' : 'Töne', disc, trackText: `${at + 1}` }),
      ),
    );
    expect(paths(shuffled(discs, 3))).toEqual(discs.map(({ relativePath }) => relativePath));
    const mix = [5, 9, 7, 3].map((number, at) =>
      file(`${at + 1} x.mp3`, { album: at === 3 ? 'B' : 'A', trackText: `${number}` }),
    );
    expect(paths(mix)).toEqual(['1 x.mp3', '2 x.mp3', '3 x.mp3', '4 x.mp3']);
    const numbers = ['3', '1', '2', '5', '4'];
    const each = numbers.map((trackText) =>
      file(`${trackText}.mp3`, { album: `Insel, Kapitel ${trackText}`, trackText }),
    );
    expect(paths(each)).toEqual(['1.mp3', '2.mp3', '3.mp3', '4.mp3', '5.mp3']);
  });

  it('puts one book after the other where both count from 1', () => {
    const book = (name: string, tracks: number, more: Facts = {}): OrderInput[] =>
      Array.from({ length: tracks }, (_, at) =>
        file(`0${at + 1} ${name}.mp3`, { album: name, trackText: `${at + 1}`, ...more }),
      );
    expect(paths([...book('Birke', 2), ...book('Ahorn', 2)])).toEqual([
      '01 Ahorn.mp3',
      '02 Ahorn.mp3',
      '01 Birke.mp3',
      '02 Birke.mp3',
    ]);
    expect(paths([...book('Birke', 3), ...book('Ahorn', 2)])).toEqual([
      '01 Ahorn.mp3',
      '02 Ahorn.mp3',
      '01 Birke.mp3',
      '02 Birke.mp3',
      '03 Birke.mp3',
    ]);
    const discs = ['Ahorn', 'Birke'].flatMap((album) =>
      [1, 2].flatMap((disc) =>
        [1, 2].map((track) => file(`${track}${album}${disc}.mp3`, { album, disc, trackText: `${track}` })),
      ),
    );
    expect(paths(discs)).toEqual(
      ['Ahorn', 'Birke'].flatMap((album) =>
        ['1', '2'].flatMap((disc) => [`1${album}${disc}.mp3`, `2${album}${disc}.mp3`]),
      ),
    );
  });

  it('takes the discs of a box where each has a title of its own', () => {
    const box = ['Birke', 'Ahorn'].flatMap((album, at) =>
      ['1', '2'].map((trackText) => file(`${album} ${trackText}.mp3`, { album, disc: at + 1, trackText })),
    );
    expect(paths(box)).toEqual(['Birke 1.mp3', 'Birke 2.mp3', 'Ahorn 1.mp3', 'Ahorn 2.mp3']);
  });

  it('loses no track and gives the same order from any input order', () => {
    const texts = [undefined, '1', '1', '0', 'A1', '3/12', 'x', '99999999999', '-1', '1.5', '2-01', '¹'];
    const names = [
      '01 a.mp3',
      'CD 2/b.mp3',
      'CD 2/02 c.mp3',
      'A1 d.mp3',
      'e.mp3',
      '1-03 f.mp3',
      'ä/g.mp3',
      '99 h.mp3',
      '....mp3',
      '日本.mp3',
      '03_i.mp3',
      'CD 0/j.mp3',
    ];
    for (let seed = 1; seed <= 200; seed++) {
      const files = names.map((name, at) =>
        file(name, {
          trackText: texts[(at * seed) % texts.length],
          disc: [null, 1, 2, null, 10][(at + seed) % 5] ?? null,
          album: [undefined, 'A', 'B', 'C (CD 2)'][(at * seed) % 4],
        }),
      );
      const once = orderAlbum(files).tracks;
      expect(once.map(({ track_number }) => track_number)).toEqual(names.map((_, at) => at + 1));
      expect(new Set(once.map(({ relativePath }) => relativePath)).size).toBe(names.length);
      expect(orderAlbum(shuffled(files, seed)).tracks).toEqual(once);
    }
  });
});

describe('titles', () => {
  it('come from tags, else from names without their numbers', () => {
    expect(orderAlbum([file('01 x.mp3', { title: 'Grüße & Töne' })]).tracks[0]?.track_title).toBe('Grüße & Töne');
    expect(titles('01 - Eins.mp3', '02. Zwei.flac', '03_Drei.ogg', '[04] Vier.wav', '05-Fünf.m4b')).toEqual([
      'Eins',
      'Zwei',
      'Drei',
      'Vier',
      'Fünf',
    ]);
    expect(titles('1-01 Eins.mp3', '1-02 Zwei.mp3', '2-01 Drei.mp3')).toEqual(['Eins', 'Zwei', 'Drei']);
    expect(titles('Band - 01 - Eins.mp3', 'Band - 02 - Zwei.mp3')).toEqual(['Eins', 'Zwei']);
    expect(titles('05 a\nb.mp3', '10 c.mp3', '06 d\u2028e\t.mp3')).toEqual(['a b', 'd e', 'c']);
    expect(titles('01.mp3', '02.mp3')).toEqual(['01', '02']);
    expect(titles('2_von_3-Der Riese.mp3', '1_von_3-Der Zwerg.mp3')).toEqual(['Der Zwerg', 'Der Riese']);
    expect(titles('(2 of 3) Giant.mp3', '(1 of 3) Dwarf.mp3')).toEqual(['Dwarf', 'Giant']);
    expect(titles('1 sur 2.mp3', '2 sur 2.mp3', '10 van 11.mp3')).toEqual(['1 sur 2', '2 sur 2', '10 van 11']);
    expect(titles('das_lied_vom_fluss.mp3')).toEqual(['das lied vom fluss']);
    expect(titles('01_das_lied.mp3', '02_das_andere.mp3')).toEqual(['das lied', 'das andere']);
  });

  it('come from names where a ripper knew nothing', () => {
    const titleOf = (name: string, title: string): string | undefined =>
      orderAlbum([file(name, { title })]).tracks[0]?.track_title;
    expect(titleOf('01 Im Moor.mp3', 'Track 1')).toBe('Im Moor');
    expect(titleOf('01 Im Moor.mp3', 'Titel 01')).toBe('Im Moor');
    expect(titleOf('01.mp3', 'Track 1')).toBe('Track 1');
    expect(titleOf('01 - AudioTrack 01.mp3', 'Piste 1')).toBe('Piste 1');
    expect(titleOf('01 Im Moor.mp3', 'Kapitel 1')).toBe('Kapitel 1');
  });

  it('come from tags where names differ only in digits', () => {
    const titlesOf = (...names: string[]): string[] =>
      orderAlbum(names.map((name, at) => file(name, { title: `Titel ${at + 1}` }))).tracks.map(
        ({ track_title }) => track_title,
      );
    expect(titlesOf('aud001.mp3', 'aud002.mp3')).toEqual(['Titel 1', 'Titel 2']);
    expect(titlesOf('01 Im Moor.mp3', '02 Am See.mp3')).toEqual(['Im Moor', 'Am See']);
  });

  it('keep numbers that belong to them', () => {
    expect(titles('99 Luftballons.mp3')).toEqual(['99 Luftballons']);
    expect(titles('99 Luftballons.mp3', 'Wunder.mp3')).toEqual(['99 Luftballons', 'Wunder']);
    expect(titles('U2.mp3')).toEqual(['U2']);
    expect(titles('01 99 Luftballons.mp3', '02 1000 Mal.mp3')).toEqual(['99 Luftballons', '1000 Mal']);
    expect(titles('3.14 Kreise.mp3', 'Wunder.mp3')).toEqual(['3.14 Kreise', 'Wunder']);
  });
});

describe('the album', () => {
  it('is called as most tracks say, and belongs to its album artist', () => {
    const album = orderAlbum([
      file('1.mp3', { album: 'A', year: 1999, albumArtist: 'Chor' }),
      file('2.mp3', { album: 'B', year: 2001, artist: 'X' }),
      file('3.mp3', { album: 'B', year: 2001, artist: 'Y' }),
    ]);
    expect(album).toMatchObject({ title: 'B', artist: 'Chor', year: 2001 });
    expect(album.tracks.map(({ artist }) => artist)).toEqual(['Chor', 'X', 'Y']);
  });

  it('is called as none of the albums that a mix is made of', () => {
    const titleOf = (...tags: (string | undefined)[]): string | undefined =>
      orderAlbum(tags.map((album, n) => file(`${n}.mp3`, { album }))).title;
    expect(titleOf('Wind', 'Regen')).toBeUndefined();
    expect(titleOf('Ahorn', 'Ahorn', 'Birke', 'Birke')).toBeUndefined();
    expect(titleOf('Ahorn', 'ahorn', 'Birke')).toBe('Ahorn');
    expect(titleOf('ahorn', 'Ahorn', 'Ahorn', 'Birke')).toBe('Ahorn');
    expect(titleOf('Ahorn', undefined, undefined)).toBe('Ahorn');
  });

  it('is called without its discs where it has several', () => {
    const titleOf = (...tags: string[]): string | undefined =>
      orderAlbum(tags.map((album, n) => file(`${n}.mp3`, { album }))).title;
    expect(titleOf('Buch (CD 1)', 'Buch (CD 2)')).toBe('Buch');
    expect(titleOf('Buch CD1', 'buch cd2', 'Buch CD2')).toBe('Buch');
    expect(titleOf('Buch (CD 2)', 'Buch (CD 2)')).toBe('Buch (CD 2)');
    expect(titleOf('Buch (CD 1)', 'Anderes', 'Anderes')).toBe('Anderes');
  });

  it('has neither the artist nor the year of one of the albums that a mix is made of', () => {
    const fileOf = (artist: string, year: number, n: number): ReturnType<typeof file> =>
      file(`${n}.mp3`, { album: `${artist} ${year}`, albumArtist: artist, artist, year });
    const mix = [fileOf('X', 1976, 1), fileOf('X', 1976, 2), fileOf('Y', 1999, 3), fileOf('Z', 2001, 4)];
    expect(orderAlbum(mix)).toMatchObject({ artist: 'Various artists', year: undefined });
    expect(orderAlbum(mix.slice(0, 3))).toMatchObject({ artist: 'X', year: 1976 });
    expect(orderAlbum([file('1.mp3', { albumArtist: 'X' }), file('2.mp3', { albumArtist: 'Y' })]).artist).toBe(
      'Various artists',
    );
  });

  it('is by various artists only where there are several', () => {
    expect(orderAlbum([file('1.mp3', { artist: 'X' }), file('2.mp3', { artist: 'x' }), file('3.mp3')]).artist).toBe(
      'X',
    );
    expect(orderAlbum([file('1.mp3', { artist: 'X' }), file('2.mp3', { artist: 'Y' })]).artist).toBe('Various artists');
    const guests = ['X featuring Y', 'X [feat. Y]', 'X (ft. Y)', 'X'];
    expect(orderAlbum(guests.map((artist, n) => file(`${n}.mp3`, { artist }))).artist).toBe('X');
    expect(orderAlbum([file('1.mp3')])).toMatchObject({ title: undefined, artist: undefined, year: undefined });
    expect(orderAlbum([])).toMatchObject({ tracks: [] });
  });
});

describe('the common title of names', () => {
  it.each([
    [['Benjamin 01.mp3', 'Benjamin 02.mp3'], 'Benjamin'],
    [['Benjamin_1.mp3', 'Benjamin_12.mp3'], 'Benjamin'],
    [['Grüße - Kapitel 1.mp3', 'Grüße - Kapitel 2.mp3'], 'Grüße'],
    [['Folge 12 - Teil 1.mp3', 'Folge 12 - Teil 2.mp3'], 'Folge 12'],
    [['01 - Album - Eins.mp3', '02 - Album - Zwei.mp3'], 'Album'],
    [['Foobar.mp3', 'Foobaz.mp3'], ''],
    [['Track 1.mp3', 'Track 2.mp3'], ''],
    [['01.mp3', '02.mp3'], ''],
    [['Das Lied.mp3'], 'Das Lied'],
    [['01 - Das Lied.mp3'], 'Das Lied'],
    [['日本語 1.mp3', '日本語 2.mp3'], '日本語'],
    [['01 a.mp3', '02 b.mp3'], ''],
    [['🎵🎶.mp3', '🎵🎸.mp3'], ''],
    [['', ''], ''],
    [[], ''],
  ])('%j is %j', (names, title) => {
    expect(commonTitle(names)).toBe(title);
  });
});

describe('folders of strangers', () => {
  const numbered = (names: string, more: Facts = {}): OrderInput[] =>
    names.split('|').map((name) => {
      const trackText = /(\d+)\D*$/.exec(name)?.[1];
      return file(`${name}.mp3`, { album: 'Buch', ...(trackText === undefined ? {} : { trackText }), ...more });
    });

  it.each([
    ['discs in the names', 'CD1_01_x|CD1_02_x|CD1_10_x|CD2_01_x|CD2_02_x'],
    ['discs behind the album', 'Buch - CD1 - 01 - x|Buch - CD1 - 02 - x|Buch - CD2 - 01 - x|Buch - CD2 - 02 - x'],
    ['digits without a word', '1_01_x|1_02_x|2_01_x|2_02_x|2_03_x'],
    ['parts', 'Buch Teil 1 - 01|Buch Teil 1 - 02|Buch Teil 2 - 01|Buch Teil 2 - 02'],
  ])('keep discs apart that count again: %s', (_, names) => {
    expect(paths(shuffled(numbered(names), 3))).toEqual(names.split('|').map((name) => `${name}.mp3`));
  });

  it('find the disc in the album tag', () => {
    const files = ['Anfang', 'Mitte', 'Ende'].flatMap((title, at) =>
      [1, 2].map((disc) => file(`${title} ${disc}.mp3`, { album: `Harry (CD ${disc})`, trackText: String(at + 1) })),
    );
    const { title, tracks } = orderAlbum(shuffled(files, 5));
    expect(title).toBe('Harry');
    expect(tracks.map(({ relativePath, disc }) => `${disc} ${relativePath}`)).toEqual(
      [1, 2].flatMap((disc) => ['Anfang', 'Mitte', 'Ende'].map((one) => `${disc} ${one} ${disc}.mp3`)),
    );
  });

  it.each([
    ['a time beside a date', ['WhatsApp Audio 2023-01-05 at 18.05.40', 'WhatsApp Audio 2023-01-05 at 18.07.10']],
    ['a first recording without a number', ['Neue Aufnahme', 'Neue Aufnahme 2', 'Neue Aufnahme 3']],
    ['copies', ['Lied', 'Lied (1)', 'Lied (2)']],
  ])('have the order that the names mean: %s', (_, names) => {
    expect(
      paths(
        shuffled(
          names.map((name) => file(`${name}.mp3`)),
          2,
        ),
      ),
    ).toEqual(names.map((name) => `${name}.mp3`));
  });

  it.each([
    ['1. Dezember.mp3|2. Dezember.mp3|3. Dezember.mp3', '1. Dezember|2. Dezember|3. Dezember'],
    ['01 Brücke.mp3|02 Brücke.mp3', 'Brücke|Brücke'],
    ['01 Lied B.mp3|02 Lied C.mp3|10 Lied K.mp3|Zugabe.mp3', 'Lied B|Lied C|Lied K|Zugabe'],
    ['CD1_01_Anfang.mp3|CD1_02_Mitte.mp3|CD2_01_Ende.mp3', 'Anfang|Mitte|Ende'],
  ])('have titles of their own: %s', (names, expected) => {
    expect(titles(...names.split('|')).join('|')).toBe(expected);
  });

  it('prefer names to the title of the whole book, and to a title that an old tag cut off', () => {
    const split = ['001 Der Weg', '002 Die Stadt', '003 Das Ende'].map((name, at) =>
      file(`${name}.mp3`, { title: 'Das Buch', trackText: String(at + 1) }),
    );
    expect(orderAlbum(split).tracks.map(({ track_title }) => track_title)).toEqual([
      'Der Weg',
      'Die Stadt',
      'Das Ende',
    ]);
    const chapters = [1, 2, 3].map((n) => file(`Kapitel ${n}.mp3`, { title: 'Das Buch', trackText: String(n) }));
    expect(orderAlbum(chapters).tracks.map(({ track_title }) => track_title)).toEqual(
      [1, 2, 3].map((n) => `Kapitel ${n}`),
    );
    const long = 'Die Geschichte vom kleinen Bären im Wald';
    expect(orderAlbum([file(`01 - ${long}.mp3`, { title: long.slice(0, 30) })]).tracks[0]?.track_title).toBe(long);
    const whole = 'Die Geschichte vom kleinen Bär';
    const live = file(`01 - ${whole} (Live).mp3`, { title: whole });
    expect(orderAlbum([live]).tracks[0]?.track_title).toBe(whole);
  });

  it('have one artist, although a track has a guest', () => {
    const artists = ['Rolf', 'Rolf feat. Anna', 'Rolf (ft. Ben)'].map((artist, at) => file(`${at}.mp3`, { artist }));
    expect(orderAlbum(artists).artist).toBe('Rolf');
  });

  it.each([
    [['Buch (Teil 1).mp3', 'Buch (Teil 2).mp3'], 'Buch'],
    [['Neue Aufnahme.mp3', 'Neue Aufnahme 2.mp3'], 'Neue Aufnahme'],
  ])('have a common title: %j', (names, expected) => {
    expect(commonTitle(names)).toBe(expected);
  });
});

describe('splitting', () => {
  const discs = (...lengths: number[]): { disc: number; track_number: number }[] =>
    lengths.flatMap((length, disc) => Array.from({ length }, (_, at) => ({ disc: disc + 1, track_number: at + 1 })));
  const shape = (parts: { disc: number }[][]): number[] => parts.map((part) => part.length);

  it.each([
    [[99], [99]],
    [[100], [50, 50]],
    [[250], [83, 84, 83]],
    [
      [60, 60],
      [60, 60],
    ],
    [
      [40, 40, 40],
      [80, 40],
    ],
    [
      [10, 150, 10],
      [10, 75, 75, 10],
    ],
    [
      [1, 98, 1],
      [99, 1],
    ],
    [[], []],
  ])('discs of %j tracks give albums of %j', (lengths, expected) => {
    const parts = splitAlbum(discs(...lengths));
    expect(shape(parts)).toEqual(expected);
    expect(parts.flat().map(({ disc }) => disc)).toEqual(discs(...lengths).map(({ disc }) => disc));
    for (const part of parts) expect(part.map(({ track_number }) => track_number)).toEqual(part.map((_, at) => at + 1));
  });
});

describe('chapters', () => {
  it('of two books in one folder that is too long are split between the books', () => {
    const book = (name: string, length: number): OrderInput[] => {
      const whole = file(`${name}.m4b`, { album: name });
      const chapterOf = (n: number): OrderInput => ({
        ...file(`${name} - ${n}.aac`, { ...whole.facts, title: `Kapitel ${n}` }),
        chapter: { whole, number: n },
      });
      return Array.from({ length }, (_, n) => chapterOf(n + 1));
    };
    const parts = splitAlbum(orderAlbum([...book('Burg', 40), ...book('Hof', 80)]).tracks);
    expect(parts.map((part) => [part.length, new Set(part.map(({ facts }) => facts.album)).size])).toEqual([
      [40, 1],
      [80, 1],
    ]);
  });

  it('stay together in the place of their file, and keep titles that look like placeholders', () => {
    const whole = file('2 Buch.m4b', { album: 'X', trackText: '2' });
    const chapter = (number: number): OrderInput => ({
      ...file(`2 Buch - ${number}.aac`, { ...whole.facts, title: `Kapitel ${number}` }),
      chapter: { whole, number },
    });
    const others = ['1', '3'].map((text) => file(`${text} Lied.mp3`, { album: 'X', trackText: text }));
    const ordered = orderAlbum(shuffled([...others, ...[1, 2, 10].map(chapter)], 7)).tracks;
    expect(ordered.map(({ track_number, track_title }) => [track_number, track_title])).toEqual([
      [1, 'Lied'],
      [2, 'Kapitel 1'],
      [3, 'Kapitel 2'],
      [4, 'Kapitel 10'],
      [5, 'Lied'],
    ]);
  });
});

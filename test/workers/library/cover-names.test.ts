import { describe, expect, it } from '@jest/globals';
import { coverCandidates, isPictureName, mayBeFront } from '../../../workers/library/pictures/cover-names.js';

/** The later ones are larger files. */
const best = (...names: string[]): string[] =>
  coverCandidates(names.map((relativePath, size) => ({ relativePath, size }))).map(({ relativePath }) => relativePath);

describe('the best picture for a cover', () => {
  it.each([
    ['cover_front.jpg', 'cover_back.jpg'],
    ['Cover (Front).jpg', 'Cover (Inside).jpg'],
    ['CoverFront.jpg', 'CoverBack.jpg'],
    ['folder.jpg', 'Back.jpg'],
    ['Bild.jpg', 'Rückseite.jpg', 'Innen.jpg', 'Tray.jpg', 'Label.jpg'],
    ['Vorderseite.jpg', 'Disc.jpg'],
    ['Titelbild.jpg', 'Beiheft 1.jpg', 'CD.jpg'],
    ['Recto.jpg', 'Verso.jpg', 'Livret.jpg', 'Disque.jpg'],
    ['Voorkant.jpg', 'Achterkant.jpg', 'Boekje.jpg', 'Schijf.jpg'],
    ['front.jpg', 'back.jpg', 'inlay2.jpg', 'tray.jpg', 'cd1.jpg'],
    ['CD Cover.jpg', 'Cover (CD).jpg'],
    ['Booklet Front.jpg', 'Front Inside.jpg'],
    ['Die Insel.jpg', 'Booklet/01.jpg'],
    ['Booklet/Cover.jpg', 'Booklet/01.jpg'],
    ['cover.jpg', 'Folge 3/cover.jpg'],
    ['Albumcover.jpg', 'Bild.jpg', 'Disc.jpg'],
    ['CD1-Cover.jpg', 'Bild.jpg', 'Cover CD1.jpg'],
    ['CD 1 Cover.jpg', 'Bild.jpg', 'Cover - CD 1.jpg'],
    ['Album (2CD) Cover.jpg', 'Bild.jpg', 'Album (CD 2).jpg'],
    ['Bild.jpg', 'Rückcover.jpg', 'BookletPage1.jpg'],
    ['thumb.jpg', 'back.jpg', 'discart.png'],
    ['thumb.jpg', 'fanart.jpg'],
    ['thumb.jpg', 'backdrop.jpg'],
  ])('is %s', (...names) => {
    expect(best(...names)).toEqual(names);
    expect(best(...names.toReversed())[0]).toBe(names[0]);
  });

  it('is the largest file where no name says anything', () => {
    expect(best('a.jpg', 'b.jpg', 'c.jpg')).toEqual(['c.jpg', 'b.jpg', 'a.jpg']);
  });
});

it('a late picture of the back is no cover', () => {
  expect(['Back.jpg', 'cover_back.png', 'CD.jpg', 'Booklet/02.jpg'].filter(mayBeFront)).toEqual([]);
  const backs = ['Rückcover', 'Rueckcover', 'Backside', 'Rückansicht', 'Hüllenrückseite', 'BookletPage1'];
  expect(backs.filter((name) => mayBeFront(`${name}.jpg`))).toEqual([]);
  const fronts = [
    'Zurück.jpg',
    'CD1-Cover.jpg',
    'CD 1 Cover.jpg',
    'Album (2CD) Cover.jpg',
    'cover.jpg',
    'Bild.png',
    'Die Insel.jpg',
    'CD 1/folder.jpg',
    'Abseits.jpg',
    'Dosenöffner.jpg',
  ];
  expect(fronts.filter(mayBeFront)).toEqual(fronts);
});

it('pictures have one of these endings', () => {
  const names = [
    'a.jfif',
    'a.JPE',
    'a.jpg',
    'a.jpeg',
    'a.avif',
    'a.heic',
    'a.heif',
    'a.svg',
    'a.tif',
    'a.bmp',
    'a.jxl',
  ];
  expect(names.filter(isPictureName)).toEqual(names);
  expect(['a.mp3', 'jpg', 'a.jpg.txt', 'a.pdf'].filter(isPictureName)).toEqual([]);
});

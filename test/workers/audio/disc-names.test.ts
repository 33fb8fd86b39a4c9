import { describe, expect, it } from '@jest/globals';
import { discName } from '../../../workers/audio/album/disc-names.js';

describe('a folder is a disc by its name', () => {
  it.each([
    [1, 'CD 1|CD1|cd_01|CD 1 von 3|1. CD|Disque 1|Диск 1|LP1|Seite A|Erste CD'],
    [2, 'CD-2|CD#2|CD II|(CD 2)|2nd disc|Disc 2|Disc Two|Disk 02|Disque 2 sur 3|Kassette 2|Side b|Face 2'],
    [2, 'Lato B|zweite Kassette|Deuxième disque|Tweede schijf'],
    [3, 'Disco 3|Third Disc'],
    [11, 'Kassette Elf'],
    [12, 'MC 12|CD XII'],
    [120, 'CD 120'],
  ])('%i: %s', (disc, names) => {
    for (const name of names.split('|'))
      expect([name, discName(name)]).toEqual([name, { discs: [disc], stem: '', isSure: true }]);
  });
});

describe('a folder may be a disc, unless tags say otherwise', () => {
  it.each([
    [1, 'Première partie|Part One|Partie une|Deel een|(1)|1|CD 1 - Die Schatzinsel'],
    [2, '2. Teil|Partie 2|02'],
    [3, 'Teil 3|Dritter Teil|#3'],
  ])('%i: %s', (disc, names) => {
    for (const name of names.split('|'))
      expect([name, discName(name)]).toEqual([name, { discs: [disc], stem: '', isSure: false }]);
  });
});

describe('a folder is one of the discs of an album', () => {
  it.each([
    ['Album (CD 2)', 'Album', [2]],
    ['Album - Disc 2', 'Album', [2]],
    ['Album_CD_2', 'Album', [2]],
    ['Album(CD2)', 'Album', [2]],
    ['Album [Disk 2] [FLAC]', 'Album [FLAC]', [2]],
    ['Album, Disc 2 of 3', 'Album', [2]],
    ['Die Reise, 2. CD', 'Die Reise', [2]],
    ['Album - CD Two', 'Album', [2]],
    ['Album - Seite B', 'Album', [2]],
    ['Album CD 1 Seite B', 'Album', [1, 2]],
  ])('%s', (name, stem, discs) => {
    expect(discName(name)).toEqual({ discs, stem, isSure: true });
  });

  it('with a title of its own perhaps', () => {
    expect(discName('Album CD 2 - The Storm')).toEqual({ discs: [2], stem: 'Album', isSure: false });
  });

  it('and a side of a disc has both numbers', () => {
    expect(discName('CD 1 Seite B')).toEqual({ discs: [1, 2], stem: '', isSure: true });
  });
});

describe('a name says nothing of a disc', () => {
  it.each([
    ...['Folge 12', 'Band 3', 'Vol. 2', 'Volume 3', 'Episode 4', 'Kapitel 1', 'Staffel 2', 'Harry Potter - Teil 2'],
    ...['Album', 'CD', 'CDs', 'Disc', 'Teil', 'I', 'A', '1999', '123', '99 Luftballons', 'U2', 'Die drei ??? 12'],
    ...[
      'CD 0',
      'CD 2000',
      'Meine erste CD',
      'CD Mix',
      'Erste Nacht',
      '2CD Edition',
      'Album (2 CD)',
      'Face 2 Face',
      'Best of Side 2',
      'CD I Love You',
    ],
    ...['Abcd 3', 'Diskothek 3', 'Mix Tape 3', 'Inside 2', '', '???', 'CD 1'.padEnd(400, '!')],
  ])('%j', (name) => {
    expect(discName(name)).toBeNull();
  });
});

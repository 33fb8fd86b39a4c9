import { describe, expect, it } from '@jest/globals';
import { numeralIn, romanIn } from '../../../workers/audio/album/numerals.js';

describe('a number in words', () => {
  it.each([
    [1, 'erste eins first one premier première eerste één'],
    [2, 'Zweiter Second deuxième seconde tweede'],
    [3, 'drittes derde'],
    [4, 'vierten quatrième'],
    [5, 'fifth cinquième'],
    [7, 'siebente siebte zevende'],
    [8, 'achte achtste'],
    [9, 'ninth neuvième'],
    [11, 'onzième'],
    [12, 'zwölfte zwoelfte Zwölf twelfth twaalfde'],
    [17, 'siebzehn dix-sept'],
    [20, 'zwanzigste twentieth vingtième twintigste'],
    [21, 'einundzwanzigste twenty-first twenty-one vingt-et-unième'],
    [22, 'vingt-deux tweeëntwintig'],
    [26, 'sechsundzwanzig'],
    [28, 'achtentwintigste'],
    [30, 'dreißigster'],
    [32, 'thirty-second'],
    [47, 'siebenundvierzig'],
  ])('%i: %s', (value, words) => {
    for (const word of words.split(' ')) expect([word, numeralIn(word)?.value]).toEqual([word, value]);
  });

  it.each(['', 'Nacht', 'Lied', 'achtung', 'Einhorn', 'Zehnkampf', 'Erstens', 'Dr', 'Sixpence'])(
    'is not %j',
    (word) => {
      expect(numeralIn(word)).toBeNull();
    },
  );
});

describe('a Roman numeral', () => {
  it.each([
    ['I', 1],
    ['iv', 4],
    ['VIII', 8],
    ['IX', 9],
    ['XIV', 14],
    ['XX', 20],
    ['XXXIX', 39],
    ['XL', 40],
    ['XCIX', 99],
  ])('%s', (text, value) => {
    expect(romanIn(text)).toBe(value);
  });

  it.each(['', 'C', 'D', 'M', 'Mix', 'Civil', 'IIII', 'VX', 'IC', 'Lil', 'Dill'])('is not %j', (text) => {
    expect(romanIn(text)).toBeNull();
  });
});

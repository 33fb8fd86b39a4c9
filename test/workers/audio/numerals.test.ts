import { describe, expect, it } from '@jest/globals';
import { numeralIn, romanIn } from '../../../workers/audio/album/numerals.js';

describe('a number in words', () => {
  it.each([
    ...[
      ['erste', 1],
      ['Zweiter', 2],
      ['drittes', 3],
      ['vierten', 4],
      ['siebente', 7],
      ['siebte', 7],
      ['achte', 8],
    ],
    ...[
      ['zwölfte', 12],
      ['zwoelfte', 12],
      ['zwanzigste', 20],
      ['einundzwanzigste', 21],
      ['dreißigster', 30],
    ],
    ...[
      ['eins', 1],
      ['Zwölf', 12],
      ['siebzehn', 17],
      ['sechsundzwanzig', 26],
      ['siebenundvierzig', 47],
    ],
    ...[
      ['first', 1],
      ['Second', 2],
      ['fifth', 5],
      ['ninth', 9],
      ['twelfth', 12],
      ['twentieth', 20],
    ],
    ...[
      ['twenty-first', 21],
      ['thirty-second', 32],
      ['one', 1],
      ['twenty-one', 21],
    ],
    ...[
      ['premier', 1],
      ['première', 1],
      ['deuxième', 2],
      ['seconde', 2],
      ['quatrième', 4],
      ['cinquième', 5],
    ],
    ...[
      ['neuvième', 9],
      ['onzième', 11],
      ['vingtième', 20],
      ['vingt-et-unième', 21],
      ['dix-sept', 17],
      ['vingt-deux', 22],
    ],
    ...[
      ['eerste', 1],
      ['tweede', 2],
      ['derde', 3],
      ['zevende', 7],
      ['achtste', 8],
      ['twaalfde', 12],
      ['twintigste', 20],
    ],
    ...[
      ['tweeëntwintig', 22],
      ['achtentwintigste', 28],
      ['één', 1],
    ],
  ] as [string, number][])('%s', (word, value) => {
    expect(numeralIn(word)?.value).toBe(value);
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
    ...[
      ['I', 1],
      ['iv', 4],
      ['VIII', 8],
      ['IX', 9],
      ['XIV', 14],
      ['XX', 20],
      ['XXXIX', 39],
      ['XL', 40],
      ['XCIX', 99],
    ],
  ] as [string, number][])('%s', (text, value) => {
    expect(romanIn(text)).toBe(value);
  });

  it.each(['', 'C', 'D', 'M', 'Mix', 'Civil', 'IIII', 'VX', 'IC', 'Lil', 'Dill'])('is not %j', (text) => {
    expect(romanIn(text)).toBeNull();
  });
});

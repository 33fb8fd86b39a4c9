/** Words are found as people type them. */
import { expect, it } from '@jest/globals';
import { finder, searchable } from '../../../../workers/base/language/search.js';

const finds = (query: string, text: string): boolean => finder(query)(searchable(text));

it.each([
  ['kaefer', 'Käfer'],
  ['kafer', 'Käfer'],
  ['Käfer', 'Kaefer'],
  ['KÄFER', 'käfer'],
  ['grusse', 'Grüße'],
  ['gruesse', 'Grüße'],
  ['GRÜSSE', 'Grüße'],
  ['grüße', 'GRUESSE'],
  ['oel', 'Öl'],
  ['smorrebrod', 'Smørrebrød'],
  ['smoerrebroed', 'Smørrebrød'],
  ['aarhus', 'Århus'],
  ['lodz', 'Łódź'],
  ['cafe', 'Café'],
  ['café', 'cafe\u0301'],
  ['ﬁnk', 'Fink'],
  ['fink', 'Der ﬁnk'],
  ['wald im', 'Im Wald'],
  ['', 'anything'],
  ['  ', ''],
  ['かえる', 'かえるのうた'],
  ['ΟΔΟΣ', 'οδοσήμανση'],
  ["rock'n", 'Rock’n’Roll'],
  ['2020-2021', '2020–2021'],
])('%j finds %j', (query, text) => {
  expect(finds(query, text)).toBe(true);
});

it.each([
  ['kufer', 'Käfer'],
  ['wald meer', 'Im Wald'],
  ['x', ''],
])('%j does not find %j', (query, text) => {
  expect(finds(query, text)).toBe(false);
});

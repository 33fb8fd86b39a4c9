/** Words are found as people type them: by the server, and by the script of the pages. */
import { expect, it } from '@jest/globals';
import { finder, searchable } from '../../../../workers/base/language/search.js';

const script = new URL('../../../../http/public/words.js', import.meta.url);

/** Whether the server, and whether a page finds a text. */
async function find(query: string, text: string): Promise<boolean[]> {
  const page = (await import(String(script))) as { finder: typeof finder };
  return [finder(query)(searchable(text)), page.finder(query)(text)];
}

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
])('%j finds %j', async (query, text) => {
  expect(await find(query, text)).toEqual([true, true]);
});

it.each([
  ['kufer', 'Käfer'],
  ['wald meer', 'Im Wald'],
  ['x', ''],
])('%j does not find %j', async (query, text) => {
  expect(await find(query, text)).toEqual([false, false]);
});

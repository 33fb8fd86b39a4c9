/** The errors of papers are in German for readers of German. */
import { describe, expect, it } from '@jest/globals';
import { multipart, multipartType, start } from '../client.js';
import { englishOf, germanPage, refusedAddress, refusedInGerman } from '../german.js';
import { forAllTests } from '../../support/opened.js';

const running = forAllTests(start, (one) => one.stop());

describe('an address that is wrong', () => {
  it.each([
    '/papers?limit=0&year=20&distance=-1',
    '/papers?farbe=rot',
    '/papers?q=autor%3A%22x%22',
    `/papers?q=${'a'.repeat(12_000)}&limit=x`,
    '/papers/embeddings',
    '/papers/alerts?farbe=rot',
    '/papers/embeddings?conference=&year=x',
  ])('%.60s', async (path) => refusedAddress((headers) => running.ask(path, { headers })));
});

describe('a form that is wrong', () => {
  it.each<[string, Record<string, string>]>([
    ['/papers', {}],
    ['/papers/embed', { all: 'vielleicht' }],
    ['/papers/alerts', { action: 'keep', q: '' }],
    ['/papers/alerts', { action: 'seen', until: 'jetzt' }],
    ['/papers/feeds', { action: 'add', address: '' }],
  ])('%s %j', async (path, fields) => {
    await refusedInGerman((headers) => running.form(path, fields, headers));
  });
});

describe('a body that is wrong', () => {
  it.each<[Record<string, string>, string | Buffer]>([
    [multipartType, multipart([{ name: 'files', filename: 'a.mp3', content: 'x' }])],
    [{ 'content-type': 'text/csv', 'content-encoding': 'gzip' }, 'x'],
  ])('as %j', async (headers, body) => {
    await refusedInGerman((read) => running.ask('/papers', { method: 'POST', headers: { ...headers, ...read }, body }));
  });
});

it('what came of a file of papers is told in German', async () => {
  const csv = 'title,year,conference\nEins,nie,ACL\n,2020,\nA,2020,ACL,zu viel\n';
  const answer = await running.parts('/papers', [{ name: 'files', filename: 'a.csv', content: csv }], germanPage);
  const [note = ''] = [answer.headers['set-cookie'] ?? ''].flat();
  const shown = await running.ask('/papers', { headers: { ...germanPage, cookie: note.split(';')[0] ?? '' } });
  expect(shown.text).toContain('erwartet wird eine ganze Zahl von 1900 bis 2100');
  expect(englishOf(shown)).toEqual([]);
});

import { expect, it } from '@jest/globals';
import { snippetOf } from '../../../http/papers/found/snippet.js';
import { total } from '../../../http/papers/found/total.js';
import { growthOf } from '../../support/linear.js';

const long = 'Nothing here says a thing about it. '.repeat(10);

it.each<[string, string[], string]>([
  ['Speech and SPEECH; speeches not.', ['Speech'], '<mark>Speech</mark> and <mark>SPEECH</mark>; speeches not.'],
  ['C++ (a.b) beats axb, C+ & C.', ['C++', 'a.b'], '<mark>C++</mark> (<mark>a.b</mark>) beats axb, C+ &amp; C.'],
  ['機械学習の研究', ['学習'], '機械<mark>学習</mark>の研究'],
  ['Is state-of-the-art.', ['state-of-the-art'], 'Is <mark>state-of-the-art</mark>.'],
  ['Größe, groß', ['Größe'], '<mark>Größe</mark>, groß'],
  ['<mark>x</mark>', ['mark'], '&lt;<mark>mark</mark>&gt;x&lt;/<mark>mark</mark>&gt;'],
  ['', ['x'], ''],
])('%s with %j', (abstract, words, shown) => {
  const { text, isWhole } = snippetOf(abstract, words);
  expect([text.in('en'), isWhole]).toEqual([shown, true]);
});

it('is the beginning, or the part with the first word; without blanks it is not cut within a character', () => {
  expect(snippetOf(long, ['zebra']).text.in('en')).toMatch(/^Nothing here .* …$/);
  const part = snippetOf(`${long}A zebra came.\n${long}`, ['zebra']).text.in('en');
  expect(part).toMatch(/^… (?:\S+ ){3,9}A <mark>zebra<\/mark> came\. Nothing .* …$/);
  expect(snippetOf('🖊'.repeat(500), []).text.in('en')).toMatch(/^🖊+ …$/u);
});

it('counts the words of a long query without a blank in linear time', async () => {
  const shown = (length: number): string =>
    total({ papers: 1, conferences: [], years: [] }, { query: 'a'.repeat(length) }, { by: 'words', papers: [] }).in(
      'en',
    );
  expect(shown(100_000)).toContain('1 paper contains this word.');
  expect(await growthOf(shown, 100_000)).toBe('linear');
});

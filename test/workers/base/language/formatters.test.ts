import { expect, it } from '@jest/globals';
import { say } from '../../../../workers/base/language/sentence.js';

it('writes the numbers of a sentence', () => {
  const sentence = say('papers.report', { added: 1_234_567, updated: 1000, unchanged: 0 });
  expect(sentence.in('en')).toBe('1,234,567 new papers, 1,000 changed, 0 unchanged.');
  expect(sentence.in('de')).toMatch(/^1\.234\.567 .*1\.000/);
});

it('writes sizes and lengths with their own options', () => {
  expect(say('size.MB', { size: 2.04 }).in('de')).toBe('2,0 MB');
  expect(say('test.wide', { mm: 0.5 }).in('en')).toBe('0.500 mm wide');
});

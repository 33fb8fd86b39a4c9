import { expect, it } from '@jest/globals';
import { say } from '../../../../workers/base/language/sentence.js';

it('writes the numbers of a sentence', () => {
  const sentence = say('papers.report', { added: 1_234_567, updated: 1000, unchanged: 0 });
  expect(sentence.in('en')).toBe('1,234,567 new papers, 1,000 changed, 0 unchanged.');
  expect(sentence.in('de')).toMatch(/^1\.234\.567 .*1\.000/);
});

it('writes shares, sizes and distances with their own options', () => {
  expect(say('papers.share', { share: 0.25 }).in('de')).toBe('25\u00a0%');
  expect(say('papers.distance', { distance: 0.5 }).in('en')).toBe('distance 0.500');
  expect(say('papers.distance', { distance: 0.5 }).in('de')).toBe('Abstand 0,500');
});

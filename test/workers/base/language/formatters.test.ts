import { describe, expect, it } from '@jest/globals';
import { languages } from '../../../../workers/base/language/languages.js';
import { say } from '../../../../workers/base/language/sentence.js';
import { writtenNumber } from '../../../../workers/base/language/formatters.js';

const numbers = [
  ...[0, -0, 1, 12, 999, 1000, 2130, 10_000, 123_456, 999_999, 1_000_000, 1_234_567_890, Number.MAX_SAFE_INTEGER],
  ...[-1, -999, -1000, -1_234_567, Number.MIN_SAFE_INTEGER, 2 ** 53, 1e21, 12n, 123_456_789_012_345_678_901n],
  ...[0.5, 1234.5, -1234.56789, NaN, Infinity, -Infinity],
];

describe.each(languages)('numbers in %s', (language) => {
  it.each(numbers)('writes %s as Intl does', (number) => {
    expect(writtenNumber(number, language)).toBe(new Intl.NumberFormat(language).format(number));
  });

  it('writes ten thousand numbers of all lengths as Intl does', () => {
    const intl = new Intl.NumberFormat(language);
    const many = Array.from({ length: 10_000 }, (_, n) => Math.round(1.0036 ** n) * (n % 3 === 0 ? -1 : 1));
    expect(many.filter((number) => writtenNumber(number, language) !== intl.format(number))).toEqual([]);
  });
});

it('writes the numbers of a sentence', () => {
  const sentence = say('papers.report', { added: 1_234_567, updated: 1000, unchanged: 0 });
  expect(sentence.in('en')).toBe('1,234,567 new papers, 1,000 changed, 0 known already.');
  expect(sentence.in('de')).toMatch(/^1\.234\.567 .*1\.000/);
});

it('writes shares, sizes and distances with their own options', () => {
  expect(say('papers.share', { share: 0.25 }).in('de')).toBe('25\u00a0%');
  expect(say('papers.distance', { distance: 0.5 }).in('en')).toBe('distance 0.500');
  expect(say('papers.distance', { distance: 0.5 }).in('de')).toBe('Abstand 0,500');
});

import { expect, it } from '@jest/globals';
import { narrowing } from '../../../http/papers/papers/narrow.js';

const none = { conferences: [], years: [], sessions: [] };
const shown = (...given: Parameters<typeof narrowing>): string =>
  narrowing(...given)
    .map((one) => one.in('en'))
    .join('');

it('shows a chosen value where there are no others, or too many, so that the next search keeps it', () => {
  const many = { ...none, sessions: Array.from({ length: 201 }, (_, n) => `Session ${n}`) };
  expect(shown(many, none)).toBe('');
  expect(shown(many, { ...none, sessions: ['Session 7'] })).toMatch(/selected[^>]*>Session 7<\/option><\/select>$/);
  expect(shown({ ...none, years: [2020] }, { ...none, years: [2019] })).toContain('>2019</option>');
});

it('keeps several values that are chosen', () => {
  const there = { ...none, conferences: ['ACL', 'EMNLP', 'NAACL'] };
  expect(shown(there, { ...none, conferences: ['ACL', 'NAACL'] })).toMatch(/^<select [^>]*multiple/);
  expect(shown(there, { ...none, conferences: ['ACL'] })).not.toContain('multiple');
});

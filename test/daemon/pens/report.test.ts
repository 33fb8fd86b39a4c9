import { expect, it } from '@jest/globals';
import { troubleOf } from '../../../daemon/pens/report.js';
import { TonstiftError } from '../../../workers/base/errors.js';
import type { SyncReport } from '../../../workers/pen/transfer/apply.js';

const report = (count: number): SyncReport => ({
  ...{ copied: [], removed: [], kept: [], shadowed: [], changed: [] },
  failed: Array.from({ length: count }, (_, n) => ({
    oid: n,
    error: new TonstiftError('no_space', `No room for ${n}.`),
  })),
});

it('the log names three problems of a pen and counts the others', () => {
  expect(troubleOf(report(0))).toBe('');
  expect(troubleOf(report(3))).toBe('No room for 0. No room for 1. No room for 2.');
  expect(troubleOf(report(12))).toBe(
    'No room for 0. No room for 1. No room for 2. And 9 more; the page Pen lists all.',
  );
});

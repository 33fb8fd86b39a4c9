/** A search with a long query. */
import { expect, it } from '@jest/globals';
import { start } from '../client.js';
import { forAllTests } from '../../support/opened.js';

const running = forAllTests(start, (one) => one.stop());

it('searches with a query of 20,000 letters, and says how many a longer one may have', async () => {
  const q = 'ink '.repeat(5000).trim();
  expect((await running.ask(`/papers?${new URLSearchParams({ q }).toString()}`)).status).toBe(200);
  const chinese = '学习'.repeat(950);
  expect((await running.ask(`/papers?${new URLSearchParams({ q: chinese }).toString()}`)).status).toBe(200);
  const long = await running.ask(`/papers?q=${'x'.repeat(20_001)}`);
  expect([long.status, long.text]).toEqual([400, expect.stringContaining('at most 20,000 characters')]);
});

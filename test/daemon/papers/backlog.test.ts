import { expect, it } from '@jest/globals';
import { KeptBacklog } from '../../../daemon/papers/embed/backlog.js';

/** Counts one more each time, and takes so many milliseconds. */
function counting(tookMs: number) {
  let now = 0;
  let total = 0;
  const counts = new KeptBacklog();
  const ask = async (): Promise<number> => {
    const { total: found } = await counts.of(
      async () => {
        now += tookMs;
        return { total: ++total, embedded: 0, waiting: 0, failed: 0, elsewhere: 0, lost: 0 };
      },
      () => now,
    );
    return found;
  };
  return { counts, ask, later: (ms: number) => void (now += ms) };
}

it('counts few papers each time', async () => {
  const { ask } = counting(5);
  expect([await ask(), await ask()]).toEqual([1, 2]);
});

it('counts many papers no more often than a twentieth of the time goes into it', async () => {
  const { ask, later } = counting(1000);
  expect([await ask(), await ask()]).toEqual([1, 1]);
  later(19_000);
  expect(await ask()).toBe(1);
  later(1001);
  expect(await ask()).toBe(2);
});

it('counts again where something was done, and once for all who ask meanwhile', async () => {
  const { counts, ask } = counting(1000);
  expect(await Promise.all([ask(), ask()])).toEqual([1, 1]);
  counts.forget();
  expect(await ask()).toBe(2);
});

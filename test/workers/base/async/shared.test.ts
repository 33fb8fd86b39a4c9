/** One run for all who ask at the same time. */
import { expect, it } from '@jest/globals';
import { shared } from '../../../../workers/base/async/shared.js';

function counting(): { ask: () => Promise<number>; ends: ((error?: Error) => void)[] } {
  const ends: ((error?: Error) => void)[] = [];
  const ask = shared(
    () =>
      new Promise<number>((resolve, reject) => {
        const run = ends.push((error) => (error === undefined ? resolve(run) : reject(error)));
      }),
  );
  return { ask, ends };
}
const turn = (): Promise<void> => new Promise(setImmediate);

it('begins at once, and once more for all who ask meanwhile', async () => {
  const { ask, ends } = counting();
  const first = ask();
  const others = [ask(), ask(), ask()];
  expect(ends).toHaveLength(1);
  ends[0]?.();
  await expect(first).resolves.toBe(1);
  await turn();
  expect(ends).toHaveLength(2);
  const late = ask();
  ends[1]?.();
  await expect(Promise.all(others)).resolves.toEqual([2, 2, 2]);
  await turn();
  ends[2]?.();
  await expect(late).resolves.toBe(3);
});

it('goes on after a run that failed', async () => {
  const { ask, ends } = counting();
  const first = ask();
  const second = ask();
  ends[0]?.(new Error('no'));
  await expect(first).rejects.toThrow('no');
  await turn();
  ends[1]?.();
  await expect(second).resolves.toBe(2);
  const third = ask();
  expect(ends).toHaveLength(3);
  ends[2]?.();
  await expect(third).resolves.toBe(3);
});

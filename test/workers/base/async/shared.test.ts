/** One run for all who ask at the same time. */
import { expect, it } from '@jest/globals';
import { createMutex } from '../../../../workers/base/async/mutex.js';
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

it('begins once for all who ask together, and once more for all who ask meanwhile', async () => {
  const { ask, ends } = counting();
  const first = ask();
  expect(ask()).toBe(first);
  await turn();
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
  await turn();
  const second = ask();
  ends[0]?.(new Error('no'));
  await expect(first).rejects.toThrow('no');
  await turn();
  ends[1]?.();
  await expect(second).resolves.toBe(2);
  const third = ask();
  await turn();
  expect(ends).toHaveLength(3);
  ends[2]?.();
  await expect(third).resolves.toBe(3);
});

it('runs tasks with the same turns one after the other', async () => {
  const turns = createMutex();
  const order: string[] = [];
  let running = 0;
  const task = (name: string) => async (): Promise<number> => {
    expect(++running).toBe(1);
    order.push(name);
    await turn();
    running--;
    if (name === 'b') throw new Error('b fails');
    return order.length;
  };
  const [a, b] = [shared(task('a'), turns), shared(task('b'), turns)];
  const first = await Promise.allSettled([a(), a(), b(), a()]);
  expect(first.map((one) => (one.status === 'fulfilled' ? one.value : 'failed'))).toEqual([1, 1, 'failed', 1]);
  const running2 = a();
  await turn();
  expect(a()).not.toBe(running2);
  await turns.ended();
  expect(order).toEqual(['a', 'b', 'a', 'a']);
});

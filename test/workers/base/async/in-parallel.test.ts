import { expect, it } from '@jest/globals';
import { inParallel } from '../../../../workers/base/async/in-parallel.js';

it('returns the results in the order of the items, and runs no more tasks at once than it may', async () => {
  let [running, most] = [0, 0];
  const results = await inParallel([3, 1, 2], { most: 2, signal: undefined }, async (item, _, at) => {
    most = Math.max(most, ++running);
    for (let turn = 0; turn < item; turn++) await new Promise((resolve) => setImmediate(resolve));
    running -= 1;
    return `${at}: ${item}`;
  });
  expect([results, most]).toEqual([['0: 3', '1: 1', '2: 2'], 2]);
});

/** A task that ends some turns after its signal has aborted. */
const untilAborted = async (signal: AbortSignal): Promise<never> => {
  await new Promise((resolve) => signal.addEventListener('abort', resolve));
  await new Promise((resolve) => setImmediate(resolve));
  throw new Error('stopped');
};

it('aborts the other tasks after a failure, and throws it when they have ended', async () => {
  const begun: string[] = [];
  let running = 0;
  const task = async (item: string, signal: AbortSignal): Promise<void> => {
    begun.push(item);
    if (item === 'b') throw new Error('b is broken');
    running += 1;
    await untilAborted(signal).finally(() => (running -= 1));
  };
  await expect(inParallel(['a', 'b', 'c', 'd'], { most: 2, signal: undefined }, task)).rejects.toThrow('b is broken');
  expect([begun, running]).toEqual([['a', 'b'], 0]);
});

it('aborts the tasks with the signal of the caller, and begins no others', async () => {
  const stopping = new AbortController();
  let begun = 0;
  const done = inParallel(['a', 'b'], { most: 1, signal: stopping.signal }, (_, signal) => {
    begun += 1;
    const ended = untilAborted(signal);
    stopping.abort(new Error('no more'));
    return ended;
  });
  await expect(done).rejects.toThrow('stopped');
  expect(begun).toBe(1);
});

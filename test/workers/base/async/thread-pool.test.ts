import { afterEach, expect, it } from '@jest/globals';
import { createThreadPool, type ThreadPool } from '../../../../workers/base/async/thread-pool.js';

let pool: ThreadPool;
const open = (threads: number): ThreadPool =>
  (pool = createThreadPool(new URL('./pool-task.js', import.meta.url), {
    threads,
    idleMs: 100,
    heap: { maxOldGenerationSizeMb: 32 },
  }));
afterEach(() => pool.close());

it('answers what the script answers, more tasks than threads too', async () => {
  const threads = open(2);
  const answers = [1, 2, 3, 4, 5].map((say) => threads.run<number>({ say }));
  expect(await Promise.all(answers)).toEqual([1, 2, 3, 4, 5]);
});

it('goes on with the next task where an abort ended the one before', async () => {
  const threads = open(1);
  const abort = new AbortController();
  const [stopped, next] = [threads.run({ ms: 60_000 }, { signal: abort.signal }), threads.run({ say: 'next' })];
  setTimeout(() => abort.abort(new Error('no more')), 300);
  await expect(stopped).rejects.toThrow('no more');
  expect(await next).toBe('next');
});

it('goes on with the next task where memory ended the one before', async () => {
  const threads = open(1);
  const [hungry, next] = [threads.run({ eat: true }), threads.run({ say: 'next' })];
  await expect(hungry).rejects.toMatchObject({ code: 'ERR_WORKER_OUT_OF_MEMORY' });
  expect(await next).toBe('next');
});

it('refuses at once what waits and is not wanted any more', async () => {
  const threads = open(1);
  const abort = new AbortController();
  const [first, waiting] = [
    threads.run({ say: 'first', ms: 500 }),
    threads.run({ say: 'late' }, { signal: abort.signal }),
  ];
  let firstIsDone = false;
  void first.then(() => (firstIsDone = true));
  abort.abort(new Error('no more'));
  await expect(waiting).rejects.toThrow('no more');
  expect(firstIsDone).toBe(false);
  expect(await first).toBe('first');
});

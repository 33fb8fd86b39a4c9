/** Calls of a thread: answers, errors, events, aborts, and what a crash ends. */
import { afterEach, expect, it } from '@jest/globals';
import { setTimeout as pause } from 'node:timers/promises';
import { createKeptThreads } from '../../../../workers/base/async/kept-threads.js';
import type { ServedCall } from '../../../../workers/base/async/serve-thread.js';
import { createThread, runInThread, type Thread } from '../../../../workers/base/async/threads.js';
import { TonstiftError } from '../../../../workers/base/errors.js';
import { say } from '../../../../workers/base/language/sentence.js';
import { manualClock } from '../../../support/manual-clock.js';
import { until } from '../../../support/patience.js';

const script = new URL('served.js', import.meta.url);
type Served = {
  count: () => number;
  fail: (detail: string) => never;
  refuse: () => never;
  crash: () => void;
  numbers: (from: number, call: ServedCall<number>) => Promise<void>;
};

const threads: Thread<Served>[] = [];
afterEach(() => Promise.all(threads.splice(0).map((thread) => thread.end())));
function start(): Thread<Served> {
  const thread = createThread<Served>(script, {});
  threads.push(thread);
  return thread;
}

it('answers calls, and keeps what a call leaves', async () => {
  const thread = start();
  expect(await Promise.all([thread.call('count', undefined), thread.call('count', undefined)])).toEqual([1, 2]);
  expect(thread.load).toBe(0);
});

it('passes errors on', async () => {
  const thread = start();
  await expect(thread.call('fail', 'x')).rejects.toMatchObject({
    ...{ name: 'TaskError', message: 'too far', kind: 'RangeError', code: 'EFAR', detail: 'x' },
  });
  const refused: unknown = await thread.call('refuse', undefined).catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(TonstiftError);
  const { code, words, fieldWords } = refused as TonstiftError;
  expect([code, words, fieldWords]).toEqual(['bad_field', say('wrong.empty_file'), { cover: say('wrong.no_size') }]);
});

it('waits for the caller with each event, and settles an aborted call when the thread has stopped it', async () => {
  const thread = start();
  const leaving = new AbortController();
  const seen: number[] = [];
  let handling = 0;
  const event = async (n: number): Promise<void> => {
    expect(++handling).toBe(1);
    seen.push(n);
    if (seen.length === 3) leaving.abort(new Error('enough'));
    await pause(5);
    handling--;
  };
  await expect(thread.call('numbers', 7, { event, signal: leaving.signal })).rejects.toThrow('enough');
  expect(seen).toEqual([7, 8, 9]);
  expect(await thread.call('count', undefined)).toBe(104);
});

it('fails all calls of a thread that crashes or ends, and later ones', async () => {
  for (const [stop, why] of [
    [(thread: Thread<Served>): unknown => thread.call('crash', undefined).catch(() => undefined), 'fell over'],
    [(thread: Thread<Served>): unknown => thread.end(), 'the thread ended without an answer'],
  ] as const) {
    const thread = start();
    const event = (n: number): void => void (n === 1 && stop(thread));
    const failure = { name: 'ThreadError', message: why };
    await expect(thread.call('numbers', 0, { event })).rejects.toMatchObject(failure);
    await expect(thread.call('count', undefined)).rejects.toMatchObject(failure);
    expect(await thread.ended).toMatchObject(failure);
  }
});

it('runs one task in a thread of its own', async () => {
  expect(await runInThread<Served['count']>(script, undefined)).toBe(1);
  expect(await runInThread<Served['count']>(script, undefined)).toBe(1);
  const signal = AbortSignal.abort(new Error('gone'));
  await expect(runInThread<Served['count']>(script, undefined, { signal })).rejects.toThrow('gone');
});

it('starts a kept thread again after a crash, and after it was idle', async () => {
  const clock = manualClock();
  const kept = createKeptThreads<Served>(script, { most: 1, idleMs: 1000, clock, limits: {} });
  expect([await kept.call('count', undefined), await kept.call('count', undefined)]).toEqual([1, 2]);
  await expect(kept.call('crash', undefined)).rejects.toThrow('fell over');
  expect(await kept.call('count', undefined)).toBe(1);
  clock.advance(1000);
  await until('another thread', async () => (await kept.call('count', undefined)) === 1);
  await kept.close();
  await expect(kept.call('count', undefined)).rejects.toThrow('ended');
});

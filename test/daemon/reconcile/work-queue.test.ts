/** The work queue, with a clock that the test moves. */
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { Outcome } from '../../../daemon/reconcile/outcome.js';
import { WorkQueue, type Run } from '../../../daemon/reconcile/work-queue.js';
import { TonstiftError } from '../../../workers/base/errors.js';
import { manualClock, type ManualClock } from '../../support/manual-clock.js';

interface Begun {
  key: string;
  order: string[] | undefined;
  signal: AbortSignal;
  wakeIn: Run<string[]>['wakeIn'];
  done(result?: string): Promise<void>;
  fail(error: Error): Promise<void>;
}

const notNow = (message = 'not yet'): TonstiftError => new TonstiftError('not_now', message);

let clock: ManualClock;
let begun: Begun[];
let outcomes: [string, Outcome['kind'], number?][];
let queue: WorkQueue<string[], string>;

const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Each run lasts until the test ends it. */
function work(key: string, { order, signal, wakeIn }: Run<string[]>): Promise<string> {
  return new Promise((resolve, reject) => {
    begun.push({
      key,
      order,
      signal,
      wakeIn,
      done: (result = 'done') => (resolve(result), settled()),
      fail: (error) => (reject(error), settled()),
    });
  });
}

beforeEach(() => {
  clock = manualClock();
  begun = [];
  outcomes = [];
  queue = new WorkQueue<string[], string>({
    work,
    clock,
    pauses: [10, 20, 40],
    merge: (earlier, later) => [...earlier, ...later],
    judge: (error) => {
      if (!(error instanceof TonstiftError)) return 'failed';
      return error.code === 'not_now' ? { notNow: true, atLeast: Number(error.fields['wait'] ?? 0) } : 'failed';
    },
    ended: (key, outcome) =>
      void outcomes.push(outcome.kind === 'not now' ? [key, outcome.kind, outcome.pause] : [key, outcome.kind]),
  });
});
afterEach(async () => {
  const stopping = queue.stop();
  for (const run of begun) void run.fail(notNow());
  await stopping;
  expect(clock.waiting()).toBe(0);
});

async function last(count: number): Promise<Begun> {
  await settled();
  expect(begun.length).toBe(count);
  return begun[count - 1] as Begun;
}

describe('a key', () => {
  it('is worked on once for all that asks in one go, and different keys side by side', async () => {
    for (const key of ['a', 'b', 'a', 'a']) queue.add(key);
    await settled();
    expect(begun.map(({ key }) => key)).toEqual(['a', 'b']);
  });

  it('runs never twice at once; what asks meanwhile is answered by one more run', async () => {
    queue.add('a');
    const first = await last(1);
    queue.add('a');
    queue.hurry('a');
    void queue.run('a');
    expect((await last(1)).key).toBe('a');
    await first.done();
    await (await last(2)).done();
    await last(2);
    expect(queue.isBusy('a')).toBe(false);
  });

  it('leaves nothing behind when it is done', async () => {
    queue.add('a');
    expect(queue.isBusy('a')).toBe(true);
    await (await last(1)).done();
    expect(queue.isBusy('a')).toBe(false);
    expect(clock.waiting()).toBe(0);
    expect(outcomes).toEqual([['a', 'done']]);
  });

  it('is looked at once more where a run asks for it, or earlier where somebody else does', async () => {
    queue.add('a');
    let run = await last(1);
    run.wakeIn(50);
    await run.done();
    clock.advance(49);
    run = await last(1);
    clock.advance(1);
    run = await last(2);
    run.wakeIn(50);
    await run.done();
    queue.add('a');
    run = await last(3);
    await run.done();
    clock.advance(1000);
    await last(3);
  });
});

describe('"not now"', () => {
  it('rests by the table, whoever adds meanwhile, and begins the table again after a run that is done', async () => {
    queue.add('a');
    for (const [n, pause] of [10, 20, 40, 40].entries()) {
      await (await last(n + 1)).fail(notNow());
      for (let asked = 0; asked < 100; asked++) queue.add('a');
      clock.advance(pause - 1);
      await last(n + 1);
      expect(queue.isBusy('a')).toBe(false);
      clock.advance(1);
    }
    await (await last(5)).done();
    queue.add('a');
    await (await last(6)).fail(notNow());
    expect(outcomes.map(([, kind, pause]) => [kind, pause])).toEqual([
      ['not now', 10],
      ['not now', 20],
      ['not now', 40],
      ['not now', 40],
      ['done', undefined],
      ['not now', 10],
    ]);
  });

  it('rests as long as the failure itself asks', async () => {
    queue.add('a');
    await (await last(1)).fail(new TonstiftError('not_now', 'later', { wait: '500' }));
    clock.advance(499);
    await last(1);
    clock.advance(1);
    await last(2);
  });

  it('is tried in spite of its pause where somebody hurries, which makes the pause no longer', async () => {
    queue.add('a');
    await (await last(1)).fail(notNow());
    clock.advance(10);
    await (await last(2)).fail(notNow());
    clock.advance(5);
    queue.hurry('a');
    await (await last(3)).fail(notNow());
    expect(outcomes.at(-1)).toEqual(['a', 'not now', 15]);
    clock.advance(15);
    await (await last(4)).fail(notNow());
    expect(outcomes.at(-1)).toEqual(['a', 'not now', 40]);
  });

  it('ends where its reason may be gone', async () => {
    for (const key of ['a', 'b']) queue.add(key);
    await settled();
    await begun[0]?.fail(notNow());
    await begun[1]?.done();
    queue.resume();
    expect((await last(3)).key).toBe('a');
    await begun[2]?.fail(notNow());
    expect(outcomes.at(-1)).toEqual(['a', 'not now', 10]);
  });
});

describe('a failure', () => {
  it('waits for somebody who asks', async () => {
    queue.add('a', ['x']);
    await (await last(1)).fail(new Error('never'));
    clock.advance(100_000);
    await last(1);
    queue.add('a');
    expect((await last(2)).order).toBeUndefined();
    expect(outcomes).toEqual([['a', 'failed']]);
  });
});

describe('orders', () => {
  it('are merged, taken when a run begins, and not lost where they come while one is under way', async () => {
    queue.add('a', ['1']);
    queue.add('a', ['2']);
    const first = await last(1);
    expect(first.order).toEqual(['1', '2']);
    queue.add('a', ['3']);
    await first.done();
    expect((await last(2)).order).toEqual(['3']);
  });

  it('are kept for the next try after "not now", older ones first', async () => {
    queue.add('a', ['1']);
    const first = await last(1);
    queue.add('a', ['2']);
    await first.fail(notNow());
    clock.advance(10);
    expect((await last(2)).order).toEqual(['1', '2']);
  });

  it('with somebody waiting are answered by the run that takes them', async () => {
    queue.add('a', ['0']);
    const first = await last(1);
    const answers = [queue.run('a', ['1']), queue.run('a', ['2'])];
    await first.done('too early');
    const second = await last(2);
    expect(second.order).toEqual(['1', '2']);
    await second.done('theirs');
    expect(await Promise.all(answers)).toEqual(['theirs', 'theirs']);
  });

  it('with somebody waiting are refused to their face, and not tried again', async () => {
    const answer = queue.run('a', ['1']);
    answer.catch(() => undefined);
    queue.add('a', ['2']);
    await (await last(1)).fail(notNow('in the way'));
    await expect(answer).rejects.toThrow('in the way');
    clock.advance(10);
    expect((await last(2)).order).toEqual(['2']);
  });

  it('with somebody waiting do not wait for a pause', async () => {
    queue.add('a');
    await (await last(1)).fail(notNow());
    const answer = queue.run('a', ['1']);
    await (await last(2)).done('at once');
    expect(await answer).toBe('at once');
  });
});

describe('a run', () => {
  it('that is interrupted begins again with the same orders, and does not count', async () => {
    const answer = queue.run('a', ['1']);
    queue.add('a', ['2']);
    const first = await last(1);
    queue.interrupt('a', notNow('changed'));
    expect(first.signal.aborted).toBe(true);
    await first.fail(first.signal.reason as Error);
    const second = await last(2);
    expect(second.order).toEqual(['2', '1']);
    await second.done('after all');
    expect(await answer).toBe('after all');
    expect(outcomes).toEqual([['a', 'done']]);
  });

  it('that is forgotten ends, with its orders, and a new one of the key waits for that', async () => {
    const answer = queue.run('a', ['1']);
    answer.catch(() => undefined);
    const first = await last(1);
    queue.add('a', ['2']);
    let over = false;
    void queue.forget('a', notNow('gone')).then(() => (over = true));
    expect(first.signal.reason).toMatchObject({ message: 'gone' });
    queue.add('a');
    await last(1);
    expect(over).toBe(false);
    await first.fail(first.signal.reason as Error);
    await expect(answer).rejects.toThrow('gone');
    expect(over).toBe(true);
    expect((await last(2)).order).toBeUndefined();
    expect(outcomes).toEqual([]);
  });

  it('that rests is forgotten with its pause', async () => {
    queue.add('a', ['1']);
    await (await last(1)).fail(notNow());
    await queue.forget('a', notNow('gone'));
    expect(clock.waiting()).toBe(0);
    queue.add('a');
    expect((await last(2)).order).toBeUndefined();
  });
});

describe('the end', () => {
  it('aborts what runs, refuses what waits, and lets nothing begin', async () => {
    queue.add('a');
    const first = await last(1);
    const waiting = queue.run('a');
    waiting.catch(() => undefined);
    let over = false;
    const stopping = queue.stop().then(() => (over = true));
    await settled();
    expect([first.signal.aborted, over]).toEqual([true, false]);
    await expect(waiting).rejects.toThrow('The daemon is stopping.');
    await first.done();
    await stopping;
    queue.add('b');
    queue.hurry('a');
    await expect(queue.run('c')).rejects.toThrow('The daemon is stopping.');
    await last(1);
    await queue.stop();
  });

  it('has come for a key when that is told, unless the key begins again', async () => {
    const published: boolean[] = [];
    const ends: (() => void)[] = [];
    const own: WorkQueue = new WorkQueue({
      work: () => new Promise((resolve) => ends.push(resolve)),
      clock,
      pauses: [10],
      ended: (key) => void published.push(own.isBusy(key)),
    });
    own.add('a');
    await settled();
    own.add('a');
    ends[0]?.();
    await settled();
    expect([published, own.isBusy('a')]).toEqual([[true], true]);
    ends[1]?.();
    await settled();
    expect([published, own.isBusy('a')]).toEqual([[true, false], false]);
  });

  it('is told by idle, which waits for no pause', async () => {
    queue.add('a');
    queue.add('b');
    let idle = false;
    void queue.idle().then(() => (idle = true));
    await (await last(2)).fail(notNow());
    expect(idle).toBe(false);
    await begun[0]?.done();
    expect(idle).toBe(true);
  });
});

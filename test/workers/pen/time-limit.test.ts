import { describe, expect, it } from '@jest/globals';
import { createTimeLimit } from '../../../workers/pen/find/time-limit.js';
import { manualClock } from '../../support/manual-clock.js';

const never = (): Promise<never> => new Promise(() => undefined);

describe('a time limit', () => {
  it('gives the answer, or the error, and leaves no timer', async () => {
    const clock = manualClock();
    const limit = createTimeLimit(clock);
    expect(await limit.ask('a', 2000, async () => 7)).toBe(7);
    await expect(limit.ask('a', 2000, () => Promise.reject(new Error('EIO')))).rejects.toThrow('EIO');
    expect(await limit.ask('a', 2000, async () => 8)).toBe(8);
    expect(clock.waiting()).toBe(0);
    expect(limit.late()).toBe(0);
  });

  it('does not ask again what hangs, until it has answered', async () => {
    const clock = manualClock();
    const limit = createTimeLimit(clock);
    let answer = (_: string): void => undefined;
    const slow = limit.ask('slow', 2000, () => new Promise<string>((resolve) => (answer = resolve)));
    clock.advance(1999);
    clock.advance(1);
    await expect(slow).rejects.toThrow('it did not respond within 2 s');
    let asked = 0;
    const retry = (): Promise<number> => limit.ask('slow', 2000, async () => ++asked);
    await expect(retry()).rejects.toThrow('it still does not respond');
    expect([asked, limit.late()]).toEqual([0, 0]);
    expect(await limit.ask('other', 2000, async () => 'here')).toBe('here');
    answer('at last');
    await Promise.resolve();
    expect(await retry()).toBe(1);
    expect(limit.late()).toBe(1);
  });

  it('asks again where the one that hangs is gone', async () => {
    const clock = manualClock();
    const limit = createTimeLimit(clock);
    const hanging = limit.ask('a', 2000, never);
    clock.advance(2000);
    await expect(hanging).rejects.toThrow();
    limit.keep(new Set(['a']));
    await expect(limit.ask('a', 2000, async () => 1)).rejects.toThrow('still');
    limit.keep(new Set());
    expect(await limit.ask('a', 2000, async () => 1)).toBe(1);
  });

  it('lets no more than two hang', async () => {
    const clock = manualClock();
    const limit = createTimeLimit(clock);
    const hanging = ['a', 'b'].map((key) => limit.ask(key, 2000, never));
    clock.advance(2000);
    expect((await Promise.allSettled(hanging)).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    let started = false;
    await expect(limit.ask('c', 2000, async () => (started = true))).rejects.toThrow('other volumes do not respond');
    expect(started).toBe(false);
  });

  it('waits for nobody once it is closed', async () => {
    const clock = manualClock();
    const limit = createTimeLimit(clock);
    const hanging = limit.ask('a', 2000, never);
    limit.close();
    limit.close();
    await expect(hanging).rejects.toThrow('the search has ended');
    await expect(limit.ask('b', 2000, async () => 1)).rejects.toThrow('the search has ended');
    expect(clock.waiting()).toBe(0);
  });
});

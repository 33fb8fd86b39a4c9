/** The schedule of the embedding, on a clock that a test sets. */
import { expect, it, jest } from '@jest/globals';
import { Schedule } from '../../../daemon/papers/embed/schedule.js';
import { systemClock, type Clock } from '../../../workers/base/ports.js';
import { manualClock } from '../../support/manual-clock.js';

const minute = 60_000;
const hour = 60 * minute;
const year = 365 * 24 * hour;

function scheduled(pattern: string, from: string) {
  const timers = manualClock();
  let offset = Date.parse(from);
  const clock: Clock = { ...timers, now: () => timers.now() + offset };
  const runs: string[] = [];
  const schedule = new Schedule(pattern, clock, () => runs.push(new Date(clock.now()).toISOString().slice(0, 16)));
  return {
    ...{ schedule, timers, runs },
    set: (ms: number): void => void (offset += ms),
    pass: (ms: number): void => {
      for (let left = ms; left > 0; left -= minute / 2) timers.advance(minute / 2);
    },
  };
}

it('goes on every hour after the clock was a year ahead for a while, and after it was set back', () => {
  const { pass, set, runs, schedule, timers } = scheduled('0 * * * *', '2027-06-01T10:50:00Z');
  pass(hour);
  set(year);
  pass(hour);
  set(-year);
  pass(hour);
  expect(runs).toEqual([
    '2027-06-01T11:00',
    // The times that the jump has left out are one call.
    '2028-05-31T11:50',
    '2028-05-31T12:00',
    '2027-06-01T13:00',
  ]);
  set(-5 * hour);
  pass(hour);
  expect(runs.at(-1)).toBe('2027-06-01T09:00');
  expect(schedule.next).toEqual(new Date('2027-06-01T10:00:00Z'));
  schedule.stop();
  expect(timers.waiting()).toBe(0);
});

it('names no time if its day does not exist', () => {
  const { schedule, pass, runs } = scheduled('0 0 31 2 *', '2027-02-20T00:00:00Z');
  expect(schedule.next).toBeNull();
  pass(24 * hour);
  expect(runs).toEqual([]);
});

it('a timer of more than 25 days calls when it is due, and not before', () => {
  jest.useFakeTimers();
  try {
    const called: string[] = [];
    systemClock.after(60 * 24 * hour, () => called.push('after'));
    const cancel = systemClock.after(60 * 24 * hour, () => called.push('cancelled'));
    const end = systemClock.every(60 * 24 * hour, () => called.push('every'));
    jest.advanceTimersByTime(20 * 24 * hour);
    expect(called).toEqual([]);
    end();
    jest.advanceTimersByTime(39 * 24 * hour);
    expect(called).toEqual([]);
    // It was armed again meanwhile.
    cancel();
    jest.advanceTimersByTime(2 * 24 * hour);
    expect(called).toEqual(['after']);
  } finally {
    jest.useRealTimers();
  }
});

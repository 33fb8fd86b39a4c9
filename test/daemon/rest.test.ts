import { expect, it, jest } from '@jest/globals';
import { collectAtRest } from '../../daemon/rest.js';
import { manualClock } from '../support/manual-clock.js';

it('collects once when the program rests after work, and never at work', () => {
  const clock = manualClock();
  let milliseconds = 0;
  const collect = jest.fn();
  const stop = collectAtRest(clock, () => ({ user: milliseconds * 900, system: milliseconds * 100 }), collect);
  const pass = (work: number): number => {
    milliseconds += work;
    clock.advance(10_000);
    return collect.mock.calls.length;
  };
  expect([pass(5_000), pass(20_000)]).toEqual([0, 0]);
  expect([pass(100), pass(100), pass(400)]).toEqual([1, 1, 1]);
  expect([pass(600), pass(300), pass(300)]).toEqual([1, 2, 2]);
  stop();
  expect([pass(5_000), pass(0)]).toEqual([2, 2]);
});

it('collects what a start has left', () => {
  const clock = manualClock();
  const collect = jest.fn();
  collectAtRest(clock, () => ({ user: 0, system: 0 }), collect);
  for (let n = 0; n < 3; n++) clock.advance(10_000);
  expect(collect).toHaveBeenCalledTimes(1);
});

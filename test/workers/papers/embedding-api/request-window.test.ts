import { describe, expect, it } from '@jest/globals';
import { beat, endLease, lowestLimit } from '../../../../workers/papers/embedding-api/rate/leases.js';
import {
  compareAge,
  createWindow,
  mergePlaces,
  returnPlace,
  settlePlace,
  takePlace,
  windowOf,
  type Place,
  type RequestWindow,
} from '../../../../workers/papers/embedding-api/rate/request-window.js';

const minute = 60_000_000_000n;
const second = minute / 60n;
const start = 1_000n * minute;

/** Asks at once whenever it may; answers come after `latency`. The times at which requests went out. */
function run(
  window: RequestWindow,
  perMinute: number,
  { from = start, until, latency = () => 0n }: { from?: bigint; until: bigint; latency?: () => bigint },
): bigint[] {
  const sent: bigint[] = [];
  const underWay: { at: bigint; place: Place }[] = [];
  for (let now = from; now < until;) {
    for (const one of underWay.filter(({ at }) => at <= now)) settlePlace(window, one.place, one.at);
    const place = takePlace(window, perMinute, now);
    if ('wait' in place) {
      expect(place.wait).toBeGreaterThan(0n);
      expect(place.wait).toBeLessThanOrEqual(second);
      now += place.wait;
      continue;
    }
    sent.push(now);
    const took = latency();
    if (took === 0n) settlePlace(window, place, now);
    else underWay.push({ at: now + took, place });
  }
  return sent;
}

/** The most in any minute. */
function most(times: bigint[], span = minute): number {
  const sorted = [...times].sort((a, b) => (a < b ? -1 : 1));
  return Math.max(...sorted.map((from) => sorted.filter((at) => at >= from && at <= from + span - 1n).length));
}

describe('the window of requests', () => {
  it.each([
    [60, 120],
    [1, 2],
    [1.5, 2],
    [1_024, 2_048],
  ])('lets %d go at once and again after a minute', (perMinute, inTwo) => {
    const sent = run(createWindow(start), perMinute, { until: start + 2n * minute - second });
    expect(sent).toHaveLength(inTwo);
    expect(new Set(sent).size).toBe(2);
  });

  it('stretches the minute for less than one', () => {
    expect(run(createWindow(start), 0.5, { until: start + 10n * minute })).toHaveLength(5);
  });

  it('shortens it for more than it remembers', () => {
    const sent = run(createWindow(start), 10_000, { until: start + minute / 2n });
    expect(sent.length).toBeGreaterThan(4_900);
    expect(sent.length).toBeLessThanOrEqual(10_000);
    expect(sent.filter((at) => at < start + second)).toHaveLength(1_000);
  });

  it('never lets more go in any minute, however late the answers', () => {
    let seed = 1;
    const random = () => (seed = (seed * 48_271) % 2_147_483_647) / 2_147_483_647;
    const window = createWindow(start);
    const sent = run(window, 30, { until: start + 20n * minute, latency: () => BigInt(Math.floor(random() * 12e9)) });
    expect(most(sent)).toBeLessThanOrEqual(30);
    expect(sent.length).toBeGreaterThan(20 * 30 * 0.8);
  });

  it('counts a request from its answer, and one without an answer from ten seconds after it went', () => {
    const window = createWindow(start);
    const answered = takePlace(window, 2, start) as Place;
    takePlace(window, 2, start);
    settlePlace(window, answered, start + 5n * second);
    expect(takePlace(window, 2, start + 65n * second - 1n)).toHaveProperty('wait', 1n);
    expect(takePlace(window, 2, start + 65n * second)).toHaveProperty('slot');
    expect(takePlace(window, 2, start + 70n * second - 1n)).toHaveProperty('wait');
    expect(takePlace(window, 2, start + 70n * second)).toHaveProperty('slot');
  });

  it('takes a place back', () => {
    const window = createWindow(start);
    returnPlace(window, takePlace(window, 1, start) as Place);
    expect(takePlace(window, 1, start)).toHaveProperty('slot');
    expect(takePlace(window, 1, start)).toHaveProperty('wait');
  });

  it('looks back a whole minute when the limit falls', () => {
    const window = createWindow(start);
    run(window, 5_000, { until: start + second });
    expect(run(window, 10, { from: start + second, until: start + minute })).toEqual([]);
    expect(run(window, 10, { from: start + minute + second, until: start + minute + 2n * second })).toHaveLength(10);
  });

  it('lets more go when the limit rises', () => {
    const window = createWindow(start);
    expect(run(window, 10, { until: start + second })).toHaveLength(10);
    expect(run(window, 25, { from: start + second, until: start + 2n * second })).toHaveLength(15);
  });

  it('counts what another window let go, once merged', () => {
    const [one, other] = [createWindow(start), createWindow(start + 1n)];
    expect(compareAge(one, other)).toBe(-1);
    expect(compareAge(one, one)).toBe(0);
    run(one, 20, { until: start + second });
    run(other, 30, { until: start + second });
    mergePlaces(other, one, start + second);
    expect(run(one, 60, { from: start + second, until: start + 2n * second })).toHaveLength(10);
  });

  it('is known by its buffer only if it is one', () => {
    const window = createWindow(start);
    expect(windowOf(window.buffer)).toBeDefined();
    for (const other of [
      undefined,
      'x',
      new SharedArrayBuffer(8),
      new SharedArrayBuffer(window.buffer.byteLength),
      window,
    ])
      expect(windowOf(other)).toBeUndefined();
  });
});

describe('leases', () => {
  it('let the lowest limit rule, as long as they are held', () => {
    const window = createWindow(start);
    expect(lowestLimit(window, start)).toBe(Infinity);
    beat(window, 1n, 60, start);
    beat(window, -2n, 0.25, start);
    expect(lowestLimit(window, start)).toBe(0.25);
    beat(window, -2n, 70, start);
    expect(lowestLimit(window, start)).toBe(60);
    endLease(window, 1n);
    expect(lowestLimit(window, start)).toBe(70);
    endLease(window, 1n);
  });

  it('of a thread that is gone run out after a minute', () => {
    const window = createWindow(start);
    beat(window, 1n, 1, start);
    beat(window, 2n, 60, start);
    beat(window, 2n, 60, start + 50n * second);
    expect(lowestLimit(window, start + 59n * second)).toBe(1);
    expect(lowestLimit(window, start + 60n * second)).toBe(60);
    beat(window, 1n, 1, start + 61n * second);
    expect(lowestLimit(window, start + 61n * second)).toBe(1);
  });

  it('are reused, and no more than there are', () => {
    const window = createWindow(start);
    for (let owner = 1n; owner <= 300n; owner++) beat(window, owner, 1000 - Number(owner), start);
    expect(lowestLimit(window, start)).toBe(1000 - 256);
    const later = start + 2n * minute;
    for (let owner = 301n; owner <= 500n; owner++) beat(window, owner, 1000 - Number(owner), later);
    expect(lowestLimit(window, later)).toBe(500);
  });
});

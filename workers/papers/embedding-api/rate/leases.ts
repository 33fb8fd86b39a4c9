/** The limits that the threads of a process request; the lowest applies. Each thread writes only its own. */
import { firstLease, leases, leaseWords, minuteOf, type RequestWindow } from './request-window.js';

/**
 * Renews the limit of `owner`. Call it every few seconds: after a minute without a call the thread counts as ended.
 * @param owner not 0
 * @param perMinute > 0
 */
export function beat(window: RequestWindow, owner: bigint, perMinute: number, now: bigint): void {
  const at = find((word) => Atomics.load(window, word) === owner) ?? claim(window, owner, now);
  // More threads than leases: then the limit applies to this thread only.
  if (at === undefined) return;
  Atomics.store(window, at + 2, toBits(perMinute));
  Atomics.store(window, at + 1, now);
}

export function endLease(window: RequestWindow, owner: bigint): void {
  const at = find((word) => Atomics.load(window, word) === owner);
  if (at === undefined) return;
  Atomics.store(window, at + 1, 0n);
  Atomics.store(window, at, 0n);
}

/** Returns Infinity if no thread requests a limit. */
export function lowestLimit(window: RequestWindow, now: bigint): number {
  let lowest = Infinity;
  find((word) => {
    if (isAlive(window, word, now)) lowest = Math.min(lowest, fromBits(Atomics.load(window, word + 2)));
    return false;
  });
  return lowest;
}

function claim(window: RequestWindow, owner: bigint, now: bigint): number | undefined {
  return find((word) => {
    const before = Atomics.load(window, word);
    return !isAlive(window, word, now) && Atomics.compareExchange(window, word, before, owner) === before;
  });
}

function isAlive(window: RequestWindow, word: number, now: bigint): boolean {
  const last = Atomics.load(window, word + 1);
  return Atomics.load(window, word) !== 0n && last !== 0n && last + minuteOf(window) > now;
}

function find(is: (word: number) => boolean): number | undefined {
  for (let lease = 0; lease < leases; lease++)
    if (is(firstLease + lease * leaseWords)) return firstLease + lease * leaseWords;
  return undefined;
}

function toBits(value: number): bigint {
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, value);
  return view.getBigInt64(0);
}

function fromBits(bits: bigint): number {
  const view = new DataView(new ArrayBuffer(8));
  view.setBigInt64(0, bits);
  return view.getFloat64(0);
}

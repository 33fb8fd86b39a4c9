import { randomBytes } from 'node:crypto';

/**
 * Bottleneck, which keeps the queue of a thread and shares a limit over Redis, knows neither this window nor other
 * threads without Redis: its reservoir is filled at fixed times, so that twice the limit may go out within a minute.
 *
 * Glossary
 *
 * window   the memory all threads of a process share: when the last requests went out, and which limits are asked for
 * place    one request in it
 * lease    a limit that one thread asks for as long as it holds it
 *
 * A request counts from when it is let go to a minute after its answer: only then can't the server have seen it late
 * (a slow connection, a busy process). What no answer ends counts as arrived after a sixth of a minute at the latest.
 *
 * Nothing here locks. A thread may be ended between any two lines: what it leaves is a place that runs out, or a lease
 * whose beat stops.
 */

const { add, compareExchange, load } = Atomics;

/** Limits above it hold in shorter parts of a minute. */
const places = 1_024;
export const leases = 256;
const header = { format: 0, id: 1, born: 2, minute: 3, version: 4, used: 5 } as const;
export const firstLease = 8;
/** Owner, last beat, limit as the bits of a float. */
export const leaseWords = 3;
const firstPlace = firstLease + leases * leaseWords;
const format = 1n;

/** Threads started later inherit the window under this name; those started before hear of it on this channel. */
export const windowName = 'tonstift.embedding-api.window.1';

export type RequestWindow = BigInt64Array;

export interface Place {
  slot: number;
  value: bigint;
}

/**
 * @param minute how long a minute is, in nanoseconds: tests make it shorter
 * @param now of the clock that all threads share (`process.hrtime.bigint()`)
 */
export function createWindow(now: bigint, minute = 60_000_000_000n): RequestWindow {
  const window = new BigInt64Array(new SharedArrayBuffer((firstPlace + places) * 8));
  window[header.id] = randomId();
  window[header.born] = now;
  window[header.minute] = minute;
  window[header.format] = format;
  return window;
}

/** The window in a buffer from elsewhere, if it is one. */
export function windowOf(buffer: unknown): RequestWindow | undefined {
  // Not `instanceof`: test runners have realms of their own.
  if (Object.prototype.toString.call(buffer) !== '[object SharedArrayBuffer]') return undefined;
  const window = new BigInt64Array(buffer as SharedArrayBuffer);
  return window.length === firstPlace + places && window[header.format] === format ? window : undefined;
}

/** Never 0. */
export const randomId = (): bigint => randomBytes(8).readBigInt64LE() | 1n;

/** Which of two goes on when threads meet that each made one; 0 for one and the same. */
export function compareAge(a: RequestWindow, b: RequestWindow): number {
  for (const word of [header.born, header.id]) {
    const [left = 0n, right = 0n] = [a[word], b[word]];
    if (left !== right) return left < right ? -1 : 1;
  }
  return 0;
}

export const minuteOf = (window: RequestWindow): bigint => load(window, header.minute);

/**
 * Takes a place, or says how long to wait before asking again.
 * @param perMinute any number > 0: fractions stretch the minute, more than the window remembers shorten it
 * @param now nanoseconds
 */
export function takePlace(window: RequestWindow, perMinute: number, now: bigint): Place | { wait: bigint } {
  const minute = minuteOf(window);
  const share = shareOf(perMinute, minute);
  const { count, span } = share;
  for (;;) {
    const version = load(window, header.version);
    const used = Number(load(window, header.used));
    const taken: bigint[] = [];
    let free = -1;
    for (let slot = 0; slot < used; slot++) {
      const at = load(window, firstPlace + slot);
      if (at !== 0n && at + span > now) taken.push(at);
      // Younger ones are kept though they do not count here: a lower limit looks back a whole minute or more.
      if (free < 0 && (at === 0n || at + max(span, minute) <= now)) free = slot;
    }
    if (taken.length >= count) return { wait: waitFor(taken, share, now, minute) };
    if (free < 0 && used < places) {
      // Before it is taken: who counts meanwhile must look at it too.
      compareExchange(window, header.used, BigInt(used), BigInt(used + 1));
      continue;
    }
    if (free < 0) free = oldest(window);
    const before = load(window, firstPlace + free);
    const value = now + minute / 6n;
    if (compareExchange(window, firstPlace + free, before, value) !== before) continue;
    // Who counted at the same time goes back and counts again.
    if (compareExchange(window, header.version, version, version + 1n) !== version) {
      compareExchange(window, firstPlace + free, value, before);
      continue;
    }
    return { slot: free, value };
  }
}

/** The request of a place was never sent. */
export function returnPlace(window: RequestWindow, { slot, value }: Place): void {
  compareExchange(window, firstPlace + slot, value, 0n);
}

/** Lets the requests of one window count in another. */
export function mergePlaces(from: RequestWindow, into: RequestWindow, now: bigint): void {
  const minute = minuteOf(into);
  const young = [...from.subarray(firstPlace)].filter((at) => at + minute > now);
  let slot = 0;
  for (const at of young) {
    while (slot < places) {
      const before = load(into, firstPlace + slot);
      if (before + minute <= now && compareExchange(into, firstPlace + slot, before, at) === before) break;
      slot += 1;
    }
  }
  const used = BigInt(Math.min(places, slot + 1));
  for (let before = into[header.used] ?? 0n; before < used; before = load(into, header.used))
    compareExchange(into, header.used, before, used);
  // Who is counting counts again.
  add(into, header.version, 1n);
}

/** The request of a place was answered, or failed. */
export function settlePlace(window: RequestWindow, { slot, value }: Place, now: bigint): void {
  if (now < value) compareExchange(window, firstPlace + slot, value, now);
}

/** Nanoseconds until a place may be free: at most a sixtieth of a minute, since limits and answers change it. */
function waitFor(taken: bigint[], { count, span }: Share, now: bigint, minute: bigint): bigint {
  taken.sort((a, b) => (a < b ? -1 : a > b ? 1 : 0));
  const until = (taken[taken.length - count] ?? now) + span - now;
  return until < minute / 60n ? until : minute / 60n;
}

/** At most `count` in any `span`. */
interface Share {
  count: number;
  span: bigint;
}

/** Makes at most `perMinute` in any minute. */
function shareOf(perMinute: number, minute: bigint): Share {
  if (perMinute < 1) return { count: 1, span: BigInt(Math.ceil(Number(minute) / perMinute)) };
  const parts = Math.ceil(perMinute / places);
  return { count: Math.max(1, Math.floor(perMinute / parts)), span: (minute + BigInt(parts) - 1n) / BigInt(parts) };
}

function oldest(window: RequestWindow): number {
  let found = 0;
  for (let slot = 1; slot < places; slot++)
    if (load(window, firstPlace + slot) < load(window, firstPlace + found)) found = slot;
  return found;
}

const max = (a: bigint, b: bigint): bigint => (a > b ? a : b);

import { randomBytes } from 'node:crypto';

/**
 * Bottleneck keeps the queue of a thread and shares a limit over Redis. It cannot share a limit between threads without
 * Redis. Its reservoir also refills at fixed times, so twice the limit could be sent within a minute.
 *
 * Glossary
 *
 * window   memory that all threads of a process share: the times of the last requests, and the requested limits
 * place    one request in the window
 * lease    a limit that one thread requests while it holds the lease
 *
 * A request counts from its release until a minute after its response, because a slow connection or a busy process can
 * delay its arrival at the server. Without a response, a request counts as arrived after a sixth of a minute.
 *
 * There are no locks. A thread may end between any two lines: then its place expires, or its lease is not renewed.
 */

const { add, compareExchange, load } = Atomics;

/** A higher limit is enforced over a shorter part of a minute. */
const places = 1_024;
export const leases = 256;
const header = { format: 0, id: 1, born: 2, minute: 3, version: 4, used: 5 } as const;
export const firstLease = 8;
/** Owner, last renewal, limit as the bits of a float. */
export const leaseWords = 3;
const firstPlace = firstLease + leases * leaseWords;
const format = 1n;

/**
 * The name under which threads started later inherit the window, and the channel that announces it to earlier threads.
 */
export const windowName = 'tonstift.embedding-api.window.1';

export type RequestWindow = BigInt64Array;

export interface Place {
  slot: number;
  value: bigint;
}

/**
 * @param minute the length of a minute in nanoseconds; tests shorten it
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

/** Returns the window in a foreign buffer, or undefined if the buffer is not a window. */
export function windowOf(buffer: unknown): RequestWindow | undefined {
  // Avoids `instanceof`, because test runners have their own realms.
  if (Object.prototype.toString.call(buffer) !== '[object SharedArrayBuffer]') return undefined;
  const window = new BigInt64Array(buffer as SharedArrayBuffer);
  return window.length === firstPlace + places && window[header.format] === format ? window : undefined;
}

/** Never 0. */
export const randomId = (): bigint => randomBytes(8).readBigInt64LE() | 1n;

/** Decides which of two windows stays if two threads each created one; 0 for the same window. */
export function compareAge(a: RequestWindow, b: RequestWindow): number {
  for (const word of [header.born, header.id]) {
    const [left = 0n, right = 0n] = [a[word], b[word]];
    if (left !== right) return left < right ? -1 : 1;
  }
  return 0;
}

export const minuteOf = (window: RequestWindow): bigint => load(window, header.minute);

/**
 * Takes a place, or returns how long to wait before the next try.
 * @param perMinute any number > 0: a fraction stretches the minute, more than the window's places shortens it
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
      // Keep places that are younger but do not count here: a lower limit looks back a whole minute or more.
      if (free < 0 && (at === 0n || at + max(span, minute) <= now)) free = slot;
    }
    if (taken.length >= count) return { wait: waitFor(taken, share, now, minute) };
    if (free < 0 && used < places) {
      // Raise the count before taking the slot, so that threads that count meanwhile include it.
      compareExchange(window, header.used, BigInt(used), BigInt(used + 1));
      continue;
    }
    if (free < 0) free = oldest(window);
    const before = load(window, firstPlace + free);
    const value = now + minute / 6n;
    if (compareExchange(window, firstPlace + free, before, value) !== before) continue;
    // Another thread took a place meanwhile: undo and count again.
    if (compareExchange(window, header.version, version, version + 1n) !== version) {
      compareExchange(window, firstPlace + free, value, before);
      continue;
    }
    return { slot: free, value };
  }
}

/** Frees the place of a request that was never sent. */
export function returnPlace(window: RequestWindow, { slot, value }: Place): void {
  compareExchange(window, firstPlace + slot, value, 0n);
}

/** Copies the recent requests of one window into another. */
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
  // Makes threads that are counting start again.
  add(into, header.version, 1n);
}

/** Marks the request of a place as answered or failed. */
export function settlePlace(window: RequestWindow, { slot, value }: Place, now: bigint): void {
  if (now < value) compareExchange(window, firstPlace + slot, value, now);
}

/** Nanoseconds until a place may be free: at most a sixtieth of a minute, because limits and answers change it. */
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

/** Splits a limit so that at most `perMinute` requests start in any minute. */
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

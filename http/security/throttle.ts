/**
 * Slows the guessing of passwords. After a few wrong ones, tries from the same address take turns, and each
 * waits before it is looked at: only so does a guesser gain nothing from many connections at once.
 * Nobody is locked out: a right password passes after its wait, and clears the count.
 */
import { HttpError } from '../response/errors.js';

export interface Throttle {
  /** Runs `check` in its turn; a false answer counts against the address. Throws `too_many_requests`. */
  attempt(address: string, check: () => boolean): Promise<boolean>;
}

interface Address {
  failures: number;
  lastFailure: number;
  waiting: number;
  turn: Promise<unknown>;
}

const free = 5;
const longestWait = 4000;
const forgottenAfter = 15 * 60_000;
const mostWaiting = 20;
const mostAddresses = 1000;

/** Milliseconds: none for five failures, then 250, 500, 1,000, 2,000, 4,000. */
export const waitAfter = (failures: number): number =>
  failures < free ? 0 : Math.min(longestWait, 250 * 2 ** (failures - free));

export function createThrottle(now: () => number, wait: (ms: number) => Promise<unknown>): Throttle {
  const addresses = new Map<string, Address>();

  function entryOf(name: string): Address {
    for (const [other, { lastFailure, waiting }] of addresses) {
      if (waiting === 0 && (addresses.size > mostAddresses || now() - lastFailure > forgottenAfter))
        addresses.delete(other);
    }
    const entry = addresses.get(name) ?? { failures: 0, lastFailure: now(), waiting: 0, turn: Promise.resolve() };
    addresses.set(name, entry);
    return entry;
  }

  return {
    async attempt(name, check) {
      const entry = entryOf(name);
      if (entry.waiting >= mostWaiting) {
        throw new HttpError(
          'too_many_requests',
          'Too many wrong passwords came from this address. Wait a minute, then try again.',
          { 'Retry-After': '60' },
        );
      }
      const run = async (): Promise<boolean> => {
        const ms = waitAfter(entry.failures);
        if (ms > 0) await wait(ms);
        const right = check();
        entry.failures = right ? 0 : entry.failures + 1;
        entry.lastFailure = now();
        return right;
      };
      entry.waiting += 1;
      const result = entry.turn.then(run).finally(() => (entry.waiting -= 1));
      entry.turn = result.catch(() => undefined);
      return result;
    },
  };
}

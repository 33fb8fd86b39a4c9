/**
 * Slows the guessing of passwords. After five wrong guesses each further guess of the same guesser waits, and all
 * guesses share a few slots for the slow hash. A known guesser has slots of its own, so a flood of strangers does not
 * delay it.
 */
import pLimit from 'p-limit';
import { HttpError } from '../response/errors.js';
import { say } from '../../workers/base/language/sentence.js';

export interface Guesser {
  /** Wrong guesses are counted for this key. */
  key: string;
  /** The password was right from there before, or the daemon's own account asks. */
  isKnown: boolean;
}

export interface Guesses {
  /**
   * Runs `verify` after the delay of the guesser and when a slot is free. A false answer counts as a wrong guess.
   * @throws HttpError `too_many_requests` if too many guesses wait already
   */
  attempt(guesser: Guesser, verify: () => Promise<boolean>): Promise<boolean>;
}

const free = 5;
/** Milliseconds. */
const longestWait = 4000;
const forgottenAfter = 15 * 60_000;
const mostOfOne = 5;
/** More than the 254 addresses of an IPv4 network can hold with `mostOfOne`. */
const mostWaiting = 1300;
const mostCounted = 20_000;
/** Each takes a thread for 100 ms. */
const atOnce = 2;

/** Milliseconds: 0 below five failures, then 250, 500, 1,000, 2,000, 4,000. */
export const waitAfter = (failures: number): number =>
  failures < free ? 0 : Math.min(longestWait, 250 * 2 ** (failures - free));

export function createGuesses(now: () => number, wait: (ms: number) => Promise<unknown>): Guesses {
  const failures = createFailures(now);
  const newQueue = (slots: number) => ({ run: pLimit(slots), size: 0 });
  const lanes = { known: newQueue(atOnce), strangers: newQueue(atOnce) };
  /** By key. One guess at a time: the next one must see whether it failed. */
  const own = new Map<string, ReturnType<typeof newQueue>>();

  return {
    async attempt({ key, isKnown }, verify) {
      const lane = lanes[isKnown ? 'known' : 'strangers'];
      const queue = own.get(key) ?? newQueue(1);
      if (queue.size >= mostOfOne || lane.size >= mostWaiting) throw tooMany();
      own.set(key, queue);
      queue.size += 1;
      lane.size += 1;
      try {
        return await queue.run(async () => {
          const delay = failures.delayOf(key);
          if (delay > 0) await wait(delay);
          const isRight = await lane.run(verify);
          failures.note(key, isRight);
          return isRight;
        });
      } finally {
        lane.size -= 1;
        queue.size -= 1;
        if (queue.size === 0) own.delete(key);
      }
    },
  };
}

const tooMany = (): HttpError =>
  new HttpError('too_many_requests', say('error.guesses'), {
    'Retry-After': '5',
  });

interface Failures {
  note(key: string, isRight: boolean): void;
  /** Milliseconds until the next guess may be checked. */
  delayOf(key: string): number;
}

function createFailures(now: () => number): Failures {
  const counts = new Map<string, { failures: number; last: number }>();
  const countOf = (key: string) => {
    const count = counts.get(key);
    return count !== undefined && now() - count.last < forgottenAfter ? count : undefined;
  };
  return {
    note(key, isRight) {
      const failures = (countOf(key)?.failures ?? 0) + 1;
      // The map keeps the order of the last failures.
      counts.delete(key);
      if (isRight) return;
      counts.set(key, { failures, last: now() });
      for (const oldest of counts.keys()) {
        if (counts.size <= mostCounted) break;
        counts.delete(oldest);
      }
    },
    delayOf(key) {
      const count = countOf(key);
      return count === undefined ? 0 : Math.max(0, count.last + waitAfter(count.failures) - now());
    },
  };
}

/**
 * Slows down the guessing of passwords. After five wrong guesses, each further guess of the same guesser is delayed.
 * All guesses share a few slots for the slow hash. Known guessers have their own slots, so a flood of strangers does
 * not delay them.
 */
import pLimit from 'p-limit';
import { HttpError } from '../response/errors.js';
import { say } from '../../workers/base/language/sentence.js';
import { keepNewest } from '../../workers/base/keep-newest.js';

export interface Guesser {
  /** The key for which wrong guesses are counted. */
  key: string;
  /** A correct password was sent from there before, or the request comes from the daemon's own account. */
  isKnown: boolean;
}

export interface Guesses {
  /**
   * Runs `verify` after the delay of the guesser and when a slot is free. If `verify` returns false, that counts as a
   * wrong guess.
   * @param slowed called when the delays of the guesser begin, and again if they continue ten minutes later
   * @throws HttpError `too_many_requests` if too many guesses are waiting
   */
  attempt(guesser: Guesser, verify: () => Promise<boolean>, slowed?: () => void): Promise<boolean>;
}

const free = 5;
/** Milliseconds. */
const longestWait = 4000;
const forgottenAfter = 15 * 60_000;
const reportedAgainAfter = 10 * 60_000;
const mostOfOne = 5;
/** More than the 254 addresses of an IPv4 network can queue with `mostOfOne` each. */
const mostWaiting = 1300;
const mostCounted = 20_000;
/** Each uses a thread for 100 ms. */
const atOnce = 2;

/** Milliseconds: 0 below five failures, then 250, 500, 1,000, 2,000, 4,000. */
export const waitAfter = (failures: number): number =>
  failures < free ? 0 : Math.min(longestWait, 250 * 2 ** (failures - free));

export function createGuesses(now: () => number, wait: (ms: number) => Promise<unknown>): Guesses {
  const failures = createFailures(now);
  const newQueue = (slots: number) => ({ run: pLimit(slots), size: 0 });
  const lanes = { known: newQueue(atOnce), strangers: newQueue(atOnce) };
  /** By key. One guess at a time, because the next one must know whether it failed. */
  const own = new Map<string, ReturnType<typeof newQueue>>();

  return {
    async attempt({ key, isKnown }, verify, slowed) {
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
          if (failures.note(key, isRight)) slowed?.();
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
  /** Returns true if the delays of the guesser are to be reported. */
  note(key: string, isRight: boolean): boolean;
  /** Milliseconds until the next guess may be checked. */
  delayOf(key: string): number;
}

function createFailures(now: () => number): Failures {
  const counts = new Map<string, { failures: number; last: number; reported: number }>();
  const countOf = (key: string) => {
    const count = counts.get(key);
    return count !== undefined && now() - count.last < forgottenAfter ? count : undefined;
  };
  return {
    note(key, isRight) {
      const before = countOf(key);
      const failures = (before?.failures ?? 0) + 1;
      // Reinserted, so that the map is ordered by the last failure.
      counts.delete(key);
      if (isRight) return false;
      const reported = before?.reported ?? -Infinity;
      const isDue = failures >= free && now() - reported >= reportedAgainAfter;
      counts.set(key, { failures, last: now(), reported: isDue ? now() : reported });
      keepNewest(counts, mostCounted);
      return isDue;
    },
    delayOf(key) {
      const count = countOf(key);
      return count === undefined ? 0 : Math.max(0, count.last + waitAfter(count.failures) - now());
    },
  };
}

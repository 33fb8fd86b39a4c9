/**
 * Slows the guessing of passwords, and never keeps out who knows it. One guess is looked at after the other: those who
 * had it right before, by a lane of their own; among strangers first who has the fewest wrong ones behind, by address,
 * then by network. So a flood from many addresses waits for itself, and somebody who comes for the first time does not
 * wait for it. Who has guessed wrong often waits before each further guess.
 */
import { HttpError } from '../response/errors.js';

export interface Guesser {
  /** Whose wrong guesses are counted together. */
  key: string;
  /** To which others like it belong. */
  network: string;
  /** Had the password right before, or is at home here. */
  isKnown: boolean;
}

export interface Guesses {
  /** Runs `verify` in its turn; a false answer counts. Throws `too_many_requests`. */
  attempt(guesser: Guesser, verify: () => Promise<boolean>): Promise<boolean>;
}

interface Count {
  failures: number;
  /** Milliseconds since 1970. */
  last: number;
}

interface Waiting extends Guesser {
  run: () => Promise<void>;
  refuse: () => void;
}

const free = 5;
const longestWait = 4000;
const forgottenAfter = 15 * 60_000;
const mostOfOne = 10;
const mostWaiting = 40;
const mostCounted = 5000;
/** Milliseconds after which a lane in which all wait looks who may go on. */
const nextLook = 50;

/** Milliseconds: none for five failures, then 250, 500, 1,000, 2,000, 4,000. */
export const waitAfter = (failures: number): number =>
  failures < free ? 0 : Math.min(longestWait, 250 * 2 ** (failures - free));

export function createGuesses(now: () => number, wait: (ms: number) => Promise<unknown>): Guesses {
  const counts = createCounts(now);
  const lanes = { known: createLane(counts, now, wait), strangers: createLane(counts, now, wait) };

  return {
    attempt: (guesser, verify) =>
      new Promise((resolve, reject) => {
        const run = async (): Promise<void> => {
          try {
            const right = await verify();
            counts.note(guesser, right);
            resolve(right);
          } catch (thrown) {
            reject(thrown instanceof Error ? thrown : new Error(String(thrown)));
          }
        };
        const refuse = (): void => reject(tooMany());
        lanes[guesser.isKnown ? 'known' : 'strangers'].join({ ...guesser, run, refuse });
      }),
  };
}

const tooMany = (): HttpError =>
  new HttpError('too_many_requests', 'Too many wrong passwords come in. Wait a moment, then try again.', {
    'Retry-After': '5',
  });

interface Counts {
  note(guesser: Guesser, right: boolean): void;
  /** When the next guess may be looked at. */
  readyAt(guesser: Guesser): number;
  /** Less goes first. */
  rank(guesser: Guesser): number;
}

function createCounts(now: () => number): Counts {
  const counts = new Map<string, Count>();
  const countOf = (name: string): Count | undefined => {
    const count = counts.get(name);
    return count !== undefined && now() - count.last < forgottenAfter ? count : undefined;
  };
  const add = (name: string): void => {
    const failures = (countOf(name)?.failures ?? 0) + 1;
    // Last in the order of the map is who guessed last.
    counts.delete(name);
    counts.set(name, { failures, last: now() });
    for (const oldest of counts.keys()) {
      if (counts.size <= mostCounted) break;
      counts.delete(oldest);
    }
  };
  return {
    note({ key, network }, right) {
      if (right) counts.delete(key);
      else [key, network].forEach(add);
    },
    readyAt({ key }) {
      const count = countOf(key);
      return count === undefined ? 0 : count.last + waitAfter(count.failures);
    },
    rank: ({ key, network }) => (countOf(key)?.failures ?? 0) * 1000 + Math.min(999, countOf(network)?.failures ?? 0),
  };
}

function createLane(
  counts: Counts,
  now: () => number,
  wait: (ms: number) => Promise<unknown>,
): { join(one: Waiting): void } {
  let waiting: Waiting[] = [];
  let busy = false;

  /** First come, first served among equals. */
  const first = (of: readonly Waiting[]): Waiting | undefined =>
    of.reduce<Waiting | undefined>(
      (best, one) => (best === undefined || counts.rank(one) < counts.rank(best) ? one : best),
      undefined,
    );
  const last = (of: readonly Waiting[]): Waiting | undefined =>
    of.reduce<Waiting | undefined>(
      (worst, one) => (worst === undefined || counts.rank(one) >= counts.rank(worst) ? one : worst),
      undefined,
    );
  const drop = (one: Waiting | undefined): void => {
    waiting = waiting.filter((other) => other !== one);
  };

  async function work(): Promise<void> {
    if (busy) return;
    busy = true;
    while (waiting.length > 0) {
      const next = first(waiting.filter((one) => counts.readyAt(one) <= now()));
      drop(next);
      await (next === undefined ? wait(nextLook) : next.run());
    }
    busy = false;
  }

  return {
    join(one) {
      if (waiting.filter(({ key }) => key === one.key).length >= mostOfOne) return one.refuse();
      waiting.push(one);
      if (waiting.length > mostWaiting) {
        const worst = last(waiting);
        drop(worst);
        worst?.refuse();
      }
      void work();
    },
  };
}

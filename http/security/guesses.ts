/**
 * Slows the guessing of passwords, and never keeps out who knows it. Guesses are looked at some at a time: those of who
 * had it right before, in a lane of their own; among strangers first who has the fewest wrong ones behind, by address,
 * then by network, then by the network around that. So a flood waits for itself: one address has one wrong guess behind
 * after the first, and somebody who comes for the first time waits for those only that came for the first time too.
 * Where too many wait, those go of whom there are most, and of one guesser any, by lot. Who has guessed wrong often
 * waits before each further guess.
 */
import { HttpError } from '../response/errors.js';
import { say } from '../../workers/base/language/sentence.js';

export interface Guesser {
  /** Whose wrong guesses are counted together. */
  key: string;
  /** To which others like it belong: the next neighbours, and all around them. */
  networks: readonly [near: string, far: string];
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
const mostOfOne = 3;
/** Of strangers: more than one network of 254 addresses can have. */
const mostWaiting = 800;
const mostCounted = 20_000;
/** Each takes a thread for 100 ms. */
const atOnce = 2;
/** Milliseconds after which a lane in which all wait looks who may go on. */
const nextLook = 50;

/** Milliseconds: none for five failures, then 250, 500, 1,000, 2,000, 4,000. */
export const waitAfter = (failures: number): number =>
  failures < free ? 0 : Math.min(longestWait, 250 * 2 ** (failures - free));

/** @param random from 0 to below 1 */
export function createGuesses(
  now: () => number,
  wait: (ms: number) => Promise<unknown>,
  random: () => number = Math.random,
): Guesses {
  const counts = createCounts(now);
  const newLane = (): Lane => createLane(counts, { now, wait, random });
  const lanes = { known: newLane(), strangers: newLane() };

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
  new HttpError('too_many_requests', say('error.guesses'), {
    'Retry-After': '5',
  });

interface Counts {
  note(guesser: Guesser, right: boolean): void;
  /** When the next guess may be looked at. */
  readyAt(guesser: Guesser): number;
  /** Wrong ones behind: of the guesser, the neighbours, all around. Who has less goes first. */
  rank(guesser: Guesser): readonly number[];
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
    note({ key, networks }, right) {
      if (right) counts.delete(key);
      else new Set([...networks, key].reverse()).forEach(add);
    },
    readyAt({ key }) {
      const count = countOf(key);
      return count === undefined ? 0 : count.last + waitAfter(count.failures);
    },
    rank: ({ key, networks }) => [key, ...networks].map((name) => countOf(name)?.failures ?? 0),
  };
}

const isLess = (a: readonly number[], b: readonly number[]): boolean => {
  const at = a.findIndex((one, n) => one !== b[n]);
  return at >= 0 && (a[at] ?? 0) < (b[at] ?? 0);
};

/** Those of whom there are most, by a name. */
function most(of: readonly Waiting[], nameOf: (one: Waiting) => string): Waiting[] {
  const sizes = new Map<string, number>();
  for (const one of of) sizes.set(nameOf(one), (sizes.get(nameOf(one)) ?? 0) + 1);
  let largest = '';
  for (const [name, size] of sizes) if (size > (sizes.get(largest) ?? 0)) largest = name;
  return of.filter((one) => nameOf(one) === largest);
}

interface Lane {
  join(one: Waiting): void;
}

interface Chance {
  now: () => number;
  wait: (ms: number) => Promise<unknown>;
  random: () => number;
}

function createLane(counts: Counts, { now, wait, random }: Chance): Lane {
  let waiting: Waiting[] = [];
  let workers = 0;

  /** First come, first served among equals. */
  function first(): Waiting | undefined {
    let best: { one: Waiting; rank: readonly number[] } | undefined;
    for (const one of waiting) {
      if (counts.readyAt(one) > now()) continue;
      const rank = counts.rank(one);
      if (best === undefined || isLess(rank, best.rank)) best = { one, rank };
    }
    return best?.one;
  }
  const drop = (one: Waiting | undefined): void => {
    waiting = waiting.filter((other) => other !== one);
  };

  async function work(): Promise<void> {
    if (workers >= atOnce) return;
    workers += 1;
    while (waiting.length > 0) {
      const next = first();
      drop(next);
      await (next === undefined ? wait(nextLook) : next.run());
    }
    workers -= 1;
  }

  const sendAway = (one: Waiting | undefined): void => {
    drop(one);
    one?.refuse();
  };

  /** The last that came of the largest crowd. */
  function dropOne(): void {
    const far = most(waiting, ({ networks: [, around] }) => around);
    const crowd = most(
      most(far, ({ networks: [near] }) => near),
      ({ key }) => key,
    );
    sendAway(crowd.at(-1));
  }

  return {
    join(one) {
      waiting.push(one);
      const own = waiting.filter(({ key }) => key === one.key);
      // Any of them: many people may come from one address, and who floods it must not hold all the places.
      if (own.length > mostOfOne) sendAway(own[Math.floor(random() * own.length)]);
      else if (waiting.length > mostWaiting) dropOne();
      void work();
    },
  };
}

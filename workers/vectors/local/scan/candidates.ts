/** The rows that may be among the nearest, by the bounds of their copies. */
import type { Bounds } from './kernel.js';
import { createNearest } from './nearest.js';

interface Candidate {
  /** In the list of slots. */
  position: number;
  /** It is no nearer. */
  lower: number;
}

export interface Candidates {
  /** What is farther is none of the nearest: so many rows as are wanted are surely at most so far. */
  readonly reach: number;
  /** @param at position of the first row that the bounds are of */
  add(at: number, bounds: Bounds): void;
  /** Those that are left, in the order in which they lie. */
  left(): Candidate[];
}

/**
 * @param limit infinite where all are wanted that are within
 * @param slack by so much of itself a distance may be wrong that the bounds are compared with
 */
export function createCandidates(limit: number, within: number, slack: number): Candidates {
  const surely = createNearest(limit, Infinity);
  let reach = within;
  const maybe: Candidate[] = [];
  return {
    get reach() {
      return reach;
    },
    add(at, { count, which, lower, upper }) {
      for (let i = 0; i < count; i++) {
        const least = lower[i] as number;
        if (least > reach) continue;
        const position = at + (which[i] as number);
        maybe.push({ position, lower: least });
        if (limit !== Infinity && surely.offer(position, upper[i] as number))
          reach = Math.min(within, surely.bound * (1 + 2 * slack));
      }
    },
    left: () => maybe.filter(({ lower }) => lower <= reach),
  };
}

/** Chance that can be told again: the same seed, the same numbers. For who keeps a pen's state somewhere else. */
import type { Chance } from './pen.js';

export interface SeededChance {
  readonly chance: Chance;
  /** 32 bits, with which it goes on where it is. */
  seed(): number;
}

/**
 * A generator of Marsaglia's (xorshift of 32 bits, "Xorshift RNGs", 2003): as good as a pen's counter.
 * @param seed any 32 bits
 */
export function seededChance(seed: number): SeededChance {
  // From 0 it would never get away.
  let state = seed >>> 0 || 0x9e3779b9;
  return {
    chance(below) {
      state ^= state << 13;
      state ^= state >>> 17;
      state = (state ^ (state << 5)) >>> 0;
      return Math.floor((state / 2 ** 32) * below);
    },
    seed: () => state,
  };
}

/**
 * Reproducible random numbers: the same seed gives the same numbers. For callers that store a pen's state elsewhere.
 */
import type { Chance } from './pen.js';

export interface SeededChance {
  readonly chance: Chance;
  /** Returns the 32-bit seed that continues the sequence. */
  seed(): number;
}

/**
 * Marsaglia's 32-bit xorshift generator ("Xorshift RNGs", 2003): as random as a pen's counter.
 * @param seed any 32 bits
 */
export function seededChance(seed: number): SeededChance {
  // A state of 0 would never change.
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

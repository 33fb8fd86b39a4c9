/**
 * The error bound of pgvector's distances, which it sums in 32-bit floats in any order. A sum of n squares is off by at
 * most n + 2 roundings of 2^-24 (Higham, "Accuracy and Stability of Numerical Algorithms", 4.2). Too small values
 * become 0 and too large ones Infinity.
 */
export interface Slack {
  /** The lower bound of the exact distance for a distance of pgvector, and the reverse. */
  least: (distance: number) => number;
  /** The upper bound, in both directions. Infinity if pgvector may have overflowed. */
  most: (distance: number) => number;
}

/** The square root of the largest 32-bit float. */
const largest = 1.8446e19;

export function slackOf(dimension: number): Slack {
  // Twice the bound of the root: covers both directions and the root operation.
  const relative = (dimension + 8) * 2 ** -24;
  const vanished = Math.sqrt(dimension) * 2 ** -63;
  return {
    least: (distance) => Math.max(0, Math.min(distance, largest) * (1 - relative) - vanished),
    most: (distance) => {
      const most = distance * (1 + relative) + vanished;
      return most < largest ? most : Infinity;
    },
  };
}

/**
 * How far pgvector's distances may be from the true ones: it sums in 32-bit floats, in any order. A sum of n squares is
 * off by at most n + 2 roundings of 2^-24 (Higham, "Accuracy and Stability of Numerical Algorithms", 4.2), what is too
 * small vanishes, and what is too large is Infinity.
 */
export interface Slack {
  /** The least that a true distance can be where pgvector says this; and the other way round. */
  least: (distance: number) => number;
  /** The most, likewise. Infinity where pgvector may have said Infinity. */
  most: (distance: number) => number;
}

/** The root of the largest 32-bit float. */
const largest = 1.8446e19;

export function slackOf(dimension: number): Slack {
  // Twice the bound of the root: for both directions, and the root itself.
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

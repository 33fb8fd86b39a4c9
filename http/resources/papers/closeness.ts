/** The cosine of two vectors of length 1, by their distance: 1 is the same, 0 has nothing in common. */
export const closenessAt = (distance: number): number => Math.max(0, 1 - distance ** 2 / 2);

/** The cosine of two unit vectors from their Euclidean distance: 1 for equal vectors, 0 for unrelated ones. */
export const closenessAt = (distance: number): number => Math.max(0, 1 - distance ** 2 / 2);

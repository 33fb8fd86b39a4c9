/** The cosine of two unit vectors from their Euclidean distance: 1 for equal vectors, 0 for unrelated ones. */
export const closenessAt = (distance: number): number => Math.max(0, 1 - distance ** 2 / 2);

export type Closeness = 'very' | 'similar' | 'somewhat' | 'hardly';

/** How people call it. http/public/papers/papers.js has the same limits. */
export function closenessName(distance: number): Closeness {
  const share = closenessAt(distance);
  return share >= 0.7 ? 'very' : share >= 0.5 ? 'similar' : share >= 0.2 ? 'somewhat' : 'hardly';
}

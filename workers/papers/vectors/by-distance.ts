import type { Hit } from './types.js';

/** Nearest first, equal distances in the order of their ids (UTF-16 code units). */
export function byDistance(a: Hit, b: Hit): number {
  return a.distance - b.distance || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0);
}

/** The hits within the radius, nearest first. */
export const nearestOf = (hits: readonly Hit[], { limit, radius }: { limit: number; radius: number }): Hit[] =>
  hits
    .filter(({ distance }) => distance <= radius)
    .sort(byDistance)
    .slice(0, limit);

/** Searches with pgvector. It orders by distances in 32-bit floats; the results are measured here in 64-bit floats. */
import { nearestOf } from '../by-distance.js';
import type { Hit } from '../types.js';
import { slackOf } from './slack.js';

export interface Candidate {
  /** The row's key. */
  place: number;
  id: string;
  /** The distance that pgvector computed. */
  distance: number;
}

export interface Search {
  dimension: number;
  limit: number;
  radius: number;
  /** Returns rows by pgvector's distance, nearest first: at most `count`, none farther than `farthest`. */
  ask: (count: number, farthest: number) => Promise<Candidate[]>;
  /** Asks an approximate index, which may miss near rows. */
  askIndex: (count: number) => Promise<Candidate[]>;
  /** Returns the exact distances. Skips rows that were deleted meanwhile. */
  measure: (candidates: readonly Candidate[]) => Promise<Hit[]>;
}

/** Extra candidates for ties and for rows that 32-bit rounding may have ordered wrongly. */
const spare = 16;

/** Raises the count until no remaining row can belong to the answer. */
export async function exactNearest(search: Search): Promise<Hit[]> {
  const { dimension, limit, radius, ask, measure } = search;
  if (limit <= 0 || radius < 0) return [];
  const { least, most } = slackOf(dimension);
  for (let count = limit + spare; ; count *= 4) {
    const candidates = await ask(count, most(radius));
    const hits = nearestOf(await measure(candidates), search);
    if (candidates.length < count) return hits;
    const beyond = least(candidates.at(-1)?.distance ?? Infinity);
    if (beyond > radius || (hits.length >= limit && beyond > (hits[limit - 1]?.distance ?? Infinity))) return hits;
  }
}

/** Returns the ids within the radius. Measures only rows close to its edge. */
export async function exactWithin({ dimension, radius, ask, measure }: Search): Promise<string[]> {
  if (radius < 0) return [];
  const { most } = slackOf(dimension);
  const candidates = await ask(Infinity, most(radius));
  const inside = candidates.filter(({ distance }) => most(distance) <= radius);
  const rim = await measure(candidates.filter(({ distance }) => most(distance) > radius));
  return [...inside, ...rim.filter(({ distance }) => distance <= radius)].map(({ id }) => id);
}

/**
 * Measures the candidates of an approximate index, which may miss near rows. If the index returns too few, because the
 * filter leaves few, compares all rows.
 */
export async function indexedNearest(search: Search): Promise<Hit[]> {
  const { limit, radius, askIndex, measure } = search;
  if (limit <= 0 || radius < 0) return [];
  if (limit === Infinity) return exactNearest(search);
  const candidates = await askIndex(limit + spare);
  return candidates.length < limit + spare ? exactNearest(search) : nearestOf(await measure(candidates), search);
}

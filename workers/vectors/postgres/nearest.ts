/** Searching with pgvector. It orders by distances in 32-bit floats; what is answered is measured here in 64. */
import { byDistance } from '../by-distance.js';
import type { Hit } from '../types.js';
import { slackOf } from './slack.js';

export interface Candidate {
  /** Of its row. */
  place: number;
  id: string;
  /** As pgvector has measured it. */
  distance: number;
}

export interface Search {
  dimension: number;
  limit: number;
  radius: number;
  /** By pgvector's distance, nearest first: at most so many, none farther than this. */
  ask: (count: number, farthest: number) => Promise<Candidate[]>;
  /** Of an index, which may leave out near ones. */
  askIndex: (count: number) => Promise<Candidate[]>;
  /** The true distances; rows that are gone meanwhile are left out. */
  measure: (candidates: readonly Candidate[]) => Promise<Hit[]>;
}

/** Beyond those asked for: ties, and what 32-bit floats may have put the wrong way round. */
const spare = 16;

/** Asks so far that nobody who was not asked for can belong to the answer. */
export async function exactNearest(search: Search): Promise<Hit[]> {
  const { dimension, limit, radius, ask, measure } = search;
  if (limit <= 0 || radius < 0) return [];
  const { least, most } = slackOf(dimension);
  for (let count = limit + spare; ; count *= 4) {
    const candidates = await ask(count, most(radius));
    const hits = cut(await measure(candidates), search);
    if (candidates.length < count) return hits;
    const beyond = least(candidates.at(-1)?.distance ?? Infinity);
    if (beyond > radius || (hits.length >= limit && beyond > (hits[limit - 1]?.distance ?? Infinity))) return hits;
  }
}

/** The ids within the radius; only those near its rim are measured. */
export async function exactWithin({ dimension, radius, ask, measure }: Search): Promise<string[]> {
  if (radius < 0) return [];
  const { most } = slackOf(dimension);
  const candidates = await ask(Infinity, most(radius));
  const inside = candidates.filter(({ distance }) => most(distance) <= radius);
  const rim = await measure(candidates.filter(({ distance }) => most(distance) > radius));
  return [...inside, ...rim.filter(({ distance }) => distance <= radius)].map(({ id }) => id);
}

/**
 * What an index answers, measured: it may have left out near ones. Where it finds fewer than asked for, because a
 * filter leaves few, all are compared.
 */
export async function indexedNearest(search: Search): Promise<Hit[]> {
  const { limit, radius, askIndex, measure } = search;
  if (limit <= 0 || radius < 0) return [];
  if (limit === Infinity) return exactNearest(search);
  const candidates = await askIndex(limit + spare);
  return candidates.length < limit + spare ? exactNearest(search) : cut(await measure(candidates), search);
}

function cut(hits: readonly Hit[], { limit, radius }: Search): Hit[] {
  const near = hits.filter(({ distance }) => distance <= radius).sort(byDistance);
  return near.length > limit ? near.slice(0, limit) : near;
}

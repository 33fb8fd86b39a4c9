import { byDistance } from '../by-distance.js';
import type { ChromaRows } from './records.js';
import { chunks } from './records.js';
import type { Hit } from '../types.js';

/** Up to this count of numbers, vectors are fetched and compared exactly: about 5 MB over the network. */
const fewNumbers = 400_000;

export interface ChromaSearch {
  query: Float32Array;
  /** How many records match the filter. */
  total: number;
  /** Ids of the records that match; undefined if all do. */
  candidates?: readonly string[];
  limit: number;
  radius: number;
  /** Chroma's own approximate search. Returns ids and squared distances, nearest first. */
  ask(
    query: Float32Array,
    count: number,
    candidates?: readonly string[],
  ): Promise<{ ids: string[]; distances: number[] }>;
  /** Returns pages of rows with their embeddings; all rows if no ids are given. */
  fetch(ids: readonly string[] | undefined): AsyncIterable<ChromaRows>;
}

/**
 * Chroma's index is approximate, misses rows if a filter leaves few, and breaks ties in any order. So few candidates
 * are fetched and compared exactly. For many candidates, the count is raised until ties and the radius are settled.
 */
export async function chromaNearest(search: ChromaSearch): Promise<Hit[]> {
  const { query, total, limit, radius } = search;
  if (total === 0 || limit <= 0 || radius < 0) return [];
  if (total * query.length <= fewNumbers) return compareExactly(search);
  for (let count = Math.min(total, limit === Infinity ? 256 : limit + 16); ; count = Math.min(total, count * 4)) {
    const { ids, distances } = await search.ask(query, count, search.candidates);
    if (ids.length < count) return compareExactly(search);
    const hits = ids.map((id, i) => ({ id, distance: Math.sqrt(distances[i] ?? NaN) }));
    const far = hits.at(-1)?.distance ?? Infinity;
    const settled = far > radius || (hits.length > limit && far > (hits[limit - 1]?.distance ?? Infinity));
    if (settled || count === total) return cut(hits, search);
  }
}

async function compareExactly(search: ChromaSearch): Promise<Hit[]> {
  const hits: Hit[] = [];
  for (const ids of search.candidates ? chunks(search.candidates, 1_000) : [undefined]) {
    for await (const rows of search.fetch(ids)) {
      rows.ids.forEach((id, i) => hits.push({ id, distance: euclidean(rows.embeddings?.[i] ?? [], search.query) }));
    }
  }
  return cut(hits, search);
}

function cut(hits: Hit[], { limit, radius }: ChromaSearch): Hit[] {
  const near = hits.filter(({ distance }) => distance <= radius).sort(byDistance);
  return near.length > limit ? near.slice(0, limit) : near;
}

function euclidean(sent: readonly number[], query: Float32Array): number {
  let sum = 0;
  // The server sends the shortest decimal that identifies a 32-bit float, so the text must be rounded back.
  for (let i = 0; i < query.length; i++) sum += (Math.fround(sent[i] ?? NaN) - (query[i] ?? NaN)) ** 2;
  return Math.sqrt(sum);
}

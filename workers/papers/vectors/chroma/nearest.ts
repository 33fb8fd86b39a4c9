import { nearestOf } from '../by-distance.js';
import { euclidean } from '../euclidean.js';
import type { ChromaHit, ChromaRows } from './answers.js';
import { chunks } from './records.js';
import { VectorStoreError, type Hit } from '../types.js';

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
  /** Chroma's own approximate search. Returns at most `count` hits, nearest first. */
  ask(count: number): Promise<ChromaHit[]>;
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
    const hits = (await search.ask(count)).map(({ id, distance }) => ({ id, distance: Math.sqrt(distance) }));
    if (hits.length < count) return compareExactly(search);
    const far = hits.at(-1)?.distance ?? Infinity;
    const settled = far > radius || (hits.length > limit && far > (hits[limit - 1]?.distance ?? Infinity));
    if (settled || count === total) return nearestOf(hits, search);
  }
}

async function compareExactly(search: ChromaSearch): Promise<Hit[]> {
  const hits: Hit[] = [];
  for (const ids of search.candidates ? chunks(search.candidates, 1_000) : [undefined]) {
    for await (const rows of search.fetch(ids)) {
      rows.ids.forEach((id, i) => {
        const vector = rows.embeddings[i] ?? new Float32Array();
        if (vector.length !== search.query.length)
          throw new VectorStoreError(
            `The embedding of "${id}" has ${vector.length} dimensions; the collection has ${search.query.length}.`,
          );
        hits.push({ id, distance: euclidean(vector, search.query) });
      });
    }
  }
  return nearestOf(hits, search);
}

/** Builds the SQL statements of a search. */
import type { Hit, Nearest } from '../types.js';
import { euclidean } from '../euclidean.js';
import { vectorBytes, vectorOf } from './bytes.js';
import type { Entry } from './catalogue.js';
import type { Query } from './database.js';
import { indexFor, setSearch } from './hnsw.js';
import type { Candidate, Search } from './nearest.js';
import { restrict } from './restrict.js';
import { rowsAtOnce } from './rows.js';
import { decode } from './texts.js';

export async function prepareSearch(
  query: Query,
  entry: Entry,
  vector: Float32Array,
  options: Nearest,
): Promise<Search> {
  const { table } = entry;
  const { limit = Infinity, radius = Infinity } = options;
  const { sql, values } = await restrict(query, entry, options);
  const asked = [...values, vectorBytes(vector)];
  const center = `$${asked.length}`;

  return {
    dimension: vector.length,
    limit,
    radius,
    async ask(count, farthest) {
      const near = farthest === Infinity ? '' : `and embedding <-> ${center}::vector <= $${asked.length + 1}::float8`;
      // Adding 0 keeps PostgreSQL from using an index, so the answer is exact even if there is one.
      return candidatesOf(
        await query(
          `select place, id, (embedding <-> ${center}::vector) + 0 as distance from ${table}
            where ${sql} ${near} order by distance ${count === Infinity ? '' : `limit ${count}`}`,
          near === '' ? asked : [...asked, farthest],
        ),
      );
    },
    async askIndex(count) {
      const { column, type } = indexFor(vector.length) ?? { column: 'embedding', type: 'vector' };
      const distance = `${column} <-> ${center}::vector::${type}`;
      await setSearch(query, vector.length, count);
      try {
        return candidatesOf(
          await query(
            `select place, id, ${distance} as distance from ${table} where ${sql} order by ${distance} limit ${count}`,
            asked,
          ),
        );
      } finally {
        await query('rollback');
      }
    },
    async measure(candidates) {
      const hits: Hit[] = [];
      const ids = new Map(candidates.map(({ place, id }) => [place, id]));
      const places = [...ids.keys()];
      const size = rowsAtOnce(vector.length);
      for (let from = 0; from < places.length; from += size) {
        const rows = await query<{ place: number; embedding: Buffer }>(
          `select place, vector_send(embedding) as embedding from ${table} where place = any($1::int8[])`,
          [places.slice(from, from + size)],
        );
        for (const { place, embedding } of rows)
          hits.push({ id: ids.get(place) ?? '', distance: euclidean(vectorOf(embedding), vector) });
      }
      return hits;
    },
  };
}

const candidatesOf = (rows: readonly Record<string, unknown>[]): Candidate[] =>
  (rows as unknown as Candidate[]).map(({ place, id, distance }) => ({ place, id: decode(id), distance }));

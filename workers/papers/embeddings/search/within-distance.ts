import type { DatabaseManager } from '../../database-manager.js';
import type { Known } from '../../../base/input/options.js';
import type { Where } from '../../vectors/types.js';
import { checkedQuery, checkedThreshold, checkedVector, checkOptions } from '../arguments.js';
import { embedQuery, type Context } from '../context.js';
import { EmbeddingsError } from '../../embedding-api/errors.js';
import { checkFilters, whereOf, type PaperFilters } from './filters.js';
import { checkedDatabase, countOfHits, papersOfHits, type NearPaper } from './full-papers.js';

export const defaultThreshold = 1.1;

export interface WithinDistanceOptions extends PaperFilters {
  /** The radius, Euclidean and inclusive (1.1). */
  distanceThreshold?: number;
}

export interface FindWithinDistanceOptions extends WithinDistanceOptions {
  /** The centre. Without it the query is embedded. */
  queryEmbedding?: ArrayLike<number> | null;
}

const known: Known<WithinDistanceOptions> = { distanceThreshold: true, conferences: true, years: true };
const knownToFind: Known<FindWithinDistanceOptions> = { ...known, queryEmbedding: true };

export interface PapersWithinDistance {
  query: string;
  /** The centre of the search. */
  query_embedding: number[];
  /** The threshold used. */
  distance: number;
  /** Nearest first. */
  papers: NearPaper[];
  /** Papers within the threshold. */
  count: number;
  /** Embedded papers of the database that match the filters, at any distance. */
  total_considered: number;
}

/** @throws EmbeddingsError also if the collection is empty */
export async function findWithinDistance(
  context: Context,
  database: DatabaseManager,
  query: string,
  options: FindWithinDistanceOptions = {},
): Promise<PapersWithinDistance> {
  checkOptions('findPapersWithinDistance', options, knownToFind);
  const given = options.queryEmbedding ?? undefined;
  const { vector, where, radius } = await circleOf(context, database, query, options);
  const { collection } = context;
  const total = await countOfHits(collection, database, await collection.ids(where));
  const hits = total === 0 ? [] : await collection.nearest(vector, { radius, where });
  const papers = await papersOfHits(collection, database, hits);
  return {
    query,
    query_embedding: Array.from(given ?? vector),
    distance: radius,
    papers,
    count: papers.length,
    total_considered: total,
  };
}

/** Like `findWithinDistance`, without reading the papers. */
export async function countWithinDistance(
  context: Context,
  database: DatabaseManager,
  query: string,
  options: WithinDistanceOptions = {},
): Promise<number> {
  checkOptions('countPapersWithinDistance', options, known);
  const { vector, where, radius } = await circleOf(context, database, query, { ...options, queryEmbedding: null });
  return countOfHits(context.collection, database, await context.collection.within(vector, { radius, where }));
}

interface Circle {
  vector: Float32Array;
  where: Where;
  radius: number;
}

async function circleOf(
  context: Context,
  database: DatabaseManager,
  query: string,
  { queryEmbedding, distanceThreshold, conferences, years }: FindWithinDistanceOptions,
): Promise<Circle> {
  const radius = checkedThreshold(distanceThreshold ?? defaultThreshold);
  checkedDatabase(database);
  checkFilters({ conferences, years });
  const given = queryEmbedding ?? undefined;
  if (given === undefined) checkedQuery(query);
  const { collection } = context;
  const { count, dimension } = await collection.facts();
  if (count === 0) throw new EmbeddingsError(`The collection "${collection.name}" is empty; embed papers first.`);
  const vector =
    given === undefined ? await embedQuery(context, query) : checkedVector('queryEmbedding', given, dimension);
  return { vector, where: whereOf({ conferences, years }), radius };
}

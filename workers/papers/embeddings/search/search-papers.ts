import { DatabaseManager } from '../../database-manager.js';
import type { Paper } from '../../types.js';
import { linkedSignal } from '../../../base/async/linked-signal.js';
import type { Known } from '../../../base/input/options.js';
import type { Where } from '../../vectors/types.js';
import { checkedCount, checkedQuery, checkedSignal, checkedThreshold, checkOptions } from '../arguments.js';
import { embedQuery, type Context } from '../context.js';
import { checkFilters, filled, whereOf, type PaperFilters } from './filters.js';
import { checkedDatabase, papersOfHits, type NearPaper } from './full-papers.js';
import { defaultThreshold } from './within-distance.js';

export interface SearchPapersOptions extends PaperFilters {
  /** The most papers (10). */
  limit?: number;
  sessions?: readonly string[] | null;
  /** The largest Euclidean distance of semantic hits (1.1). */
  distanceThreshold?: number;
  /** Cancels the search and aborts the request to the embedding API. */
  signal?: AbortSignal;
}

const known: Known<SearchPapersOptions> = {
  ...{ limit: true, sessions: true, years: true, conferences: true },
  ...{ distanceThreshold: true, signal: true },
};

/**
 * A full paper. After a semantic search it has its distance and `similarity = max(0, 1 − distance)`. Both are null for
 * an author's paper without a vector, and missing if the query has only `field:"value"` filters.
 */
export type FoundPaper = Paper & { distance?: number | null; similarity?: number | null };

/**
 * Returns papers whose author the text names first, then the nearest ones.
 * @throws EmbeddingsError
 */
export async function searchPapers(
  context: Context,
  database: DatabaseManager,
  query: string,
  options: SearchPapersOptions = {},
): Promise<FoundPaper[]> {
  checkOptions('searchPapersSemantic', options, known);
  const { sessions, years, conferences } = options;
  const limit = checkedCount('limit', options.limit ?? 10);
  const threshold = checkedThreshold(options.distanceThreshold ?? defaultThreshold);
  checkedDatabase(database);
  const given = checkedSignal(options.signal);
  checkFilters({ sessions, years, conferences });
  const { filters, text } = DatabaseManager.parseFieldFilters(checkedQuery(query));
  const lists = { sessions: sessions ?? undefined, years: years?.map(Number), conferences: conferences ?? undefined };
  if (text === '') return database.searchPapers({ fieldFilters: filters, ...lists, limit });

  const uids =
    filters.length > 0 || filled(sessions) ? await database.searchUids({ fieldFilters: filters, ...lists }) : undefined;
  if (uids?.length === 0) return [];
  const byAuthor = filters.some(({ field }) => field === 'authors')
    ? []
    : await database.searchAuthors(text, { fieldFilters: filters, ...lists, limit });
  const where = whereOf({ years, conferences }, uids);
  const { collection } = context;
  if ((await collection.count({ where })) === 0) return byAuthor.map((paper) => found(paper, null));

  const { signal, unlink } = linkedSignal([context.signal, given]);
  const vector = await embedQuery({ ...context, signal }, text).finally(unlink);
  const authors = await withDistances(context, database, vector, byAuthor);
  const near = await nearestPapers(context, database, {
    vector,
    where,
    radius: threshold,
    limit: limit - authors.length,
    not: new Set(byAuthor.map(({ uid }) => uid)),
  });
  return [...authors, ...near.map((paper) => found(paper, paper.distance))];
}

export const found = (paper: Paper, distance: number | null): FoundPaper => ({
  ...paper,
  distance,
  similarity: distance === null ? null : Math.max(0, 1 - distance),
});

async function withDistances(
  { collection }: Context,
  database: DatabaseManager,
  vector: Float32Array,
  papers: readonly Paper[],
): Promise<FoundPaper[]> {
  if (papers.length === 0) return [];
  const hits = await collection.nearest(vector, {
    where: whereOf(
      {},
      papers.map(({ uid }) => uid),
    ),
  });
  const distances = new Map(
    (await papersOfHits(collection, database, hits)).map(({ uid, distance }) => [uid, distance]),
  );
  return papers.map((paper) => found(paper, distances.get(paper.uid) ?? null));
}

interface Wanted {
  vector: Float32Array;
  where: Where;
  radius: number;
  limit: number;
  not: ReadonlySet<string>;
}

/** Replaces hits whose paper was deleted by the next hits. */
export async function nearestPapers(
  { collection }: Pick<Context, 'collection'>,
  database: DatabaseManager,
  { vector, where, radius, limit, not }: Wanted,
): Promise<NearPaper[]> {
  if (limit <= 0) return [];
  for (let asked = limit + not.size; ; asked *= 4) {
    const hits = await collection.nearest(vector, { limit: asked, radius, where });
    const papers = (await papersOfHits(collection, database, hits)).filter(({ uid }) => !not.has(uid));
    if (papers.length >= limit || hits.length < asked) return papers.slice(0, limit);
  }
}

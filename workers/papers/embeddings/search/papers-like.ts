/** Finds the papers nearest to the vector of one paper. Sends no request to the embedding API. */
import type { DatabaseManager } from '../../database-manager.js';
import type { Known } from '../../../base/input/options.js';
import { EmbeddingsError } from '../../embedding-api/errors.js';
import { checkedCount, checkedId, checkedThreshold, checkOptions } from '../arguments.js';
import type { Context } from '../context.js';
import { checkModel } from '../model.js';
import { recordOf } from '../records/record-of.js';
import { checkFilters, filled, whereOf, type PaperFilters } from './filters.js';
import { checkedDatabase } from './full-papers.js';
import { found, nearestPapers, type FoundPaper } from './search-papers.js';

export interface PapersLikeOptions extends PaperFilters {
  /** The most papers (10). */
  limit?: number;
  sessions?: readonly string[] | null;
  /** The largest Euclidean distance. By default there is no limit (Infinity). */
  distanceThreshold?: number;
}

const known: Known<PapersLikeOptions> = {
  ...{ limit: true, sessions: true, years: true, conferences: true },
  distanceThreshold: true,
};

/**
 * Returns papers nearest first, without the given paper.
 * @throws EmbeddingsError also if the paper has no vector, or the vectors come from another model
 */
export async function papersLike(
  context: Context,
  database: DatabaseManager,
  paperId: number | string,
  options: PapersLikeOptions = {},
): Promise<FoundPaper[]> {
  checkOptions('searchPapersLike', options, known);
  const { sessions, years, conferences } = options;
  const limit = checkedCount('limit', options.limit ?? 10);
  const radius = checkedThreshold(options.distanceThreshold ?? Infinity);
  checkedDatabase(database);
  checkFilters({ sessions, years, conferences });
  const id = checkedId(paperId);
  const { collection, modelName } = context;
  checkModel(collection.name, await collection.facts(), modelName);
  const itself = await recordOf(collection, { id, isUid: false }, { embeddings: true });
  if (itself === undefined)
    throw new EmbeddingsError(
      `The paper "${id}" has no vector in the collection "${collection.name}"; embed it first.`,
    );

  const lists = { sessions: sessions ?? undefined, years: years?.map(Number), conferences: conferences ?? undefined };
  const uids = filled(sessions) ? await database.searchUids(lists) : undefined;
  if (uids?.length === 0) return [];
  const near = await nearestPapers(context, database, {
    ...{ vector: Float32Array.from(itself.embedding), radius, limit },
    where: whereOf({ years, conferences }, uids),
    not: new Set([itself.id, itself.metadata['uid'] ?? itself.id]),
  });
  return near.map((paper) => found(paper, paper.distance));
}

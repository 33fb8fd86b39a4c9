import { lenientMetadata } from '../../metadata.js';
import { parseWhere } from '../../vectors/where.js';
import type { Where } from '../../vectors/types.js';
import type { Known } from '../../../base/input/options.js';
import { must } from '../../../base/input/schema.js';
import { checked, checkedCount, checkedId, checkedQuery, checkOptions, list } from '../arguments.js';
import { embedQuery, type Context } from '../context.js';

/**
 * Metadata with canonical types: authors and keywords are lists, year is a number. An invalid value keeps its raw text.
 */
export type RecordMetadata = Record<string, unknown>;

/** One list per query. There is only one query: `[0]`. Distances are Euclidean, nearest first. */
export interface SearchResult {
  ids: string[][];
  distances: number[][];
  documents: string[][];
  metadatas: RecordMetadata[][];
}

export interface SearchSimilarOptions {
  /** The most records (10). */
  nResults?: number;
  /** A filter on metadata: `{ year: { $gte: 2020 }, conference: 'ICLR' }`. */
  where?: Where | null;
  /** Limits the search to these records. Unknown ids are ignored; an empty list matches no record. */
  ids?: readonly (string | number)[] | null;
}

const known: Known<SearchSimilarOptions> = { nResults: true, where: true, ids: true };

/** @throws EmbeddingsError for a blank query, an invalid filter, and if the API or the store fails */
export async function searchSimilar(
  context: Context,
  query: string,
  options: SearchSimilarOptions = {},
): Promise<SearchResult> {
  checkOptions('searchSimilar', options, known);
  const text = checkedQuery(query);
  const limit = checkedCount('nResults', options.nResults ?? 10);
  parseWhere(options.where ?? {});
  // Copied, because the caller may change its own meanwhile.
  const where = structuredClone(options.where ?? {});
  const ids = checked('ids', must('a list', list).nullish(), options.ids)?.map(checkedId);

  const { collection } = context;
  if ((await collection.count({ where, ids })) === 0)
    return { ids: [[]], distances: [[]], documents: [[]], metadatas: [[]] };
  const vector = await embedQuery(context, text);
  const hits = await collection.nearest(vector, { limit, where, ids });
  const records = new Map((await collection.get(hits.map(({ id }) => id))).map((record) => [record.id, record]));
  // A record may have been deleted meanwhile.
  const found = hits.flatMap(({ id, distance }) => {
    const record = records.get(id);
    return record ? [{ ...record, distance }] : [];
  });
  return {
    ids: [found.map(({ id }) => id)],
    distances: [found.map(({ distance }) => distance)],
    documents: [found.map(({ document }) => document)],
    metadatas: [found.map(({ metadata }) => lenientMetadata(metadata))],
  };
}

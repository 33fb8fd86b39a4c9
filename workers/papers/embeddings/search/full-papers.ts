import type { DatabaseManager } from '../../database-manager.js';
import type { Paper } from '../../types.js';
import type { Hit, VectorCollection } from '../../vectors/types.js';
import { EmbeddingsError } from '../../embedding-api/errors.js';

/** A paper of the paper database with its distance from the query. */
export type NearPaper = Paper & { distance: number };

/**
 * Returns the papers of records, in their order and without duplicates. Skips papers that were deleted from the
 * database.
 */
export async function papersOfHits(
  collection: VectorCollection,
  database: DatabaseManager,
  hits: readonly Hit[],
): Promise<NearPaper[]> {
  const byId = await papersByUid(
    database,
    hits.map(({ id }) => id),
  );
  // An imported record may have another id than its uid.
  const foreign = hits.filter(({ id }) => !byId.has(id)).map(({ id }) => id);
  if (foreign.length > 0) {
    const uids = new Map((await collection.get(foreign)).map(({ id, metadata }) => [id, metadata['uid'] ?? '']));
    const others = await papersByUid(
      database,
      [...uids.values()].filter((uid) => uid !== ''),
    );
    for (const [id, uid] of uids) {
      const paper = others.get(uid);
      if (paper) byId.set(id, paper);
    }
  }
  const seen = new Set<string>();
  return hits.flatMap(({ id, distance }) => {
    const paper = byId.get(id);
    if (!paper || seen.has(paper.uid)) return [];
    seen.add(paper.uid);
    return [{ ...paper, distance }];
  });
}

/** Counts the papers that `papersOfHits` would return. @param ids without duplicates */
export async function countOfHits(
  collection: VectorCollection,
  database: DatabaseManager,
  ids: readonly string[],
): Promise<number> {
  // An imported record may have another id than its uid.
  const foreign = new Set(await database.unknownUids(ids));
  if (foreign.size === 0) return ids.length;
  const known = new Set(ids.filter((id) => !foreign.has(id)));
  const uids = (await collection.get([...foreign])).map(({ metadata }) => metadata['uid'] ?? '');
  const others = [...new Set(uids)].filter((uid) => uid !== '' && !known.has(uid));
  return known.size + others.length - (await database.unknownUids(others)).length;
}

async function papersByUid(database: DatabaseManager, uids: readonly string[]): Promise<Map<string, Paper>> {
  if (uids.length === 0) return new Map();
  return new Map((await database.getPapersByUids(uids)).map((paper) => [paper.uid, paper]));
}

/** @throws EmbeddingsError if the value is not a paper database */
export function checkedDatabase(database: DatabaseManager): DatabaseManager {
  if (typeof (database as Partial<DatabaseManager> | undefined)?.searchPapers === 'function') return database;
  throw new EmbeddingsError('The paper database must be a DatabaseManager.');
}

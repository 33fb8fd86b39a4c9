import type { DatabaseManager } from '../../papers/database-manager.js';
import type { Paper } from '../../papers/types.js';
import { foundIds, type FoundIds } from '../../vectors/found-ids.js';
import type { Hit, VectorCollection } from '../../vectors/types.js';
import { EmbeddingsError } from '../../embedding-api/errors.js';

/** A paper as the paper database has it, with its distance from what was asked. */
export type NearPaper = Paper & { distance: number };

/** The papers of records, in their order, each once; those that the paper database has no more are left out. */
export async function papersOfHits(
  collection: VectorCollection,
  database: DatabaseManager,
  hits: readonly Hit[],
): Promise<NearPaper[]> {
  const byId = await papersByUid(
    database,
    hits.map(({ id }) => id),
  );
  // Imported records may have an id of their own beside the uid.
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

/** How many `papersOfHits` answers for records. */
export async function countOfHits(
  collection: VectorCollection,
  database: DatabaseManager,
  found: FoundIds,
): Promise<number> {
  // Imported records may have an id of their own beside the uid.
  const foreign = new Set(await database.unknownUids(found));
  if (foreign.size === 0) return found.count;
  const known = new Set((await found.ids()).filter((id) => !foreign.has(id)));
  const uids = (await collection.get([...foreign])).map(({ metadata }) => metadata['uid'] ?? '');
  const others = [...new Set(uids)].filter((uid) => uid !== '' && !known.has(uid));
  return known.size + others.length - (await database.unknownUids(foundIds(others))).length;
}

async function papersByUid(database: DatabaseManager, uids: readonly string[]): Promise<Map<string, Paper>> {
  if (uids.length === 0) return new Map();
  return new Map((await database.getPapersByUids(uids)).map((paper) => [paper.uid, paper]));
}

/** @throws EmbeddingsError for anything but a paper database */
export function checkedDatabase(database: DatabaseManager): DatabaseManager {
  if (typeof (database as Partial<DatabaseManager> | undefined)?.searchPapers === 'function') return database;
  throw new EmbeddingsError('The paper database must be a DatabaseManager.');
}

/** The ids of imported vectors. The notes about embedded papers know only records with the uid of a paper as id. */
import { checkedLists } from '../../../workers/papers/embeddings/records/import-slice.js';
import type { DatabaseManager } from '../../../workers/papers/database-manager.js';
import type { ImportedEmbeddings } from '../../../workers/papers/embeddings/records/slices.js';

/**
 * Replaces each id that no paper has by the uid in the metadata, if a paper has it and no other record. Ids that occur
 * twice stay, because the import rejects them.
 * @throws EmbeddingsError if one of the lists is missing or their lengths differ
 */
export async function withUids(
  data: ImportedEmbeddings,
  database: Pick<DatabaseManager, 'unknownUids'>,
): Promise<ImportedEmbeddings> {
  const ids = checkedLists(data).ids.map(String);
  const uids = data.metadatas.map((metadata) => {
    const uid: unknown = metadata?.['uid'];
    return typeof uid === 'string' || typeof uid === 'number' ? String(uid).trim() : '';
  });
  const taken = new Set(ids);
  if (taken.size < ids.length || ids.every((id, n) => id === uids[n])) return data;
  const unknown = new Set(await database.unknownUids([...new Set([...ids, ...uids])]));
  const named = ids.map((id, n) => {
    const uid = uids[n] ?? '';
    if (!unknown.has(id) || unknown.has(uid) || taken.has(uid)) return id;
    taken.add(uid);
    return uid;
  });
  return { ...data, ids: named };
}

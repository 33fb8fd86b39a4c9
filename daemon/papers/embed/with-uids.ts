/** The ids of imported vectors. The notes about embedded papers know only records with the uid of a paper as id. */
import { checkedLists } from '../../../workers/papers/embeddings/records/import-slice.js';
import type { ImportedEmbeddings } from '../../../workers/papers/embeddings/records/slices.js';

/**
 * Replaces each id by the uid in the metadata, unless another record has that id. Ids that occur twice stay, because
 * the import rejects them.
 * @throws EmbeddingsError if one of the lists is missing or their lengths differ
 */
export function withUids(data: ImportedEmbeddings): ImportedEmbeddings {
  const { ids, metadatas } = checkedLists(data);
  const taken = new Set(ids.map(String));
  if (taken.size < ids.length) return data;
  const named = ids.map((id, n) => {
    const uid = metadatas[n]?.['uid'];
    if (typeof uid !== 'string' || uid === '' || taken.has(uid)) return id;
    taken.add(uid);
    return uid;
  });
  return { ...data, ids: named };
}

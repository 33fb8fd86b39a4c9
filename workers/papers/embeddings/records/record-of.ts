/** Finds the record of a paper. An imported record may have another id than the paper. */
import type { VectorCollection, VectorRecord } from '../../vectors/types.js';

export interface PaperRef {
  id: string;
  /** The id is the paper's uid. Then a record with this `id` in its metadata belongs to another paper. */
  isUid: boolean;
}

/** A record whose id differs from that of its paper. */
export interface ForeignRecord {
  id: string;
  uid: string;
}

/** Papers per question to the store. */
const atOnce = 10_000;

/** Returns the record with this id, else the one whose metadata has it as `uid`, else as `id`. */
export async function recordOf(
  collection: VectorCollection,
  paper: PaperRef,
  options?: { embeddings?: boolean },
): Promise<VectorRecord | undefined> {
  const [record] = await collection.get([paper.id], options);
  if (record !== undefined) return record;
  const foreign = (await foreignRecords(collection, [paper])).get(paper.id);
  return foreign && (await collection.get([foreign.id], options))[0];
}

/**
 * Maps papers to their records by `uid`, else `id`, in the metadata.
 * @param papers those whose id is not the id of a record
 */
export async function foreignRecords(
  collection: VectorCollection,
  papers: readonly PaperRef[],
): Promise<ReadonlyMap<string, ForeignRecord>> {
  const found = new Map<string, ForeignRecord>();
  const look = async (key: 'uid' | 'id', wanted: readonly PaperRef[]): Promise<void> => {
    for (let from = 0; from < wanted.length; from += atOnce) {
      const ids = await collection.ids({ [key]: { $in: wanted.slice(from, from + atOnce).map(({ id }) => id) } });
      for (const { id, metadata } of await collection.get(ids)) {
        const named = metadata[key] ?? '';
        if (!found.has(named)) found.set(named, { id, uid: metadata['uid'] ?? '' });
      }
    }
  };
  await look('uid', papers);
  await look(
    'id',
    papers.filter(({ id, isUid }) => !isUid && !found.has(id)),
  );
  return found;
}

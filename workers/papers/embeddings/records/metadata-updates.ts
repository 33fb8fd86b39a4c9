import { metadataOf } from '../../metadata.js';
import type { PaperLike } from '../../types.js';
import type { Metadata, VectorCollection } from '../../vectors/types.js';
import { must } from '../../../base/input/schema.js';
import { checked, checkedId, object } from '../arguments.js';

/** New values by paper uid and field. Values are stored as text, lists are joined. */
export type MetadataUpdates = Readonly<Record<string, PaperLike>> | ReadonlyMap<string, PaperLike>;

/**
 * Merges values into the metadata of all records of a uid. Vectors and other keys do not change. Skips unknown uids.
 * @returns how many papers were found
 */
export async function updateMetadata(collection: VectorCollection, updates: MetadataUpdates): Promise<number> {
  const changes = checkedUpdates(updates);
  const uids = [...changes.keys()];
  const byId = new Map<string, Metadata>();
  const found = new Set<string>();
  const update = (id: string, uid: string): void => {
    found.add(uid);
    byId.set(id, changes.get(uid) ?? {});
  };
  // An imported record may have another id than its uid, while another record has the uid as its id.
  const foreign = uids.length === 0 ? [] : await collection.ids({ uid: { $in: uids } });
  for (const { id, metadata } of await collection.get(foreign)) update(id, metadata['uid'] ?? '');
  for (const { id } of await collection.get(uids)) update(id, id);
  if (byId.size > 0) await collection.updateMetadata(byId);
  return found.size;
}

const byUid = must('an object of uid to fields', object);
const byField = must('an object of field to value', object);

function checkedUpdates(given: MetadataUpdates): Map<string, Metadata> {
  const updates = checked('The updates', byUid, given);
  const entries =
    typeof updates['entries'] === 'function' ? [...(given as ReadonlyMap<string, PaperLike>)] : Object.entries(updates);
  return new Map(
    entries.map(([uid, fields]) => [checkedId(uid), metadataOf(checked(`The update of "${uid}"`, byField, fields))]),
  );
}

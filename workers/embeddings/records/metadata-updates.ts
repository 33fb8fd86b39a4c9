import { metadataOf } from '../../papers/metadata.js';
import type { PaperLike } from '../../papers/types.js';
import type { Metadata, VectorCollection } from '../../vectors/types.js';
import { must } from '../../base/input/schema.js';
import { checked, object } from '../arguments.js';

/** New values by paper uid and field. Values are kept as text, lists joined. */
export type MetadataUpdates = Readonly<Record<string, PaperLike>> | ReadonlyMap<string, PaperLike>;

/**
 * Merges into the metadata of papers, into all records of a uid; vectors and all other keys stay. Unknown uids are
 * skipped.
 * @returns how many were there
 */
export async function updateMetadata(collection: VectorCollection, updates: MetadataUpdates): Promise<number> {
  const changes = checkedUpdates(updates);
  const uids = [...changes.keys()];
  const byId = new Map<string, Metadata>();
  // Imported records may have an id of their own, beside a record that has the uid for its id.
  const foreign = uids.length === 0 ? [] : await collection.ids({ uid: { $in: uids } });
  for (const { id, metadata } of await collection.get(foreign)) byId.set(id, changes.get(metadata['uid'] ?? '') ?? {});
  for (const { id } of await collection.get(uids)) byId.set(id, changes.get(id) ?? {});
  return byId.size === 0 ? 0 : collection.updateMetadata(byId);
}

const byUid = must('an object of uid to fields', object);
const byField = must('an object of field to value', object);

function checkedUpdates(given: MetadataUpdates): Map<string, Metadata> {
  const updates = checked('The updates', byUid, given);
  const entries =
    typeof updates['entries'] === 'function' ? [...(given as ReadonlyMap<string, PaperLike>)] : Object.entries(updates);
  return new Map(entries.map(([uid, fields]) => [uid, metadataOf(checked(`The update of "${uid}"`, byField, fields))]));
}

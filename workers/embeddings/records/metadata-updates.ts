import { metadataOf } from '../../papers/metadata.js';
import type { PaperLike } from '../../papers/types.js';
import type { Metadata, VectorCollection } from '../../vectors/types.js';
import { EmbeddingsError } from '../../embedding-api/errors.js';
import { shown } from '../failures.js';

/** New values by paper uid and field. Values are kept as text, lists joined. */
export type MetadataUpdates = Readonly<Record<string, PaperLike>> | ReadonlyMap<string, PaperLike>;

/**
 * Merges into the metadata of papers; vectors and all other keys stay. Unknown uids are skipped.
 * @returns how many were there
 */
export async function updateMetadata(collection: VectorCollection, updates: MetadataUpdates): Promise<number> {
  const changes = checkedUpdates(updates);
  const known = new Set((await collection.get([...changes.keys()])).map(({ id }) => id));
  // Imported records may have an id of their own beside the uid.
  const others = [...changes.keys()].filter((uid) => !known.has(uid));
  const strange = others.length === 0 ? [] : await collection.get(await collection.ids({ uid: { $in: others } }));
  const byId = new Map([...changes].filter(([uid]) => known.has(uid)));
  for (const { id, metadata } of strange) byId.set(id, changes.get(metadata['uid'] ?? '') ?? {});
  return byId.size === 0 ? 0 : collection.updateMetadata(byId);
}

function checkedUpdates(updates: MetadataUpdates): Map<string, Metadata> {
  if (typeof updates !== 'object' || updates === null || Array.isArray(updates)) {
    throw new EmbeddingsError(`The updates must be an object of uid to fields, not ${shown(updates)}.`);
  }
  const entries =
    'entries' in updates && typeof updates.entries === 'function'
      ? [...(updates as ReadonlyMap<string, PaperLike>)]
      : Object.entries(updates as Readonly<Record<string, PaperLike>>);
  return new Map(
    entries.map(([uid, fields]) => {
      if (typeof fields !== 'object' || fields === null || Array.isArray(fields)) {
        throw new EmbeddingsError(`The update of "${uid}" must be an object of field to value, not ${shown(fields)}.`);
      }
      return [uid, metadataOf(fields)];
    }),
  );
}

/** Reads facts about the vectors. */
import { isUrl } from '../../config/url.js';
import { isUnused } from '../../workers/papers/vectors/local/collection-folders.js';
import type { CollectionFacts } from '../../workers/papers/vectors/types.js';
import type { PaperStores } from './stores.js';

const none: CollectionFacts = { count: 0, dimension: null, model: null };

/** Does not open a missing collection, because that would create its folder. */
export async function vectorFacts({ manager, config }: PaperStores): Promise<CollectionFacts> {
  const { embedding_db: folder, collection_name: name } = config;
  if (!isUrl(folder) && (await isUnused(folder, name).catch(() => false))) return none;
  return (await manager.collection).facts();
}

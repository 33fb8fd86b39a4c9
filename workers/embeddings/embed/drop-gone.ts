import type { Log } from '../../base/ports.js';
import type { DatabaseManager } from '../../papers/database-manager.js';
import type { VectorCollection } from '../../vectors/types.js';

const atOnce = 5_000;

/**
 * Deletes the vectors of papers that are gone from the database which had them embedded; what came into the collection
 * otherwise stays.
 */
export async function dropGone(
  { collection, notes, log }: { collection: VectorCollection; notes: string; log: Log },
  database: DatabaseManager,
): Promise<void> {
  let deleted = 0;
  for (;;) {
    const uids = await database.goneFrom(notes, atOnce);
    if (uids.length === 0) break;
    deleted += await collection.delete(uids);
    // Only now: what fails before it is tried again the next time.
    await database.forgetGone({ collection: notes, uids });
  }
  if (deleted > 0) log.info(`The vectors of ${deleted} papers are deleted: the paper database has them no more.`);
}

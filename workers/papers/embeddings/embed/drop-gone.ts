import type { Log } from '../../../base/ports.js';
import type { DatabaseManager } from '../../database-manager.js';
import type { VectorCollection } from '../../vectors/types.js';

const atOnce = 5_000;

/**
 * Deletes the vectors of papers that were embedded from this database and deleted from it since. Keeps vectors that
 * were added in other ways.
 * @returns how many
 */
export async function dropGone(
  { collection, notes, log }: { collection: VectorCollection; notes: string; log: Log },
  database: DatabaseManager,
): Promise<number> {
  let deleted = 0;
  for (;;) {
    const uids = await database.goneFrom(notes, atOnce);
    if (uids.length === 0) break;
    deleted += await collection.delete(uids);
    // Only after the deletion, so that a failure is retried at the next run.
    await database.forgetGone({ collection: notes, uids });
  }
  if (deleted > 0) log.info(`Deleted the vectors of ${deleted} papers that are no longer in the paper database.`);
  return deleted;
}

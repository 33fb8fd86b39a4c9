/** Repairs the paper database, its index and the notes about vectors. Nothing else may use them meanwhile. */
import { statSync } from 'node:fs';
import { isUrl } from '../../config/url.js';
import { messageOf } from '../../workers/base/errors.js';
import { dropGone } from '../../workers/papers/embeddings/embed/drop-gone.js';
import { silentLog } from '../../workers/base/ports.js';
import { counted } from '../../workers/base/text/counted.js';
import { damagesOf } from '../../workers/papers/sql/check.js';
import { locate } from '../../workers/papers/sql/location.js';
import { rescue, type Rescued } from '../../workers/papers/sql/rescue/rescue.js';
import { finishRescue } from '../../workers/papers/sql/rescue/swap.js';
import type { DatabaseManager } from '../../workers/papers/database-manager.js';
import { vectorIds } from './check.js';
import { lostVectors } from './embed/embed-missing.js';
import { notesOf, type PaperStores, type StoresInUse } from './stores.js';

export interface Repair {
  /** Sentences that say what was repaired. */
  done: (line: string) => void;
  /** Sentences that say what is lost. */
  failed: (line: string) => void;
}

/** @throws DatabaseError of a newer database, or of one that cannot be reached; the system's error */
export async function repairPapers(place: string, stores: StoresInUse, report: Repair): Promise<void> {
  const path = isUrl(place) ? undefined : pathOf(place);
  if (path !== undefined) await repairFile(path, report);
  const count = await stores.use(({ database }) => repairIndex(database));
  if (count > 0 && path !== undefined) {
    report.done(`The index did not agree with the papers in ${count} rows.`);
    await stores.close();
    tellRescued(path, await rescue(path), report);
  }
  await stores.use(async (opened) => {
    await checkIndex(opened.database, report);
    await repairVectors(opened, report).catch((error: unknown) =>
      report.failed(`The vectors were not repaired: ${messageOf(error)}`),
    );
  });
}

function pathOf(place: string): string | undefined {
  const location = locate(place);
  return location.kind === 'sqlite' ? location.path : undefined;
}

/** Does not open the file before it is replaced: SQLite would keep its WAL open. */
async function repairFile(path: string, report: Repair): Promise<void> {
  await finishRescue(path);
  const [first] = await damagesOf(path);
  if (first === undefined) return;
  report.done(`${path} is damaged: ${first.replace(/\.$/, '')}.`);
  tellRescued(path, await rescue(path), report);
}

function tellRescued(path: string, { papers, saved, changed, lost, lostCount, kept }: Rescued, report: Repair): void {
  report.done(`${path} was written again with ${papers} papers and ${saved} saved papers. Its index is new.`);
  const wal = (statSync(`${kept}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 0 ? ` and ${kept}-wal` : '';
  report.done(`The former file is kept as ${kept}${wal}. Delete it when you miss nothing.`);
  if (papers === 0 && saved === 0)
    report.failed('No paper could be read. Restore the file from a copy, if you have one.');
  for (const title of changed) report.failed(`The text of a paper has changed, import it again: ${title}`);
  for (const title of lost) report.failed(`A paper could not be read, import it again: ${title}`);
  if (lostCount > lost.length) report.failed(`${lostCount - lost.length} more papers could not be read.`);
}

/** @returns the number of rows of the index that are still wrong */
async function repairIndex(database: DatabaseManager): Promise<number> {
  await database.mendIndexes();
  const { unindexed, leftInIndex } = await database.check();
  return unindexed + leftInIndex;
}

async function checkIndex(database: DatabaseManager, { done, failed }: Repair): Promise<void> {
  const { papers, unindexed, leftInIndex, unreadable } = await database.check();
  if (unindexed + leftInIndex > 0)
    failed(`The index does not agree with the papers in ${unindexed + leftInIndex} rows.`);
  for (const uid of unreadable) failed(`The copy of the saved paper ${uid} cannot be read. Save the paper again.`);
  if (unindexed + leftInIndex === 0)
    done(`${counted(papers, 'paper is', 'papers are')} in the database, and the index has each of them.`);
}

async function repairVectors(stores: PaperStores, { done }: Repair): Promise<void> {
  const { database, manager } = stores;
  const ids = await vectorIds(stores);
  const notes = await notesOf(stores);
  const lost = await lostVectors(database, notes, ids);
  if (lost.length > 0) {
    await database.vectorsLost({ collection: notes, uids: lost });
    done(
      `${counted(lost.length, 'paper has', 'papers have')} lost their vectors. ` +
        'They are embedded again at the next start.',
    );
  }
  if (ids.length === 0) return;
  const dropped = await dropGone({ collection: await manager.collection, notes, log: silentLog }, database);
  if (dropped > 0) done(`Deleted ${counted(dropped, 'vector')} of papers that are no longer in the database.`);
}

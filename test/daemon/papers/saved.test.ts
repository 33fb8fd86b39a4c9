/** Exports of the list of saved papers. */
import { expect, it } from '@jest/globals';
import { join } from 'node:path';
import { SavedPapers } from '../../../daemon/papers/saved.js';
import type { PaperStores } from '../../../daemon/papers/stores.js';
import { DatabaseManager } from '../../../workers/papers/database-manager.js';
import { temporaryFolders } from '../../support/folder.js';
import { record } from '../../workers/papers/databases.js';

const folder = temporaryFolders();

it('an export leaves out no saved paper while others are taken off the list and put on it', async () => {
  const database = new DatabaseManager(join(await folder(), 'papers.db'));
  const uids = Array.from({ length: 250 }, (_, n) => `p${n}`);
  await database.addPapers([...uids, 'late'].map((uid) => record({ uid, title: uid })));
  // Some of the same millisecond.
  for (const [n, uid] of uids.entries()) await database.savePaper(uid, 1000 + Math.floor(n / 3));
  const saved = new SavedPapers({
    stores: { use: (work) => work({ database } as unknown as PaperStores) },
    isUsed: () => true,
    clock: { now: () => 9000 } as never,
  });
  const read: string[] = [];
  for await (const { paper } of saved.all()) {
    read.push(paper.uid);
    if (read.length !== 150) continue;
    for (const uid of read.slice(0, 60)) await saved.remove(uid);
    await saved.save('late');
  }
  await database.close();
  expect([...read].sort()).toEqual([...uids].sort());
});

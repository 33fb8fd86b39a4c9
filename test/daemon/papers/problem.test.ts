import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { paperProblem } from '../../../daemon/papers/problem.js';
import { DatabaseManager } from '../../../workers/papers/database-manager.js';
import { temporaryFolders } from '../../support/folder.js';
import { record } from '../../workers/papers/databases.js';

const folder = temporaryFolders();

it('an import that was undone while it ran is over, and not tried again', async () => {
  const database = new DatabaseManager(join(await folder(), 'papers.db'));
  await database.addPaper(record({ uid: 'a' }));
  const papers = await database.getPapersByUids(['a']);
  const running = await database.startImport('slow.json');
  await database.undoImport(running.id);
  await expect(paperProblem(() => running.storePapers(papers))).rejects.toMatchObject({
    code: 'conflict',
    message: 'This import was undone while it was running.',
  });
  await database.close();
});

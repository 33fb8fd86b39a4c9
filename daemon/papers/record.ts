/** Reads one paper of the database. */
import { TonstiftError } from '../../workers/base/errors.js';
import { say } from '../../workers/base/language/sentence.js';
import type { DatabaseManager } from '../../workers/papers/database-manager.js';
import type { Paper } from '../../workers/papers/types.js';

export const unknownPaper = (uid: string): TonstiftError =>
  new TonstiftError('not_found', say('error.paper_not_found', { uid }));

/** @throws TonstiftError `not_found` */
export async function recordOf(database: DatabaseManager, uid: string): Promise<Paper> {
  const paper = await database.getPaperByUid(uid);
  if (paper === null) throw unknownPaper(uid);
  return paper;
}

/** Reads one paper of the database, and writes it for reference managers. */
import { citationFormats, type PaperCitations } from '../../http/papers/papers/service.js';
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

/** The paper alone in a file of each format. */
export async function citationsOf(paper: Paper): Promise<PaperCitations> {
  const { exportPapers } = await import('../../workers/papers/export/export-papers.js');
  const texts = citationFormats.map(async (format) => {
    let text = '';
    for await (const piece of exportPapers(format, [{ paper }])) text += piece;
    return [format, text.trim()] as const;
  });
  return Object.fromEntries(await Promise.all(texts)) as PaperCitations;
}

import type { PaperLike } from '../../papers/types.js';
import type { Context } from '../context.js';
import { embedPapers } from './embed-papers.js';
import { EmbeddingsError } from '../../embedding-api/errors.js';
import { shown } from '../failures.js';
import { embeddingText } from './paper-record.js';

/**
 * Embeds and stores, in place of former records with the same ids.
 * @returns how many records were stored
 * @throws EmbeddingsError where one paper has nothing to embed (then nothing is stored), or the API refuses some (then
 *   the others are stored)
 */
export async function addPapers(context: Context, papers: readonly PaperLike[]): Promise<number> {
  if (!Array.isArray(papers)) throw new EmbeddingsError(`addPapers takes a list of papers, not ${shown(papers)}.`);
  for (const paper of papers as readonly PaperLike[]) embeddingText(paper);
  const refused: string[] = [];
  const { embedded } = await embedPapers(papers as readonly PaperLike[], {
    ...context,
    force: true,
    onPaper: (uid, outcome) => {
      if (outcome.kind === 'failed') refused.push(`"${uid}": ${outcome.reason}`);
    },
  });
  const [first] = refused;
  if (first === undefined) return embedded;
  throw new EmbeddingsError(
    `${refused.length} of ${papers.length} papers could not be embedded, the others are stored. ${first}`,
  );
}

import type { PaperLike } from '../../types.js';
import type { Context } from '../context.js';
import { embedPapers } from './embed-papers.js';
import { refusedAs } from '../../../base/input/schema.js';
import { shown } from '../../../base/input/shown.js';
import { EmbeddingsError } from '../../embedding-api/errors.js';
import { checked, list } from '../arguments.js';
import type { VectorCollection } from '../../vectors/types.js';
import { foreignRecords, type ForeignRecord, type PaperRef } from '../records/record-of.js';
import { embeddingText, refOf } from './paper-record.js';

/** Papers whose records are read at once. */
const atOnce = 1_000;

const paperList = refusedAs(list, (raw) => `takes a list of papers, not ${shown(raw)}.`);

/**
 * Embeds papers and stores them. Replaces the papers' records.
 * @param waits for minutes if the API has too many requests
 * @returns how many records were stored
 * @throws EmbeddingsError if a paper has no text (then none is stored), or if the API rejects some papers (then the
 *   others are stored)
 */
export async function addPapers(
  context: Context,
  papers: readonly PaperLike[],
  { waits = true } = {},
): Promise<number> {
  checked('addPapers', paperList, papers);
  for (const paper of papers) embeddingText(paper);
  const refused: { uid: string; reason: string }[] = [];
  const { embedded } = await embedPapers(papers, {
    ...context,
    ...{ force: true, waits },
    foreign: await foreignOf(context.collection, papers.map(refOf)),
    onPaper: (uid, outcome) => {
      if (outcome.kind === 'failed') refused.push({ uid, reason: outcome.reason });
    },
  });
  const [first] = refused;
  if (first === undefined) return embedded;
  const { uid, reason } = first;
  throw new EmbeddingsError(
    refused.length === papers.length
      ? `None of the papers was embedded. "${uid}": ${reason}`
      : `${refused.length} of ${papers.length} papers were not embedded; the others are stored. "${uid}": ${reason}`,
  );
}

async function foreignOf(
  collection: VectorCollection,
  papers: readonly PaperRef[],
): Promise<ReadonlyMap<string, ForeignRecord>> {
  const known = new Set<string>();
  for (let from = 0; from < papers.length; from += atOnce) {
    const ids = papers.slice(from, from + atOnce).map(({ id }) => id);
    for (const { id } of await collection.get(ids)) known.add(id);
  }
  return foreignRecords(
    collection,
    papers.filter(({ id }) => !known.has(id)),
  );
}

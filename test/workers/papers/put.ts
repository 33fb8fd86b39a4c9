/** What becomes of a source of papers. */
import { importPapers, type ImportReport, type PaperSource } from '../../../workers/papers/ingest/import-papers.js';
import type { PaperFormat } from '../../../workers/papers/ingest/types.js';
import type { Paper } from '../../../workers/papers/types.js';
import { paperList } from '../../support/paper-list.js';
import { inPieces } from '../../support/pieces.js';

/** Its name and format, a source with one record or more, and the paper that a person would make of the first. */
export type Shape = [shape: `${string} ${PaperFormat}`, source: string, paper: Partial<Paper>];

export type Put = { papers: Paper[]; report: ImportReport };

export async function put(
  source: string | Uint8Array,
  format: PaperFormat,
  more: Partial<PaperSource> = {},
): Promise<Put> {
  const list = paperList();
  // Pieces that end within words and signs; those of a long text are longer, since each is a message to a process.
  const bytes = inPieces(source, Math.max(61, source.length >> 10));
  const report = await importPapers(list, { bytes, format, ...more });
  return { papers: list.papers, report };
}

export const json = (value: unknown, more: Partial<PaperSource> = {}): Promise<Put> =>
  put(JSON.stringify(value), 'json', more);

export const reasons = ({ report }: Put): string[] => report.rejected_kinds.map(({ reason }) => String(reason));

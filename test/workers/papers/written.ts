import { exportPapers, type ExportFormat } from '../../../workers/papers/export/export-papers.js';
import type { ExportedPaper } from '../../../workers/papers/export/types.js';

/** What an export of these papers is. */
export async function written(format: ExportFormat, papers: readonly ExportedPaper[]): Promise<string> {
  let text = '';
  for await (const piece of exportPapers(format, papers)) text += piece;
  return text;
}

/** Exports papers in formats for reference managers, spreadsheets and people. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { bibtex } from './bibtex.js';
import { csl } from './csl.js';
import { csv } from './csv.js';
import { markdown } from './markdown.js';
import { ris } from './ris.js';
import type { ExportedPaper, Notation } from './types.js';

export const notations = { bibtex, ris, csl, markdown, csv } as const satisfies Record<string, Notation>;
export type ExportFormat = keyof typeof notations;

/** A few milliseconds of work. Then other tasks get their turn. */
const papersAtOnce = 50;

/** Yields the file in parts. */
export async function* exportPapers(
  format: ExportFormat,
  papers: AsyncIterable<ExportedPaper> | Iterable<ExportedPaper>,
): AsyncGenerator<string> {
  const { head, write, foot = '' } = notations[format].begin();
  let piece = head;
  let held = 0;
  for await (const one of papers) {
    piece += write(one);
    if (++held < papersAtOnce) continue;
    yield piece;
    [piece, held] = ['', 0];
    await nextTurn();
  }
  piece += foot;
  if (piece !== '') yield piece;
}

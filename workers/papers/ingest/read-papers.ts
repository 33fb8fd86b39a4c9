import { readCsv } from './read-csv.js';
import { jsonRecord, readJsonLines } from './read-json-lines.js';
import { textOf } from './read-text.js';
import { splitJson } from './split-json.js';
import type { PaperFormat, ReadRecord } from './types.js';

export type { PaperFormat, ReadRecord } from './types.js';

/**
 * The records of a source one after the other, in constant memory, each with the line on which it begins; what cannot
 * be read comes as a reject with its reason. Throws only what the source itself throws.
 */
export function readPapers(
  source: AsyncIterable<Uint8Array | string>,
  format: PaperFormat,
): AsyncGenerator<ReadRecord> {
  const text = textOf(source);
  if (format === 'csv') return readCsv(text);
  return format === 'jsonl' ? readJsonLines(text) : readJson(text);
}

async function* readJson(text: AsyncIterable<string>): AsyncGenerator<ReadRecord> {
  for await (const piece of splitJson(text)) yield 'text' in piece ? jsonRecord(piece.text, piece.line) : piece;
}

import { say, type Sentence } from '../../base/language/sentence.js';
import { tableColumns } from '../types.js';
import { mostFields } from './limits.js';
import { CsvRows, type CsvEnd, type CsvRow } from './read/csv-rows.js';
import type { ReadRecord } from './types.js';

const columns = new Set<string>([...tableColumns, 'uid', 'author', 'document_title', 'paper_title', 'ti']);

/** The most characters of the first line: enough for a thousand columns with long names. */
const longestHead = 65_536;

/**
 * Reads a table. The first line names the columns; case and blanks do not matter. The delimiter is the most frequent of
 * comma, semicolon and tab in the first line. Missing cells at the end of a row are empty. A row with too many cells is
 * rejected, because its cells are shifted.
 */
export async function* readCsv(text: AsyncIterable<string>): AsyncGenerator<ReadRecord> {
  const { head, hasEnded, all } = await peek(withPlainLineEnds(text));
  const delimiter = delimiterOf(head);
  const names = firstLine(head).split(delimiter);
  const reason = whyNoTable(head, names, hasEnded);
  if (reason !== null) {
    if (head.trim() !== '') yield { line: 1, reason };
    return;
  }
  let columnNames: string[] | undefined;
  for await (const row of rowsOf(all, delimiter)) {
    if ('reason' in row) {
      yield { line: row.line, reason: say('paper.rest', { why: row.reason }) };
      return;
    }
    // The first row holds the column names.
    if (columnNames !== undefined) yield recordOf(columnNames, row);
    else if (row.cells.length > mostFields) {
      yield { line: row.line, reason: tooWide(row.cells.length) };
      return;
    } else columnNames = row.cells.map(columnOf);
  }
}

/** Stops after the first CsvEnd. */
async function* rowsOf(text: AsyncIterable<string>, delimiter: string): AsyncGenerator<CsvRow | CsvEnd> {
  const rows = new CsvRows(delimiter);
  for await (const piece of text) yield* rows.take(piece);
  yield* rows.finish();
}

function whyNoTable(head: string, names: readonly string[], hasEnded: boolean): Sentence | null {
  if (head.length >= longestHead && !hasEnded) return say('paper.head_endless', { most: String(longestHead) });
  if (names.length > mostFields) return tooWide(names.length);
  if (names.some((name) => columns.has(columnOf(name)))) return null;
  return say('paper.head_strange');
}

const tooWide = (columns: number): Sentence =>
  say('paper.head_wide', { number: String(columns), most: String(mostFields) });

function recordOf(names: readonly string[], { line, cells }: CsvRow): ReadRecord {
  if (cells.length > names.length)
    return {
      line,
      reason: say('paper.cells', { cells: String(cells.length), columns: String(names.length) }),
    };
  const record: Record<string, string> = {};
  for (const [n, cell] of cells.entries()) if (names[n]) record[names[n]] = withoutGuard(cell);
  return { line, record };
}

/** An apostrophe keeps a spreadsheet from running a text as a formula (workers/papers/export/csv.ts). */
const withoutGuard = (cell: string): string => (/^'[=+\-@\t\r]/.test(cell) ? cell.slice(1) : cell);

async function* withPlainLineEnds(text: AsyncIterable<string>): AsyncGenerator<string> {
  let held = '';
  for await (const chunk of text) {
    const whole = held + chunk;
    held = whole.endsWith('\r') ? '\r' : '';
    yield whole.slice(0, whole.length - held.length).replace(/\r\n?/g, '\n');
  }
  if (held !== '') yield '\n';
}

/** "Paper PDF URL" becomes paper_pdf_url. */
function columnOf(name: string): string {
  return name
    .replace(/^\ufeff/, '')
    .trim()
    .replace(/^"(.*)"$/s, '$1')
    .trim()
    .toLowerCase()
    .replace(/[\s-]+/g, '_');
}

const firstLine = (text: string): string => /^\s*([^\r\n]*)/.exec(text)?.[1] ?? '';

function delimiterOf(text: string): string {
  const line = firstLine(text).replace(/"[^"]*"/g, '');
  const counted = [',', ';', '\t'].map((sign) => ({ sign, times: line.split(sign).length }));
  return counted.reduce((most, one) => (one.times > most.times ? one : most)).sign;
}

/**
 * Reads up to the end of the first line that is not blank. Returns that text, whether the line has ended, and the whole
 * text. Checks each character only once: a pattern for a whole line scans the rest of the text for each character (48 s
 * for 488 kB).
 */
async function peek(
  text: AsyncIterable<string>,
): Promise<{ head: string; hasEnded: boolean; all: AsyncIterable<string> }> {
  const iterator = text[Symbol.asyncIterator]();
  let head = '';
  let hasBegun = false;
  let hasEnded = false;
  while (!hasEnded && head.length < longestHead) {
    const next = await iterator.next();
    if (next.done === true) break;
    head += next.value;
    const seen: string = hasBegun ? next.value : next.value.trimStart();
    hasBegun ||= seen !== '';
    hasEnded = hasBegun && /[\r\n]/.test(seen);
  }
  const all = async function* (): AsyncGenerator<string> {
    try {
      yield head;
      for (let next = await iterator.next(); next.done !== true; next = await iterator.next()) yield next.value;
    } finally {
      await iterator.return?.();
    }
  };
  return { head, hasEnded, all: all() };
}

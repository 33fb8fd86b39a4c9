import { Readable } from 'node:stream';
import { parse, type CsvError, type Parser } from 'csv-parse';
import { messageOf } from '../../base/errors.js';
import { say, type Sentence } from '../../base/language/sentence.js';
import { tableColumns } from '../types.js';
import { longestRecord, type ReadRecord, type Reject } from './types.js';

const columns = new Set<string>([...tableColumns, 'uid', 'author', 'document_title', 'paper_title']);

/** Characters within which the first line ends: a thousand columns of long names. */
const longestHead = 65_536;
const mostColumns = 1000;

/**
 * A table whose first line names the columns, whatever their case and blanks; cells parted by comma, semicolon or tab,
 * the one that the first line has most of. A row with fewer cells is filled up, one with more is a reject: its cells
 * are not where they belong.
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
  // The first row is the names.
  let begins = 1;
  let columnNames: string[] | undefined;
  // The parser tells the line on which a row ends; its cells tell how many it has.
  const lineOf = (cells: readonly string[], ends: number): number => {
    const line = Math.max(begins, ends - lineBreaks(cells));
    begins = ends + 1;
    return line;
  };
  const rowOf = (cells: string[], { lines }: { lines: number }): ReadRecord | null => {
    const line = lineOf(cells, lines);
    if (columnNames !== undefined) return recordOf(columnNames, cells, line);
    columnNames = cells.map(columnOf);
    return null;
  };
  const parser = parse({
    bom: true,
    delimiter,
    relax_quotes: true,
    skip_empty_lines: true,
    skip_records_with_error: true,
    max_record_size: longestRecord,
    on_record: (cells, context) => rowOf(cells, context) as unknown as string[] | null,
    // Pushed between the rows, so that rejects come in their place.
    on_skip: (error) => void parser.push(rejectOf(error, begins, lineOf)),
  });
  takeRowsOfAnyLength(parser);
  const rows = Readable.from(all)
    .on('error', (thrown) => parser.destroy(thrown))
    .pipe(parser) as AsyncIterable<ReadRecord & { last?: true }>;
  for await (const { last, ...row } of rows) {
    yield row;
    if (last) return;
  }
}

function whyNoTable(head: string, names: readonly string[], hasEnded: boolean): Sentence | null {
  if (head.length >= longestHead && !hasEnded) return say('paper.head_endless', { most: String(longestHead) });
  if (names.length > mostColumns)
    return say('paper.head_wide', { number: String(names.length), most: String(mostColumns) });
  if (names.some((name) => columns.has(columnOf(name)))) return null;
  return say('paper.head_strange');
}

/**
 * The parser makes an error of each row that has more or fewer cells than the first, also where that is allowed, with
 * its stack and a copy of all columns: up to half a millisecond a row (csv-parse 6.1). Here each has as many as it has.
 */
function takeRowsOfAnyLength(parser: Parser): void {
  const { state } = parser as unknown as { state: { record: string[] } };
  Object.defineProperty(state, 'expectedRecordLength', {
    get: () => state.record.length,
    set() {},
  });
}

function recordOf(names: readonly string[], cells: readonly string[], line: number): ReadRecord {
  if (cells.length > names.length)
    return {
      line,
      reason: say('paper.cells', { cells: String(cells.length), columns: String(names.length) }),
    };
  const record: Record<string, string> = {};
  for (const [n, cell] of cells.entries()) if (names[n]) record[names[n]] = withoutGuard(cell);
  return { line, record };
}

/** An apostrophe keeps a spreadsheet from taking a text for a formula (workers/papers/export/csv.ts). */
const withoutGuard = (cell: string): string => (/^'[=+\-@\t\r]/.test(cell) ? cell.slice(1) : cell);

/** `last`: where the rows begin and end cannot be told any more. */
function rejectOf(
  error: CsvError | undefined,
  begins: number,
  lineOf: (cells: readonly string[], ends: number) => number,
): Reject & { last?: true } {
  const { record, lines } = (error ?? {}) as Partial<CsvError>;
  if (Array.isArray(record) && typeof lines === 'number')
    return { line: lineOf(record as string[], lines), reason: say('paper.row', { why: messageOf(error) }) };
  return { line: begins, reason: say('paper.rest', { why: messageOf(error) }), last: true };
}

/** The parser counts the two signs of a Windows line end as two lines where they stand in quotes. */
async function* withPlainLineEnds(text: AsyncIterable<string>): AsyncGenerator<string> {
  let held = '';
  for await (const chunk of text) {
    const whole = held + chunk;
    held = whole.endsWith('\r') ? '\r' : '';
    yield whole.slice(0, whole.length - held.length).replace(/\r\n?/g, '\n');
  }
  if (held !== '') yield '\n';
}

/** "Paper PDF URL" is paper_pdf_url. */
function columnOf(name: string): string {
  return name
    .replace(/^\ufeff/, '')
    .trim()
    .replace(/^"(.*)"$/s, '$1')
    .trim()
    .toLowerCase()
    .replace(/[\s-]+/g, '_');
}

const lineBreaks = (cells: readonly string[]): number =>
  cells.reduce((count, cell) => count + (cell.includes('\n') ? cell.split('\n').length - 1 : 0), 0);

const firstLine = (text: string): string => /^\s*([^\r\n]*)/.exec(text)?.[1] ?? '';

function delimiterOf(text: string): string {
  const line = firstLine(text).replace(/"[^"]*"/g, '');
  const counted = [',', ';', '\t'].map((sign) => ({ sign, times: line.split(sign).length }));
  return counted.reduce((most, one) => (one.times > most.times ? one : most)).sign;
}

/**
 * The text as far as its first line that is not blank, whether that has ended, and all of it. Each sign is looked at
 * once: a pattern for a whole line goes over all that follows for each of them (48 s for 488 kB).
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

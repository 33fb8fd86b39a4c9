import { say, type Sentence } from '../../base/language/sentence.js';
import { mostFields } from './limits.js';
import { columnNames, namesColumns } from './read/column-names.js';
import { CsvRows, type CsvEnd, type CsvRow } from './read/csv-rows.js';
import type { ReadRecord } from './types.js';

/** The most characters of the first line: enough for a thousand columns with long names. */
const longestHead = 65_536;

/** The most lines before the one that names the columns. */
export const mostPreface = 20;

/**
 * Reads a table. The first line names the columns; case and blanks do not matter. Some services write lines about the
 * file above it, and Excel one with the delimiter (`sep=;`). The delimiter is otherwise the most frequent of comma,
 * semicolon, tab and bar in the line of names. Missing cells at the end of a row are empty. A row with too many cells
 * is rejected, because its cells are shifted.
 */
export async function* readCsv(text: AsyncIterable<string>): AsyncGenerator<ReadRecord> {
  const { head, hasEnded, all } = await peek(withPlainLineEnds(text));
  const names = namesIn(head);
  const reason = whyNoTable(head, names, hasEnded);
  if (reason !== null) {
    if (head.trim() !== '') yield { line: 1, reason };
    return;
  }
  let columns: string[] | undefined;
  let read: ReturnType<typeof rowReader> | undefined;
  for await (const row of rowsOf(all, names)) {
    if ('reason' in row) {
      yield { line: row.line, reason: say('paper.rest', { why: row.reason }) };
      return;
    }
    if (isSideways(columns, row)) {
      yield { line: row.line, reason: say('paper.sideways') };
      return;
    }
    // Spreadsheets write rows of delimiters only.
    if (row.cells.every((cell) => cell.trim() === '')) continue;
    // The first row holds the column names.
    if (read !== undefined) yield read(row);
    else if (row.cells.length > mostFields) {
      yield { line: row.line, reason: tooWide(row.cells.length) };
      return;
    } else {
      columns = columnNames(row.cells);
      read = rowReader(columns);
    }
  }
}

/** Stops after the first CsvEnd. @param names where the rows begin */
async function* rowsOf(text: AsyncIterable<string>, names: Names): AsyncGenerator<CsvRow | CsvEnd> {
  // Web of Science does not quote cells: a quotation mark at the beginning of one is a part of it.
  const hasQuotes = names.delimiter !== '\t' || !/^\ufeff?PT$/.test(names.cells[0] ?? '');
  const rows = new CsvRows(names.delimiter, { line: names.line, hasQuotes });
  let skip = names.at;
  for await (const piece of text) {
    yield* rows.take(piece.slice(skip));
    skip = Math.max(0, skip - piece.length);
  }
  yield* rows.finish();
}

/** Embase writes one line per field: "TITLE","…", and below it "AUTHOR NAMES","…". */
const isSideways = (columns: readonly string[] | undefined, { cells }: CsvRow): boolean =>
  columns?.[0] === 'title' && /^(?:AUTHOR NAMES|SOURCE|PUBLICATION YEAR|ABSTRACT)$/.test(cells[0] ?? '');

function whyNoTable(head: string, { cells, isKnown }: Names, hasEnded: boolean): Sentence | null {
  if (isKnown) return cells.length > mostFields ? tooWide(cells.length) : null;
  if (head.length >= longestHead && !hasEnded) return say('paper.head_endless', { most: String(longestHead) });
  return cells.length > mostFields ? tooWide(cells.length) : say('paper.head_strange');
}

/** The line that names the columns, or else the first line. */
interface Names {
  line: number;
  /** Where the line begins in the text. */
  at: number;
  delimiter: string;
  cells: string[];
  isKnown: boolean;
}

function namesIn(head: string): Names {
  let first: Names | undefined;
  let given: string | undefined;
  let at = 0;
  for (const [n, line] of head.split('\n', mostPreface).entries()) {
    const found = { line: n + 1, at };
    at += line.length + 1;
    if (line.trim() === '') continue;
    const told = /^\ufeff?"?sep=(.)"?\s*$/i.exec(line)?.[1];
    if (told !== undefined && first === undefined) {
      given = told;
      continue;
    }
    const delimiter = given ?? delimiterOf(line);
    const cells = line.split(delimiter);
    const names = { ...found, delimiter, cells, isKnown: namesColumns(cells, first === undefined) };
    if (names.isKnown) return names;
    first ??= names;
  }
  return first ?? { line: 1, at: 0, delimiter: ',', cells: [], isKnown: false };
}

const tooWide = (columns: number): Sentence =>
  say('paper.head_wide', { number: String(columns), most: String(mostFields) });

/** Returns the reader of the rows of a table. @param names of the columns */
export function rowReader(names: readonly string[]): (row: CsvRow) => ReadRecord {
  // Copied for each row, because setting hundreds of fields one by one takes ten times as long.
  const blank = Object.fromEntries(names.filter((name) => name !== '').map((name) => [name, '']));
  return ({ line, cells }) => {
    if (cells.some((cell, n) => n >= names.length && cell.trim() !== ''))
      return {
        line,
        reason: say('paper.cells', { cells: String(cells.length), columns: String(names.length) }),
      };
    const record: Record<string, string> = { ...blank };
    for (const [n, cell] of cells.entries()) {
      const name = names[n] ?? '';
      if (cell !== '' && name !== '' && record[name] === '') record[name] = wordsInLines(name, withoutGuard(cell));
    }
    return { line, record };
  };
}

/** EasyChair writes one keyword a line. */
const wordsInLines = (name: string, cell: string): string =>
  /keywords?$/.test(name) && !/[|;,]/.test(cell) ? cell.trim().replace(/\n/g, '; ') : cell;

/** An apostrophe keeps a spreadsheet from running a text as a formula (workers/papers/export/csv.ts). */
const withoutGuard = (cell: string): string => cell.replace(/(^|[;\t\r\n])'(?='*"*[=+\-@])|^'(?='*[\t\r])/g, '$1');

async function* withPlainLineEnds(text: AsyncIterable<string>): AsyncGenerator<string> {
  let held = '';
  for await (const chunk of text) {
    const whole = held + chunk;
    held = whole.endsWith('\r') ? '\r' : '';
    yield whole.slice(0, whole.length - held.length).replace(/\r\n?/g, '\n');
  }
  if (held !== '') yield '\n';
}

function delimiterOf(text: string): string {
  const line = text.replace(/"[^"]*"/g, '');
  const counted = [',', ';', '\t', '|'].map((sign) => ({ sign, times: line.split(sign).length }));
  return counted.reduce((most, one) => (one.times > most.times ? one : most)).sign;
}

/**
 * Reads up to the end of the line that names the columns, or of enough lines. Returns that text, whether its first line
 * has ended, and the whole text. Checks each character only once: a pattern for a whole line scans the rest of the text
 * for each character (48 s for 488 kB).
 */
async function peek(
  text: AsyncIterable<string>,
): Promise<{ head: string; hasEnded: boolean; all: AsyncIterable<string> }> {
  const iterator = text[Symbol.asyncIterator]();
  let head = '';
  let hasBegun = false;
  let hasEnded = false;
  let lines = 0;
  while (head.length < longestHead && lines < mostPreface && !(hasEnded && namesIn(head).isKnown)) {
    const next = await iterator.next();
    if (next.done === true) break;
    head += next.value;
    const seen: string = hasBegun ? next.value : next.value.trimStart();
    hasBegun ||= seen !== '';
    hasEnded ||= hasBegun && seen.includes('\n');
    lines += next.value.split('\n').length - 1;
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

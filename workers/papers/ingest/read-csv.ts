import { Readable } from 'node:stream';
import { parse, type CsvError, type Info } from 'csv-parse';
import { messageOf } from '../../errors.js';
import { paperColumns } from '../types.js';
import { longestRecord, type ReadRecord, type Reject } from './types.js';

const columns = new Set<string>([...paperColumns, 'uid']);

/**
 * A table whose first line names the columns, whatever their case and blanks; cells parted by comma, semicolon or tab,
 * the one that the first line has most of. A row with fewer cells is filled up, one with more is a reject: its cells
 * are not where they belong.
 */
export async function* readCsv(text: AsyncIterable<string>): AsyncGenerator<ReadRecord> {
  const { head, all } = await peek(text);
  const rejects: Reject[] = [];
  let begins = 1;
  const parser = parse({
    bom: true,
    delimiter: delimiterOf(head),
    columns: (names: string[]) => names.map((name) => columnOf(name) || false),
    relax_column_count_less: true,
    relax_quotes: true,
    skip_empty_lines: true,
    skip_records_with_error: true,
    max_record_size: longestRecord,
    info: true,
    on_skip: (error: CsvError | undefined) => {
      rejects.push({ line: typeof error?.['lines'] === 'number' ? error['lines'] : begins, reason: `The row cannot be read: ${messageOf(error)}.` });
      return undefined;
    },
  });
  if (!firstLine(head).split(delimiterOf(head)).some((name) => columns.has(columnOf(name)))) {
    if (head.trim() !== '') yield { line: 1, reason: 'The first line names no column of a paper: expected title, authors, abstract, year, conference, …' };
    return;
  }
  const rows = Readable.from(all).on('error', (thrown) => parser.destroy(thrown)).pipe(parser) as AsyncIterable<{ record: unknown; info: Info }>;
  try {
    for await (const { record, info } of rows) {
      yield* rejects.splice(0);
      // The parser tells the line on which a row ends; its cells tell how many it has.
      yield { line: Math.max(begins, info.lines - lineBreaks(record)), record };
      begins = info.lines + 1;
    }
  } catch (thrown) {
    if (!(thrown instanceof Error) || !String((thrown as Partial<CsvError>).code).startsWith('CSV_')) throw thrown;
    rejects.push({ line: begins, reason: `Nothing from this row on can be read: ${messageOf(thrown)}.` });
  }
  yield* rejects;
}

/** "Paper PDF URL" is paper_pdf_url. */
function columnOf(name: string): string {
  return name.replace(/^\ufeff/, '').trim().replace(/^"(.*)"$/s, '$1').trim().toLowerCase().replace(/[\s-]+/g, '_');
}

function lineBreaks(record: unknown): number {
  return Object.values(record as Record<string, string>).reduce((count, cell) => count + (cell.match(/\r\n|\n|\r/g)?.length ?? 0), 0);
}

const firstLine = (text: string): string => /^\s*([^\r\n]*)/.exec(text)?.[1] ?? '';

function delimiterOf(text: string): string {
  const line = firstLine(text).replace(/"[^"]*"/g, '');
  const counted = [',', ';', '\t'].map((sign) => ({ sign, times: line.split(sign).length }));
  return counted.reduce((most, one) => (one.times > most.times ? one : most)).sign;
}

/** The text as far as its first line, and all of it. */
async function peek(text: AsyncIterable<string>): Promise<{ head: string; all: AsyncIterable<string> }> {
  const iterator = text[Symbol.asyncIterator]();
  let head = '';
  while (!/\S[^\r\n]*[\r\n]/.test(head) && head.length < 1_000_000) {
    const next = await iterator.next();
    if (next.done === true) break;
    head += next.value;
  }
  const all = async function* (): AsyncGenerator<string> {
    try {
      yield head;
      for (let next = await iterator.next(); next.done !== true; next = await iterator.next()) yield next.value;
    } finally {
      await iterator.return?.();
    }
  };
  return { head, all: all() };
}

/** A table (RFC 4180) with all that is known of a paper, which `tonstift papers import` reads word for word. */
import { namesInText } from '../ingest/authors.js';
import { tableColumns, type Paper } from '../types.js';
import type { ExportedPaper, Notation } from './types.js';

const columns = ['uid', ...tableColumns] as const;

/**
 * What a spreadsheet would take for a formula gets an apostrophe before it: titles come from files of strangers, and a
 * formula can send the cells beside it elsewhere. The reader of tables takes it off again.
 */
const harmless = (text: string): string => (/^[=+\-@\t\r]/.test(text) ? `'${text}` : text);

const cell = (text: string): string => {
  const safe = harmless(text);
  return /[",\r\n]/.test(safe) || safe !== safe.trim() ? `"${safe.replaceAll('"', '""')}"` : safe;
};

function textOf(paper: Paper, column: (typeof columns)[number]): string {
  const value = paper[column];
  if (column === 'authors') return authorsCell(paper.authors);
  if (Array.isArray(value)) return value.join(', ');
  return value === undefined ? '' : String(value);
}

/** The reader would take one name such as "Smith and Sons" for two, but not where a ";" ends it. */
function authorsCell(authors: readonly string[]): string {
  const [only = ''] = authors;
  return authors.length === 1 && namesInText(only).join() !== only ? `${only};` : authors.join('; ');
}

const row = (cells: readonly string[]): string => `${cells.map(cell).join(',')}\r\n`;

export const csv: Notation = {
  ending: 'csv',
  type: 'text/csv; charset=utf-8; header=present',
  begin: () => ({
    // With its mark, without which a spreadsheet takes UTF-8 for something else.
    head: `\ufeff${row([...columns, 'note'])}`,
    write: ({ paper, note = '' }: ExportedPaper) => row([...columns.map((column) => textOf(paper, column)), note]),
  }),
};

/** A CSV table (RFC 4180) with every field of a paper. `tonstift papers import` reads it without loss. */
import { namesInText } from '../ingest/authors.js';
import { tableColumns, type Paper } from '../types.js';
import type { ExportedPaper, Notation } from './types.js';

const columns = ['uid', ...tableColumns] as const;

/**
 * Prefixes an apostrophe to text that a spreadsheet would run as a formula. Titles come from untrusted files, and a
 * formula can send neighbouring cells to a server. Where the decimal sign is a comma, Excel splits at semicolons and
 * line breaks, also in quotes. The CSV reader removes the apostrophe, so text that has one gets a second.
 */
const harmless = (text: string): string => text.replace(/(^|[;\t\r\n])(?='*"*[=+\-@])|^(?='*[\t\r])/g, "$1'");

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

/** The CSV reader splits a single name such as "Smith and Sons" in two, unless it ends with ";". */
function authorsCell(authors: readonly string[]): string {
  const [only = ''] = authors;
  return authors.length === 1 && namesInText(only).join() !== only ? `${only};` : authors.join('; ');
}

/** ASReview reads a column of this name. Without a decision the cell is empty. */
const includedCell = (decision: ExportedPaper['decision']): string =>
  decision === 'yes' ? '1' : decision === 'no' ? '0' : '';

const row = (cells: readonly string[]): string => `${cells.map(cell).join(',')}\r\n`;

export const csv: Notation = {
  ending: 'csv',
  type: 'text/csv; charset=utf-8; header=present',
  begin: () => ({
    // Starts with a byte order mark, because spreadsheets otherwise do not detect UTF-8.
    head: `\ufeff${row([...columns, 'note', 'lists', 'included'])}`,
    write: ({ paper, note = '', lists = [], decision }: ExportedPaper) =>
      row([...columns.map((column) => textOf(paper, column)), note, lists.join('; '), includedCell(decision)]),
  }),
};

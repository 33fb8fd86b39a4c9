/**
 * Parses rows from text that arrives in parts. Cells follow RFC 4180 less strictly: a quote within an unquoted cell,
 * and a quote that closes no cell, are ordinary characters. Skips empty lines. Searches for the next quote instead of
 * checking each character: csv-parse, which checks each byte, takes ten times as long.
 */
import { say, type Sentence } from '../../../base/language/sentence.js';
import { longestRecord } from '../limits.js';

export interface CsvRow {
  /** The line where the row begins, from 1. */
  line: number;
  cells: string[];
}

/** The rest of the table cannot be split into rows. */
export interface CsvEnd {
  line: number;
  reason: Sentence;
}

/** The state of the parser. `quote`: the last character was a quote that may close the cell. */
type Place = 'beginning of a cell' | 'cell' | 'quotes' | 'quote';

const lineEnd = '\n'.charCodeAt(0);

/** Expects lines that end with `\n`. Do not call `take` after it has returned a CsvEnd. */
export class CsvRows {
  private readonly delimiter: number;
  private place: Place = 'beginning of a cell';
  private cells: string[] = [];
  private cell = '';
  private length = 0;
  private begins: number;
  private line: number;
  private readonly hasQuotes: boolean;

  /**
   * @param delimiter one character
   * @param options the number of the first line, and whether cells may be in quotation marks
   */
  constructor(delimiter: string, { line = 1, hasQuotes = true } = {}) {
    this.begins = this.line = line;
    this.hasQuotes = hasQuotes;
    this.delimiter = delimiter.charCodeAt(0);
  }

  take(text: string): (CsvRow | CsvEnd)[] {
    const rows: (CsvRow | CsvEnd)[] = [];
    for (let at = 0; at < text.length;) {
      if (this.place === 'quotes') at = this.takeQuoted(text, at);
      else if (this.place === 'quote') at = this.leaveQuotes(text, at);
      else if (this.hasQuotes && this.place === 'beginning of a cell' && text[at] === '"') {
        this.place = 'quotes';
        at++;
      } else at = this.takePlain(text, at, rows);
      if (this.length > longestRecord) {
        rows.push({ line: this.begins, reason: say('paper.row_endless', { most: String(longestRecord) }) });
        return rows;
      }
    }
    return rows;
  }

  /** Returns the remaining rows at the end of the text. */
  finish(): (CsvRow | CsvEnd)[] {
    if (this.place === 'quotes') return [{ line: this.begins, reason: say('paper.quote_open') }];
    return this.isEmpty() ? [] : [this.row()];
  }

  /** Reads up to the next quote. */
  private takeQuoted(text: string, at: number): number {
    const quote = text.indexOf('"', at);
    const end = quote === -1 ? text.length : quote;
    const part = text.slice(at, end);
    this.add(part);
    for (let next = part.indexOf('\n'); next !== -1; next = part.indexOf('\n', next + 1)) this.line++;
    if (quote === -1) return end;
    this.place = 'quote';
    return end + 1;
  }

  private leaveQuotes(text: string, at: number): number {
    const sign = text.charCodeAt(at);
    if (text[at] === '"') {
      this.add('"');
      this.place = 'quotes';
      return at + 1;
    }
    this.place = 'cell';
    if (sign !== this.delimiter && sign !== lineEnd) this.cell = `"${this.cell}"`;
    return at;
  }

  /** Reads to the end of the cell, including the character that ends it. */
  private takePlain(text: string, at: number, rows: (CsvRow | CsvEnd)[]): number {
    let end = at;
    let sign = text.charCodeAt(end);
    while (sign !== this.delimiter && sign !== lineEnd && end < text.length) sign = text.charCodeAt(++end);
    if (end > at) {
      this.add(text.slice(at, end));
      this.place = 'cell';
    }
    if (end === text.length) return end;
    if (sign === this.delimiter) this.endCell();
    else {
      if (!this.isEmpty()) rows.push(this.row());
      this.begins = ++this.line;
    }
    return end + 1;
  }

  private isEmpty(): boolean {
    return this.place === 'beginning of a cell' && this.cells.length === 0;
  }

  private add(part: string): void {
    this.cell += part;
    this.length += part.length;
  }

  private endCell(): void {
    this.cells.push(this.cell);
    this.cell = '';
    // Empty cells take memory too.
    this.length++;
    this.place = 'beginning of a cell';
  }

  private row(): CsvRow {
    this.endCell();
    const row = { line: this.begins, cells: this.cells };
    this.cells = [];
    this.length = 0;
    return row;
  }
}

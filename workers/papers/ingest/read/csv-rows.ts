/**
 * The rows of a table in text, as it comes in pieces; cells by the rules of RFC 4180, milder: a quote within a cell
 * that does not begin with one is a sign like any other, and one that closes nothing is, too. Empty lines are no rows.
 * Looks for the next quote instead of at each sign: csv-parse, which does that on bytes, takes ten times as long.
 */
import { say, type Sentence } from '../../../base/language/sentence.js';
import { longestRecord } from '../types.js';

export interface CsvRow {
  /** On which it begins, counted from 1. */
  line: number;
  cells: string[];
}

/** Where the rows begin and end cannot be told from there on. */
export interface CsvEnd {
  line: number;
  reason: Sentence;
}

/** Where in a row the next sign stands; `quote` is behind one that may close its cell. */
type Place = 'beginning of a cell' | 'cell' | 'quotes' | 'quote';

const lineEnd = '\n'.charCodeAt(0);

/** Lines end with \n. Takes nothing more after it has answered an end. */
export class CsvRows {
  private readonly delimiter: number;
  private place: Place = 'beginning of a cell';
  private cells: string[] = [];
  private cell = '';
  private length = 0;
  private line = 1;
  private begins = 1;

  /** @param delimiter one sign */
  constructor(delimiter: string) {
    this.delimiter = delimiter.charCodeAt(0);
  }

  take(text: string): (CsvRow | CsvEnd)[] {
    const rows: (CsvRow | CsvEnd)[] = [];
    for (let at = 0; at < text.length;) {
      if (this.place === 'quotes') at = this.takeQuoted(text, at);
      else if (this.place === 'quote') at = this.leaveQuotes(text, at);
      else if (this.place === 'beginning of a cell' && text[at] === '"') {
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

  /** What is left when the text has ended. */
  finish(): (CsvRow | CsvEnd)[] {
    if (this.place === 'quotes') return [{ line: this.begins, reason: say('paper.quote_open') }];
    return this.isEmpty() ? [] : [this.row()];
  }

  /** As far as the next quote. */
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

  /** As far as the cell goes, and past the sign that ends it. */
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

import { say } from '../../base/language/sentence.js';
import { longestRecord } from './limits.js';
import type { Reject } from './types.js';

/** The text of one record and the line where it begins. */
export interface JsonPiece {
  line: number;
  text: string;
}

/** Paths of the lists of papers in API responses and export files. */
export const listsOfPapers: ReadonlySet<string> = new Set(
  (
    'papers results notes data items works articles publications records entries hits rows collection ' +
    'message.items result.hits.hit hits.hits hits.hit response.docs feed.entry recommendedPapers resultList.result ' +
    'data.papers data.results data.items results.papers result.papers search-results.entry documents'
  ).split(' '),
);

/** Keys that mark a record as a paper. In a paper only `papers` can be a list of papers. */
const isTitle = (key: string): boolean => key === 'title' || key === 'name';
const longestKey = 24;
const mostKeys = 20;

/**
 * Splits JSON into records without holding the whole text: the elements of a list, those of a list of papers in a
 * record (`listsOfPapers`), or separate values. Tracks only brackets and quotes and leaves the rest to `JSON.parse`. If
 * a bracket or quote is missing, the rest of the text is one reject.
 */
export async function* splitJson(text: AsyncIterable<string>): AsyncGenerator<JsonPiece | Reject> {
  const splitter = new Splitter();
  for await (const chunk of text) {
    yield* splitter.take(chunk);
    if (splitter.piece.length > longestRecord) {
      const most = String(longestRecord / 1024 / 1024);
      const { keysOfRecord: keys } = splitter;
      const reason =
        keys.length > 0
          ? say('paper.wrapper_long', { most, keys: keys.join(', ') })
          : say('paper.record_long', { most });
      yield { line: splitter.startedAt, reason };
      return;
    }
  }
  const { line, startedAt, piece } = splitter;
  if (splitter.isOpen) yield { line: startedAt || line, reason: say('paper.ends_early') };
  else if (startedAt > 0) yield { line: startedAt, text: piece };
}

class Splitter {
  line = 1;
  /** The line of the first character of the piece that is not blank; 0 if there is none yet. */
  startedAt = 0;
  /** The part of the current record from earlier chunks. */
  piece = '';
  private chunk = '';
  /** Where the current record begins in the chunk. */
  private from = 0;
  private found: JsonPiece[] = [];
  /** The number of open brackets. */
  private depth = 0;
  /** The depth at which records begin: 0 for separate values, 1 in a list, more in a list in a record. */
  private base = 0;
  /** True after the list in a record has ended: the rest belongs to that record. */
  private skipping = false;
  private inString = false;
  private escaped = false;
  /** The last string of a separate value. */
  private key = '';
  /** The keys of that value's open brackets. */
  private path: string[] = [];
  /** Its first key. */
  private keys: string[] = [];
  /** The last character that is not blank. */
  private before = '';

  get isOpen(): boolean {
    return this.depth > 0 || this.inString;
  }

  /** Keys of a separate value, or of one whose lists are unknown. */
  get keysOfRecord(): readonly string[] {
    return this.base === 0 ? this.keys : [];
  }

  /** Returns the records that end in this chunk. */
  take(chunk: string): JsonPiece[] {
    [this.chunk, this.from, this.found] = [chunk, 0, []];
    for (let at = 0; at < chunk.length; at++) {
      const sign = chunk.charAt(at);
      if (this.startedAt === 0 && (sign === '\n' || sign === ' ' || sign === '\r' || sign === '\t')) this.from = at + 1;
      else if (this.inString) this.readInString(sign);
      else if (sign === '\n' && this.depth === 0) this.cut(at, at + 1);
      else if (sign !== ' ' && sign !== '\n' && sign !== '\t' && sign !== '\r') {
        this.read(sign, at);
        this.before = sign;
      }
      if (sign === '\n') this.line++;
    }
    this.piece = this.skipping ? '' : this.piece + chunk.slice(this.from);
    return this.found;
  }

  private readInString(sign: string): void {
    if (this.escaped) this.escaped = false;
    else if (sign === '\\') this.escaped = true;
    else if (sign === '"') this.inString = false;
    if (this.base === 0 && this.inString && this.key.length < longestKey) this.key += sign;
  }

  private read(sign: string, at: number): void {
    if (sign === '[' && this.isListOfRecords()) {
      [this.piece, this.from, this.startedAt] = ['', at + 1, 0];
      this.base = ++this.depth;
    } else if (sign === ',' && this.depth === this.base) this.cut(at, at + 1);
    else if ((sign === ']' || sign === '}') && this.depth === this.base && this.base > 0) {
      this.cut(at, at + 1);
      this.skipping = this.base > 1;
      this.path.length = Math.max(0, this.depth - 1);
      this.depth--;
      this.base = 0;
    } else {
      if (this.startedAt === 0) this.startedAt = this.line;
      if (sign === '"') [this.inString, this.key] = [true, ''];
      else if (sign === '{' || sign === '[') this.open();
      else if (sign === ':' && this.depth === 1 && this.base === 0 && this.keys.length < mostKeys)
        this.keys.push(this.key);
      else if ((sign === '}' || sign === ']') && this.depth > 0) this.close(at);
    }
  }

  private isListOfRecords(): boolean {
    if (this.base > 0 || this.skipping) return false;
    if (this.depth === 0) return this.startedAt === 0;
    if (this.before !== ':' || this.depth > 3) return false;
    const path = [...this.path.slice(1), this.key].join('.');
    // A table by columns has its names next to its rows: {"columns": […], "data": [[…]]}.
    if (path === 'data' && this.keys.includes('columns')) return false;
    // Answers of bioRxiv begin with `messages`. A paper may have a list of its collections.
    if (path === 'collection' && !this.keys.includes('messages')) return false;
    return listsOfPapers.has(path) && (path === 'papers' || !this.keys.some(isTitle));
  }

  private open(): void {
    this.depth++;
    if (this.base === 0) this.path.push(this.before === ':' ? this.key : '');
  }

  private close(at: number): void {
    this.depth--;
    if (this.base === 0) this.path.pop();
    if (this.depth > 0) return;
    this.cut(at + 1);
    this.skipping = false;
  }

  private cut(end: number, next = end): void {
    if (this.startedAt > 0 && !this.skipping)
      this.found.push({ line: this.startedAt, text: this.piece + this.chunk.slice(this.from, end) });
    [this.piece, this.from, this.startedAt] = ['', next, 0];
    if (this.depth === 0) [this.keys, this.path] = [[], []];
  }
}

import file from '@citation-js/plugin-bibtex/lib/input/file.js';
import { messageOf } from '../../../base/errors.js';
import { say } from '../../../base/language/sentence.js';
import { deepestRecord, longestRecord } from '../limits.js';
import type { ReadRecord } from '../types.js';
import { Definitions } from './bibtex-definitions.js';
import { Inheritance } from './bibtex-inherit.js';

/**
 * Reads the entries of a .bib file: `{"@type", "@key", title, …}`, keys in lower case, values as LaTeX. Splits the file
 * where entries begin, so that a broken entry does not affect others and a file of a hundred megabytes is not held in
 * memory.
 */
export async function* readBibtex(text: AsyncIterable<string>): AsyncGenerator<ReadRecord> {
  const definitions = new Definitions();
  const inheritance = new Inheritance();
  const cutter = new Cutter();
  for await (const { line, entry: given, depth, isWhole } of entriesOf(text, cutter)) {
    const entry = given.replace(listOfTypes, '@$1');
    const type = /^@\s*([a-z]+)/i.exec(entry)?.[1]?.toLowerCase();
    if (type === undefined || type === 'comment' || type === 'preamble') continue;
    if (!isWhole && entry.length > longestRecord) {
      yield { line, reason: say('paper.record_long', { most: String(longestRecord / 1024 / 1024) }) };
      return;
    }
    try {
      if (depth > deepestRecord) yield { line, reason: say('paper.deep', { most: String(deepestRecord) }) };
      else if (type === 'string') {
        const why = definitions.add(entry);
        if (why !== undefined) yield { line, reason: say('paper.bibtex', { why }) };
      } else yield* inheritance.take(recordOf(entry, line, definitions));
    } catch (thrown) {
      const [why = ''] = messageOf(thrown).split('\n');
      yield { line, reason: say('paper.bibtex', { why: why.replace(/ at line \d+ col \d+:?$/, '') }) };
    }
  }
  yield* inheritance.finish();
  const { beginning } = cutter;
  if (!cutter.hasEntries && beginning !== '') yield { line: 1, reason: say('paper.tagged_strange', { beginning }) };
}

/** Semantic Scholar: `@['JournalArticle', 'Review']{`. */
const listOfTypes = /^@\['([a-z]+)'[^\]{]{0,200}\]/i;

/** The key may contain any characters or be missing. The package requires a key. */
const head = /^@\s*([a-z]+)\s*([{(])([^,={}"]*),/i;

/** @throws Error if the entry cannot be read */
function recordOf(entry: string, line: number, definitions: Definitions): ReadRecord {
  const [matched, type = '', brace = '{', key = ''] = head.exec(entry) ?? [];
  if (matched === undefined) return { line, reason: say('paper.bibtex', { why: 'a comma after its key is missing' }) };
  const fields = definitions.resolved(entry.slice(matched.length), longestRecord);
  if (fields === undefined)
    return { line, reason: say('paper.bibtex_long', { most: String(longestRecord / 1024 / 1024) }) };
  const [found] = file.parse(`@${type}${brace}key,${fields}`);
  return { line, record: { '@type': type.toLowerCase(), '@key': key.trim(), ...found?.properties } };
}

interface Entry {
  line: number;
  entry: string;
  /** The deepest nesting of brackets. */
  depth: number;
  /** True if the closing bracket was found. */
  isWhole: boolean;
}

/** Yields entries from an `@` at the start of a line, or after an entry, to its closing bracket. */
async function* entriesOf(text: AsyncIterable<string>, cutter: Cutter): AsyncGenerator<Entry> {
  for await (const chunk of text) yield* cutter.take(chunk);
  yield* cutter.end();
}

/** The longest beginning of an entry whose opening bracket is looked for: `@inproceedings (`. */
const longestBeginning = 60;

class Cutter {
  hasEntries = false;
  /** The first characters of the file that are not blank. */
  beginning = '';
  private line = 1;
  /** The part of the entry from earlier chunks. */
  private held = '';
  private chunk = '';
  /** Where the entry begins in the chunk. */
  private from = 0;
  private startedAt = 0;
  private depth = 0;
  private deepest = 0;
  private escaped = false;
  /** True if a round bracket encloses the entry. */
  private isRound = false;
  /** True if only blanks follow the last line break or entry. */
  private isFree = true;
  /** `@word{` at the start of a line within an entry means that the previous entry was never closed. */
  private begins = '';
  private found: Entry[] = [];

  take(chunk: string): Entry[] {
    [this.chunk, this.from, this.found] = [chunk, 0, []];
    this.beginning ||= /\S[^\n]{0,59}/.exec(chunk)?.[0].trim() ?? '';
    for (let at = 0; at < chunk.length; at++) {
      const sign = chunk.charAt(at);
      if (this.startedAt === 0) this.outside(sign, at);
      else this.inside(sign, at);
      if (sign === '\n') this.line++;
    }
    if (this.startedAt > 0) this.held += chunk.slice(this.from);
    this.from = chunk.length;
    if (this.held.length > longestRecord) this.close(chunk.length, false);
    return this.found;
  }

  end(): Entry[] {
    this.found = [];
    if (this.startedAt > 0) this.close(this.from, false);
    return this.found;
  }

  private outside(sign: string, at: number): void {
    if (sign === '@' && this.isFree) [this.startedAt, this.from, this.hasEntries] = [this.line, at, true];
    this.isFree = sign === '\n' || (this.isFree && /\s/.test(sign));
  }

  private inside(sign: string, at: number): void {
    if (this.depth > 0) this.watch(sign, at);
    if (this.escaped) this.escaped = false;
    else if (sign === '\\') this.escaped = true;
    else if (sign === '{' || (sign === '(' && this.depth === 0)) this.open(sign, at);
    else if (
      this.depth > 0 &&
      (sign === '}' || (sign === ')' && this.depth === 1 && this.isRound)) &&
      --this.depth === 0
    )
      this.close(at + 1, true);
  }

  private open(sign: string, at: number): void {
    if (this.depth === 0 && sign === '(')
      this.isRound =
        this.held.length + at - this.from < longestBeginning &&
        /^@\s*[a-z]+\s*$/i.test(this.held + this.chunk.slice(this.from, at));
    this.deepest = Math.max(this.deepest, ++this.depth);
  }

  private watch(sign: string, at: number): void {
    if (sign !== '\n' && this.begins === '') return;
    const begins = sign === '\n' ? sign : this.begins + sign;
    this.begins = /^\n(@[a-z]{0,30})?$/i.test(begins) ? begins : '';
    if (!/^\n@[a-z]+\{$/i.test(begins)) return;
    const next = begins.slice(1, -1);
    const whole = this.held + this.chunk.slice(this.from, at);
    const { line } = this;
    [this.held, this.from] = [whole.slice(0, -next.length), at];
    this.close(at, false);
    [this.startedAt, this.held, this.from] = [line, next, at];
  }

  private close(end: number, isWhole: boolean): void {
    const entry = this.held + this.chunk.slice(this.from, end);
    this.found.push({ line: this.startedAt, entry, depth: this.deepest, isWhole });
    [this.startedAt, this.held, this.depth, this.deepest] = [0, '', 0, 0];
    [this.escaped, this.isRound, this.begins, this.isFree] = [false, false, '', true];
  }
}

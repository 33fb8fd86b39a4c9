import { say } from '../../../base/language/sentence.js';
import { longestRecord, type ReadRecord } from '../types.js';

/** The most characters of definitions that entries use. */
const mostDefinitions = 256 * 1024;

/**
 * Reads the entries of a .bib file: `{"@type", "@key", title, …}`, keys in lower case, values as LaTeX. Splits the file
 * where entries begin, so that a broken entry does not affect others and a file of a hundred megabytes is not held in
 * memory.
 */
export async function* readBibtex(text: AsyncIterable<string>): AsyncGenerator<ReadRecord> {
  const { parseBibtex } = await import('./bibtex-entry.js');
  let definitions = '';
  for await (const { line, entry, isWhole } of entriesOf(text)) {
    const type = /^@\s*([a-z]+)/i.exec(entry)?.[1]?.toLowerCase();
    if (type === undefined || type === 'comment' || type === 'preamble') continue;
    if (!isWhole && entry.length > longestRecord) {
      yield { line, reason: say('paper.record_long', { most: String(longestRecord / 1024 / 1024) }) };
      return;
    }
    if (type === 'string') {
      if (definitions.length < mostDefinitions) definitions += `${entry}\n`;
      continue;
    }
    yield recordOf(entry, line, (whole) => parseBibtex(whole), definitions);
  }
}

/** The key may contain any characters or be missing. The package requires a key. */
const head = /^@\s*([a-z]+)\s*([{(])\s*([^,={}"]*?)\s*,/i;

function recordOf(
  entry: string,
  line: number,
  parse: (text: string) => { type: string; properties: Record<string, string | number> }[],
  definitions: string,
): ReadRecord {
  const [matched, type = '', brace = '{', key = ''] = head.exec(entry) ?? [];
  if (matched === undefined) return { line, reason: say('paper.bibtex', { why: 'a comma after its key is missing' }) };
  const used = /[=#]\s*[a-z]/i.test(entry) ? definitions : '';
  try {
    const [found] = parse(`${used}@${type}${brace}key,${entry.slice(matched.length)}`);
    return { line, record: { '@type': type.toLowerCase(), '@key': key, ...found?.properties } };
  } catch (thrown) {
    const [why = ''] = (thrown instanceof Error ? thrown.message : String(thrown)).split('\n');
    return { line, reason: say('paper.bibtex', { why: why.replace(/ at line \d+ col \d+:?$/, '') }) };
  }
}

interface Entry {
  line: number;
  entry: string;
  /** True if the closing bracket was found. */
  isWhole: boolean;
}

/** Yields entries from an `@` at the start of a line, or after an entry, to its closing bracket. */
async function* entriesOf(text: AsyncIterable<string>): AsyncGenerator<Entry> {
  const cutter = new Cutter();
  for await (const chunk of text) yield* cutter.take(chunk);
  yield* cutter.end();
}

class Cutter {
  private line = 1;
  private entry = '';
  private startedAt = 0;
  private depth = 0;
  private escaped = false;
  /** True if only blanks follow the last line break or entry. */
  private isFree = true;
  /** `@word{` at the start of a line within an entry means that the previous entry was never closed. */
  private begins = '';
  private found: Entry[] = [];

  take(chunk: string): Entry[] {
    this.found = [];
    for (const sign of chunk) {
      if (this.startedAt === 0) this.outside(sign);
      else this.inside(sign);
      if (sign === '\n') this.line++;
    }
    if (this.entry.length > longestRecord) this.close(false);
    return this.found;
  }

  end(): Entry[] {
    this.found = [];
    if (this.startedAt > 0) this.close(false);
    return this.found;
  }

  private outside(sign: string): void {
    if (sign === '@' && this.isFree) [this.startedAt, this.entry, this.depth] = [this.line, '@', 0];
    this.isFree = sign === '\n' || (this.isFree && /\s/.test(sign));
  }

  private inside(sign: string): void {
    this.entry += sign;
    if (this.depth > 0) this.watch(sign);
    if (this.escaped) this.escaped = false;
    else if (sign === '\\') this.escaped = true;
    else if (sign === '{' || (sign === '(' && this.depth === 0)) this.depth++;
    else if (
      this.depth > 0 &&
      (sign === '}' || (sign === ')' && this.depth === 1 && this.isRound())) &&
      --this.depth === 0
    )
      this.close(true);
  }

  private isRound(): boolean {
    return /^@\s*[a-z]+\s*\(/i.test(this.entry.slice(0, 60));
  }

  private watch(sign: string): void {
    if (sign === '\n') this.begins = '\n';
    else if (this.begins !== '') this.begins = /^\n@?[a-z]*\{?$/i.test(this.begins + sign) ? this.begins + sign : '';
    if (!/^\n@[a-z]+\{$/i.test(this.begins)) return;
    const next = this.begins.slice(1);
    this.entry = this.entry.slice(0, -next.length);
    const { line } = this;
    this.close(false);
    [this.startedAt, this.entry, this.depth] = [line, next.slice(0, -1), 0];
    this.entry += '{';
  }

  private close(isWhole: boolean): void {
    this.found.push({ line: this.startedAt, entry: this.entry, isWhole });
    [this.startedAt, this.entry, this.depth, this.escaped, this.begins, this.isFree] = [0, '', 0, false, '', true];
  }
}

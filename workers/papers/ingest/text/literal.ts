/** Reads lists as programs print them into a cell: Python, NumPy, JSON, R (`c("a", "b")`), PostgreSQL (`{"a","b"}`). */
import { longest } from '../limits.js';

const begins = /^(?:array|list|tuple|set|c)?\s*(?:\[\s*(?:['"[({]|[ub]['"]|None\b|\])|[({]\s*(?:['"[({]|[ub]['"]))/;
const ends = /[\])}]$/;
const deepest = 8;

/** Returns the value of such a text; undefined for any other text. */
export function literalIn(given: string): unknown {
  const text = given.length > longest.authors ? '' : given.trim();
  if (!begins.test(text) || !ends.test(text)) return undefined;
  const reader = new Reader(text);
  const value = reader.value();
  return reader.isComplete ? value : undefined;
}

const words: Readonly<Record<string, unknown>> = { True: true, true: true, False: false, false: false };
const escapes: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '', b: '', f: '' };
const closing: Readonly<Record<string, string>> = { '[': ']', '(': ')', '{': '}' };
const entry = Symbol('key');

class Reader {
  private at = 0;
  private depth = 0;
  private isBroken = false;

  constructor(private readonly text: string) {}

  get isComplete(): boolean {
    this.skip();
    return !this.isBroken && this.at === this.text.length;
  }

  value(): unknown {
    this.skip();
    const sign = this.text.charAt(this.at);
    if (closing[sign] !== undefined) return this.list(closing[sign]);
    if (sign === "'" || sign === '"') return this.quoted(sign);
    const word = /^[\w.+-]{1,40}/.exec(this.text.slice(this.at, this.at + 40))?.[0] ?? '';
    this.at += word.length;
    // A name before a bracket or quote is a type: array([…]), u'…'.
    if (/^[a-zA-Z]+$/.test(word) && /^['"[(]/.test(this.text.charAt(this.at))) return this.value();
    if (word === '') this.isBroken = true;
    if (/^-?\d+(\.\d+)?$/.test(word)) return Number(word);
    return words[word];
  }

  private skip(): void {
    while (/\s/.test(this.text.charAt(this.at))) this.at++;
  }

  /** Commas may be missing, as NumPy prints lists. */
  private list(end: string): unknown {
    this.at++;
    if (++this.depth > deepest) this.isBroken = true;
    const found: unknown[] = [];
    const named: [string, unknown][] = [];
    for (this.skip(); !this.isBroken && this.text.charAt(this.at) !== end; this.skip()) {
      const one = this.element();
      if (Array.isArray(one) && one[0] === entry) named.push([String(one[1]), one[2]]);
      else if (one !== entry) found.push(one);
      this.skip();
      if (this.text.charAt(this.at) === ',') this.at++;
      if (this.at >= this.text.length) this.isBroken = true;
    }
    this.at++;
    this.depth--;
    // The value of array([…]) is its list.
    if (end === ')' && found.length === 1 && Array.isArray(found[0])) return found[0];
    return named.length > 0 ? Object.fromEntries(named) : found;
  }

  /** Returns a value, or the key and value of a dictionary. `dtype=object` is neither. */
  private element(): unknown {
    const keyword = /^[a-z]+=\w+/.exec(this.text.slice(this.at, this.at + 40))?.[0];
    if (keyword !== undefined) {
      this.at += keyword.length;
      return entry;
    }
    const key = this.value();
    this.skip();
    if (this.text.charAt(this.at) !== ':') return key;
    this.at++;
    return [entry, key, this.value()];
  }

  private quoted(quote: string): string {
    const parts: string[] = [];
    for (let from = ++this.at; this.at < this.text.length; this.at++) {
      const sign = this.text.charAt(this.at);
      if (sign !== '\\' && sign !== quote) continue;
      parts.push(this.text.slice(from, this.at));
      if (sign === quote) {
        this.at++;
        return parts.join('');
      }
      parts.push(this.escaped());
      from = this.at + 1;
    }
    this.isBroken = true;
    return '';
  }

  private escaped(): string {
    const next = this.text.slice(this.at + 1, this.at + 7);
    const code = /^(?:u([\da-f]{4})|x([\da-f]{2}))/i.exec(next);
    this.at += code?.[0].length ?? 1;
    if (code !== null) return String.fromCharCode(parseInt(code[1] ?? code[2] ?? '', 16));
    return escapes[next.charAt(0)] ?? next.charAt(0);
  }
}

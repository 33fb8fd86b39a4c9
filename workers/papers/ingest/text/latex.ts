import constants from '@citation-js/plugin-bibtex/lib/input/constants.js';
import { doubled, droppedCommands, longestScript, lowered, mathSigns, raised, secondArgument } from './latex-signs.js';

/** By command name without backslash: accents as combining characters, letters and signs, and Greek letters. */
const { diacritics, commands, mathCommands } = constants;

const hasLatex = /\\[a-zA-Z'"`^~=.&%$#_{}()[\]\\, ;:!-]|\$/;
const hasBraces = /[{}~]|``|''|--/;

/**
 * Converts LaTeX to plain text: accents and signs become characters, `$x^2$` becomes x², and `\emph{so}` its words.
 * Anything else does not change: `$5 and $10`, an unknown command, half a formula.
 * @param isSource treats braces, `~` and `--` as LaTeX too: in a .bib file, at arXiv
 */
export function withoutLatex(text: string, isSource = false): string {
  if (!hasLatex.test(text) && !(isSource && hasBraces.test(text))) return text;
  const read = new Reader(text, isSource).all();
  return read.replace(/[ \t]{2,}/g, ' ').replace(/ +([.,;:!?)])/g, (_, sign: string) => sign);
}

/** `{\em so}`, which may have a pair of braces in it. */
const fontInText = /^\{\\(?:em|(?:bf|it|sl|sc|tt|rm|sf)(?:series|shape|family)?)\b((?:\\[^]|[^{}\\]|\{[^{}]*\})*)\}/;
/** `{\'e}`, `{\c{c}}`, `{\emph{so}}`. */
const commandInText =
  /^\{(\\(?:["'`^~=.]|(?:[uvHck]|emph|text[a-z]{2})(?=[ {])) ?(?:\\?[a-zA-Z]|\{\\?[a-zA-Z][^{}]*\}))\}/;
const longestGroup = 2000;

/** The deepest nesting of groups, and of commands without braces (`\^\^\^`). */
const deepest = 40;

class Reader {
  private at = 0;
  private depth = 0;
  /** Where each sign occurs next, so that signs without an end do not search the whole text each time. */
  private readonly ahead = new Map<string, number>();

  constructor(
    private readonly text: string,
    private readonly isSource: boolean,
  ) {}

  all(inMath = false): string {
    let out = '';
    while (this.at < this.text.length) out += this.read(inMath);
    return out;
  }

  /** Returns the text of the next character, command, group or formula. */
  private read(inMath: boolean): string {
    const sign = this.text.charAt(this.at);
    if (sign === '\\') return this.command(inMath);
    if (sign === '$') return this.formula();
    if (sign === '{' && (this.isSource || inMath)) return this.group(inMath);
    const group = sign === '{' ? this.groupInText() : undefined;
    if (group !== undefined) return group;
    if (inMath && (sign === '^' || sign === '_')) return this.script(sign);
    this.at++;
    if (sign === '}' && this.isSource) return '';
    if (this.isSource && !inMath) return this.typography(sign);
    return sign;
  }

  /** Fonts and accents are LaTeX in any text. Other braces are not, such as those of sets. */
  private groupInText(): string | undefined {
    const rest = this.text.slice(this.at, this.at + longestGroup);
    const [all = '', inside] = fontInText.exec(rest) ?? commandInText.exec(rest) ?? [];
    this.at += all.length;
    return inside === undefined ? undefined : withoutLatex(inside).trimStart();
  }

  private typography(sign: string): string {
    const rest = (text: string): boolean => this.text.startsWith(text, this.at);
    const skip = (count: number, out: string): string => ((this.at += count), out);
    if (sign === '~') return ' ';
    if (sign === '-' && rest('--')) return skip(2, '—');
    if (sign === '-' && rest('-')) return skip(1, '–');
    if (sign === '`') return rest('`') ? skip(1, '“') : '‘';
    if (sign === "'" && rest("'")) return skip(1, '”');
    return sign;
  }

  /** Reads to the closing brace, or to the end if it is missing. */
  private group(inMath: boolean): string {
    this.at++;
    if (++this.depth > deepest) return (this.depth--, '{');
    let out = '';
    while (this.at < this.text.length && this.text.charAt(this.at) !== '}') out += this.read(inMath);
    this.at++;
    this.depth--;
    return out;
  }

  /** Returns the text of a command's argument: a group, a command, or one character. */
  private argument(inMath: boolean): string {
    while (this.text.charAt(this.at) === ' ') this.at++;
    if (this.text.charAt(this.at) === '{') return this.group(inMath);
    if (this.text.charAt(this.at) === '\\' && this.depth < deepest) return this.inner(inMath);
    const sign = firstOf(this.text.slice(this.at, this.at + 2));
    this.at += sign.length;
    return sign;
  }

  /** Reads a command that is the argument of another one. */
  private inner(inMath: boolean): string {
    this.depth++;
    const said = this.command(inMath);
    this.depth--;
    return said;
  }

  /** Returns where a sign occurs next, or -1. */
  private findNext(sign: string): number {
    const known = this.ahead.get(sign);
    if (known !== undefined && (known === -1 || known >= this.at)) return known;
    const found = this.text.indexOf(sign, this.at);
    this.ahead.set(sign, found);
    return found;
  }

  private formula(): string {
    const isDouble = this.text.startsWith('$$', this.at);
    const mark = isDouble ? '$$' : '$';
    const start = this.at + mark.length;
    const end = endOfFormula(this.text, start, mark);
    if (end === -1) return ((this.at = start), mark);
    this.at = end + mark.length;
    return formulaOf(this.text.slice(start, end), this.depth);
  }

  private script(sign: '^' | '_'): string {
    this.at++;
    const said = this.argument(true);
    const table = sign === '^' ? raised : lowered;
    const signs = said.length > longestScript ? [] : [...said];
    if (signs.length > 0 && signs.every((one) => table.has(one))) return signs.map((one) => table.get(one)).join('');
    if (sign === '^' && (said === '∘' || said === '′')) return said === '∘' ? '°' : said;
    return isOneSign(said) ? `${sign}${said}` : `${sign}(${said})`;
  }

  private command(inMath: boolean): string {
    const name = /^\\([a-zA-Z]+\*?|.|$)/su.exec(this.text.slice(this.at, this.at + 40))?.[1] ?? '';
    const began = this.at;
    this.at += 1 + name.length;
    if (name === '(' || name === '[') return this.bracketed(name === '(' ? '\\)' : '\\]', began);
    if (/^[&%$#_{}]$/.test(name)) return name;
    if (name === '\\' || name === ',' || name === ';' || name === ':' || name === ' ' || name === '\n') return ' ';
    if (name === '!' || name === '-' || name === '/') return '';
    const accent = Object.hasOwn(diacritics, name) ? diacritics[name] : undefined;
    if (typeof accent === 'string' && !(inMath && /^[a-z]$/.test(name))) return this.accented(name, accent, inMath);
    const letters = /[a-zA-Z]/.test(name);
    const known = lettersOf(name) ?? (Object.hasOwn(mathSigns, name) ? mathSigns[name] : undefined);
    if (known !== undefined && name !== 'sqrt') {
      // "n\log n" is n log n.
      const isJoined = inMath && /^[a-z]{2,}$/.test(known) && /[\p{L}\p{N})]/u.test(this.text.charAt(began - 1));
      return `${isJoined ? ' ' : ''}${this.sign(known, letters, inMath)}`;
    }
    return this.withArguments(name.replace('*', ''), began, inMath);
  }

  /** Skips blanks after a command of letters, if text follows, as LaTeX does. */
  private sign(said: string, isWord: boolean, inMath: boolean): string {
    if (this.text.startsWith('{}', this.at)) this.at += 2;
    else if (isWord && this.isSource && !inMath && /\p{L}/u.test(said) && said.length === 1)
      while (this.text.charAt(this.at) === ' ') this.at++;
    return said;
  }

  private accented(name: string, accent: string, inMath: boolean): string {
    const from = this.at;
    // `\'s` at the end of a word in a table is not an accent on a blank.
    if (
      !/^ *[{\\\p{L}]/u.test(this.text.slice(from, from + 8)) ||
      (/[a-z]/i.test(name) && !/^[ {\\]/.test(this.text.charAt(from)))
    )
      return `\\${name}`;
    const said = this.argument(inMath).replace('ı', 'i').replace('ȷ', 'j');
    // `\~{}` is a separate sign.
    if (said === '' && !/[a-z]/i.test(name)) return name;
    const first = firstOf(said);
    return `${(first + accent).normalize('NFC')}${said.slice(first.length)}`;
  }

  private bracketed(end: string, began: number): string {
    const close = this.findNext(end);
    if (close === -1) return this.text.slice(began, this.at);
    const inside = this.text.slice(this.at, close);
    this.at = close + 2;
    return formulaOf(inside, this.depth);
  }

  private withArguments(name: string, began: number, inMath: boolean): string {
    const isNext = (sign: string): boolean => this.text.charAt(this.at) === sign;
    if (name === 'frac' || name === 'dfrac' || name === 'tfrac') {
      const [above, below] = [this.argument(true), this.argument(true)];
      return `${whole(above)}/${whole(below)}`;
    }
    if (name === 'sqrt') return `√${whole(this.argument(true))}`;
    if (name === 'mathbb' || name === 'mathds')
      return this.argument(true).replace(/[A-Z1]/g, (sign) => doubled.get(sign) ?? sign);
    // An optional argument in brackets, as in \cite[p. 5]{key}.
    if (isNext('[') && Object.hasOwn(droppedCommands, name) && this.findNext(']') !== -1)
      this.at = this.findNext(']') + 1;
    if (!isNext('{')) return inMath ? name : this.text.slice(began, this.at);
    if (Object.hasOwn(droppedCommands, name)) return (this.argument(inMath), '');
    const first = this.argument(inMath);
    return secondArgument.has(name) && isNext('{') ? this.argument(inMath) : first;
  }
}

const lettersOf = (name: string): string | undefined => {
  for (const table of [commands, mathCommands]) {
    const said = Object.hasOwn(table, name) ? table[name] : undefined;
    if (typeof said === 'string') return said;
  }
  return undefined;
};

/** Returns the first character, or "". */
const firstOf = (text: string): string => /^./su.exec(text)?.[0] ?? '';
const isOneSign = (text: string): boolean => text.length === firstOf(text).length;

/** Puts a part of a formula into brackets, unless it is a word or a sign. */
export const whole = (text: string): string => (!isOneSign(text) && /[^\p{L}\p{N}]/u.test(text) ? `(${text})` : text);

/** Converts a formula in TeX to text: with dollars, in a separate document, or bare. */
export function texFormula(tex: string): string {
  const [begin, end] = ['\\begin{document}', '\\end{document}'];
  const from = tex.indexOf(begin);
  const to = tex.lastIndexOf(end);
  const body = from === -1 || to < from ? tex : tex.slice(from + begin.length, to);
  return formulaOf(
    body
      .trim()
      .replace(/^(\$\$?|\\[([])/, '')
      .replace(/(\$\$?|\\[)\]])$/, ''),
    0,
  );
}

/** Converts the text between the dollars. */
function formulaOf(inside: string, depth: number): string {
  if (depth > deepest) return inside;
  const tight = inside.replace(/\s+/g, ' ').replace(/ ([\^_])/g, '$1');
  return new Reader(tight, true).all(true).replace(/\s+/g, ' ').trim();
}

/**
 * Returns where a formula ends, or -1 if the dollar does not begin one. Uses pandoc's rule to distinguish formulas from
 * money: no blank after the first dollar or before the last, and no digit after the last.
 */
function endOfFormula(text: string, start: number, mark: string): number {
  if (mark === '$' && /^\s|^$/.test(text.charAt(start))) {
    // "$ x $" is a formula too if it contains a command or a script.
    const loose = text.indexOf('$', start);
    return loose !== -1 && loose - start < 300 && /[\\^_]/.test(text.slice(start, loose)) ? loose : -1;
  }
  for (let end = text.indexOf(mark, start); end !== -1; end = text.indexOf(mark, end + 1)) {
    if (text.charAt(end - 1) === '\\') continue;
    if (end - start > 1000) return -1;
    const inside = text.slice(start, end);
    if (mark === '$$') return end;
    const isMoney = /^\d[\d.,]*\s/.test(inside) && !/[\\^_=]/.test(inside);
    return isMoney ||
      (/\s$/.test(inside) && !/[\\^_]/.test(inside)) ||
      (/^\d/.test(text.charAt(end + 1)) && !/[\\^_]/.test(inside))
      ? -1
      : end;
  }
  return -1;
}

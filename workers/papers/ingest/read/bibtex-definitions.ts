import file from '@citation-js/plugin-bibtex/lib/input/file.js';
import { say, type Sentence } from '../../../base/language/sentence.js';
import { longestDefinition, mostDefinitions } from '../limits.js';

/** A name may have any characters that the package accepts. */
const head = /^@\s*string\s*([{(])\s*([a-z_][\w:+-]*)\s*=/i;
/** The parts of fields that are no texts: signs, comments, names. */
const token = /%.*|[a-z_][\w:+-]*|\S/gi;

/**
 * The definitions of a .bib file: `@string{jml = "Journal of " # ml}`. Each is resolved once, and an entry gets only
 * those that it names, because a file has thousands of both.
 */
export class Definitions {
  /** Texts in quotes, braces or digits, joined with #. */
  private readonly texts = new Map<string, string>();
  private length = 0;

  /** Returns half a sentence if a definition is too long. @throws Error if it cannot be read */
  add(entry: string): Sentence | undefined {
    const [matched, bracket = '{', name = ''] = head.exec(entry) ?? [];
    if (matched === undefined) throw new Error('expected a name and an equals sign');
    const value = this.resolved(entry.slice(matched.length - 1), longestDefinition);
    if (value === undefined) return say('paper.bibtex_definition', { name, most: String(longestDefinition) });
    // Throws for a value that is none.
    file.parse(`@definition${bracket}key, value ${value}`);
    const text = value.slice(1, -1).trim();
    this.length += text.length;
    if (this.length > mostDefinitions)
      return say('paper.bibtex_definitions', { most: String(mostDefinitions / 1024 / 1024) });
    this.texts.set(name.toLowerCase(), text);
    return undefined;
  }

  /** Replaces names in the values of fields by their texts. Returns undefined if the result is longer than `most`. */
  resolved(fields: string, most: number): string | undefined {
    const parts: string[] = [];
    let [from, before] = [0, ''];
    let length = 0;
    const put = (end: number, next: number, text = ''): void => {
      parts.push(fields.slice(from, end), text);
      length += end - from + text.length;
      from = next;
    };
    token.lastIndex = 0;
    for (let found = token.exec(fields); found !== null; found = token.exec(fields)) {
      const { 0: sign, index } = found;
      const end = index + sign.length;
      if (sign.startsWith('%')) {
        put(index, end);
        continue;
      }
      if (sign === '{' || sign === '"') token.lastIndex = endOfText(fields, index);
      else if (before === '=' || before === '#') {
        const text = this.texts.get(sign.toLowerCase());
        if (text !== undefined) put(index, end, text);
      }
      before = sign;
    }
    put(fields.length, fields.length);
    return length > most ? undefined : parts.join('');
  }
}

/** Returns where a text in quotes or braces ends. Braces are counted in both. */
function endOfText(fields: string, from: number): number {
  const isQuoted = fields.charAt(from) === '"';
  let depth = 0;
  for (let at = from + (isQuoted ? 1 : 0); at < fields.length; at++) {
    const sign = fields.charAt(at);
    if (sign === '\\' && /[\\{}]/.test(fields.charAt(at + 1))) at++;
    else if (sign === '{') depth++;
    else if (sign === '}' && depth > 0) {
      if (--depth === 0 && !isQuoted) return at + 1;
    } else if (sign === '"' && isQuoted && depth === 0) return at + 1;
  }
  return fields.length;
}

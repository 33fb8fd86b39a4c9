/** About two lines of an abstract, around the first of the found words, which are marked. */
import { html, type Html } from '../../response/html.js';

/** Characters. */
const longest = 160;
/** Characters before the first found word. */
const before = 50;
/** Characters that are searched for the words. */
const mostRead = 10_000;

const letter = String.raw`[\p{L}\p{N}\p{M}]`;
/** Scripts without spaces: a word may be within others. */
const unspaced = /[\p{sc=Hani}\p{sc=Hira}\p{sc=Kana}\p{sc=Thai}\p{sc=Laoo}\p{sc=Khmr}\p{sc=Mymr}]/u;

/** @param words as the paper spells them, in any case */
export function snippetOf(abstract: string, words: readonly string[]): { text: Html; isWhole: boolean } {
  const text = abstract.replace(/\s+/g, ' ').trim();
  const pattern = patternOf(words);
  if (text.length <= longest) return { text: marked(text, pattern), isWhole: true };
  const first = pattern === null ? 0 : Math.max(0, text.slice(0, mostRead).search(pattern));
  // A short beginning is not cut off.
  const from = first <= longest - before ? 0 : wordAfter(text, first - before, first);
  const end = from + longest >= text.length ? text.length : wordBefore(text, from, from + longest);
  const part = marked(text.slice(from, end), pattern);
  return { text: html`${from > 0 && '… '}${part}${end < text.length && ' …'}`, isWhole: false };
}

function patternOf(words: readonly string[]): RegExp | null {
  const literals = words
    .filter((word) => word !== '')
    .sort((one, other) => other.length - one.length)
    .map((word) => word.replace(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`));
  const spaced = literals.filter((word) => !unspaced.test(word));
  const within = literals.filter((word) => unspaced.test(word));
  // One condition for all words: it takes far longer to compile than they do.
  const all = spaced.length === 0 ? within : [`(?<!${letter})(?:${spaced.join('|')})(?!${letter})`, ...within];
  return all.length === 0 ? null : new RegExp(all.join('|'), 'giu');
}

function marked(text: string, pattern: RegExp | null): Html {
  if (pattern === null) return html`${text}`;
  const parts: (string | Html)[] = [];
  let at = 0;
  for (const { 0: word, index } of text.matchAll(pattern)) {
    parts.push(text.slice(at, index), html`<mark>${word}</mark>`);
    at = index + word.length;
  }
  return html`${[...parts, text.slice(at)]}`;
}

function wordAfter(text: string, at: number, latest: number): number {
  const blank = text.indexOf(' ', at);
  return blank === -1 || blank >= latest ? latest : blank + 1;
}

/** A cut within a word is not within a character. */
function wordBefore(text: string, from: number, at: number): number {
  const blank = text.lastIndexOf(' ', at);
  if (blank > from) return blank;
  return /[\ud800-\udbff]/.test(text.charAt(at - 1)) ? at - 1 : at;
}

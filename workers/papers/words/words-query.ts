/**
 * What a person types into a search, as words to look for.
 *
 * term     one of the things looked for: a word, the beginning of words (`word*`), or words in a row ("in quotes")
 * form     one of the ways in which a term may stand in a paper; any of them will do
 * plain    as the index has it (`indexWords`)
 */
import { commonWords } from './common-words.js';
import { indexWords, isAbbreviation, isTelling, wordsOf } from './plain-word.js';
import { numbersOf } from './plural.js';

export interface Form {
  /** Plain, in a row; never empty. */
  words: readonly string[];
  /** The last word is the beginning of one. */
  isBeginning: boolean;
  /** Written as an abbreviation: "GAN" is nobody's name. */
  isNoName?: boolean;
}

export type Term = readonly Form[];

/** A paper has all that `must` be there, and where nothing must, something of `may`; the more of it, the better. */
export interface WordsQuery {
  must: readonly Term[];
  may: readonly Term[];
}

/** A pasted abstract has a hundred words that are not common. */
const mostTerms = 64;
/** Each is a look at all words that begin so. */
const mostBeginnings = 8;
/** Letters. Longer ones are no words but data. */
const longestWord = 80;

/** Terms. Who types as many beside quotes has pasted a text, whose quotes are its own. */
const mostBesideQuotes = 12;

const pieces = /["“”„«»]([^"“”„«»]*)["“”„«»]|([^\s"“”„«»]+)/gu;

/**
 * Quotes make a row of words that must be there, a star the beginning of words; two words with a hyphen may also be
 * written as one. Everything else is no word: there are no operators, and no query is wrong. In a text that was pasted
 * quotes ask for nothing.
 */
export function parseWords(text: string): WordsQuery {
  const must = new Map<string, Term>();
  const may = new Map<string, Term>();
  const common = new Map<string, Term>();
  for (const [, quoted, bare = ''] of text.matchAll(pieces)) {
    const rows = readWords(quoted ?? bare);
    const words = rows.flat();
    if (words.length === 0) continue;
    const key = words.join(' ');
    const isBeginning =
      quoted === undefined && /[\p{L}\p{N}\p{M}]\*\P{L}*$/u.test(bare) && (words.at(-1)?.length ?? 0) > 1;
    if (quoted !== undefined) must.set(key, [{ words, isBeginning: false }]);
    else if (isBeginning) may.set(`${key}*`, beginning(words));
    else
      for (const row of rows) {
        const word = row.join(' ');
        const into = commonWords.has(word) ? common : may;
        into.set(word, written(row, wordsOf(bare).some(isAbbreviation)));
      }
    if (quoted === undefined && /^[\p{L}\p{N}]+-[\p{L}\p{N}]+$/u.test(bare) && rows.length === 2)
      may.set(key, written([words.join('')], false));
  }
  if (must.size > 0 && may.size > mostBesideQuotes) return parseWords(text.replace(/["“”„«»]/gu, ' '));
  const isCommon = must.size + may.size === 0;
  return { must: firstOf(must), may: firstOf(isCommon ? common : may) };
}

/**
 * The same words as the beginnings of words, for a query that nothing is found with; null where that changes nothing.
 * An abbreviation begins no word: "SAM" is not "samples".
 */
export function asBeginnings({ must, may }: WordsQuery): WordsQuery | null {
  const rows = may.flatMap(([form]) => (form === undefined || form.isNoName === true ? [] : [form.words]));
  const begun = rows.filter((row) => isTelling(row.at(-1) ?? '')).slice(0, mostBeginnings);
  return must.length > 0 || begun.length === 0 ? null : { must, may: begun.map(beginning) };
}

export const isEmpty = ({ must, may }: WordsQuery): boolean => must.length + may.length === 0;

/** A paper must have each of them. */
export const allOf = ({ must, may }: WordsQuery): WordsQuery => ({ must: [...must, ...may], may: [] });

/** Words that begin so; in front of the last one whole words. */
export const beginning = (words: readonly string[]): Term => [{ words, isBeginning: true }];

/** The same words in the singular and in the plural, but not those in quotes. */
export function inBothNumbers({ must, may }: WordsQuery): WordsQuery {
  const both = (form: Form): Form[] => {
    const before = form.words.slice(0, -1);
    return form.isBeginning
      ? [form]
      : numbersOf(form.words.at(-1) ?? '').map((last) => ({ ...form, words: [...before, last] }));
  };
  return { must, may: may.map((term) => term.flatMap(both)) };
}

const written = (words: readonly string[], isNoName: boolean): Term => [{ words, isBeginning: false, isNoName }];

/** Each written word as a row of words of the index. */
const readWords = (text: string): string[][] =>
  wordsOf(text)
    .map((word) => indexWords(word).filter(({ length }) => length <= longestWord))
    .filter(({ length }) => length > 0);

const firstOf = (terms: ReadonlyMap<string, Term>): Term[] => [...terms.values()].slice(0, mostTerms);

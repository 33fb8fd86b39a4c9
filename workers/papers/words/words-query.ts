/**
 * Parses the text of a search into terms.
 *
 * term     a word, the beginning of words (`word*`), or a phrase ("in quotes")
 * form     a spelling of a term; a paper needs only one of them
 * plain    in the form of the index (`indexWords`)
 */
import { withFewAccents } from '../fold.js';
import { commonWords } from './common-words.js';
import { indexWords, isAbbreviation, isTelling, wordsOf } from './plain-word.js';
import { numbersOf } from './plural.js';

export interface Form {
  /** Plain words that follow each other; never empty. */
  words: readonly string[];
  /** The last word is the beginning of a word. */
  isBeginning: boolean;
  /** Written as an abbreviation: "GAN" is not a name. */
  isNoName?: boolean;
}

export type Term = readonly Form[];

/** A paper contains all of `must`, or if `must` is empty, some of `may`. More matches rank higher. */
export interface WordsQuery {
  must: readonly Term[];
  may: readonly Term[];
}

/** The most terms. A pasted abstract has a hundred words that are not common. */
const mostTerms = 64;
/** Each beginning searches all words that start with it. */
const mostBeginnings = 8;
/** Letters. A longer word is data. */
const longestWord = 80;

/** Terms. A query with more terms outside its quotes is pasted text, and the quotes belong to that text. */
const mostBesideQuotes = 12;

const pieces = /["“”„«»]([^"“”„«»]*)["“”„«»]|([^\s"“”„«»]+)/gu;

/**
 * Quotes make a phrase that must match, a star the beginning of words. Two words with a hyphen may also match as one
 * word. There are no operators, and every query is valid. In pasted text quotes have no meaning.
 */
export function parseWords(text: string): WordsQuery {
  const must = new Map<string, Term>();
  const may = new Map<string, Term>();
  const common = new Map<string, Term>();
  for (const [, quoted, bare = ''] of withFewAccents(text).matchAll(pieces)) {
    const rows = readWords(quoted ?? bare);
    const words = rows.flat();
    if (words.length === 0) continue;
    const key = words.join(' ');
    const isBeginning =
      quoted === undefined && /[\p{L}\p{N}\p{M}]\*\P{L}*$/u.test(bare) && (words.at(-1)?.length ?? 0) > 1;
    if (quoted !== undefined) must.set(key, [{ words, isBeginning: false }]);
    else if (isBeginning) may.set(`${key}*`, beginning(words));
    else {
      const isShort = wordsOf(bare).some(isAbbreviation);
      for (const row of rows) {
        const word = row.join(' ');
        const into = commonWords.has(word) ? common : may;
        into.set(word, written(row, isShort));
      }
    }
    if (quoted === undefined && /^[\p{L}\p{N}]+-[\p{L}\p{N}]+$/u.test(bare) && rows.length === 2)
      may.set(key, written([words.join('')], false));
  }
  if (must.size > 0 && may.size > mostBesideQuotes) return parseWords(text.replace(/["“”„«»]/gu, ' '));
  const isCommon = must.size + may.size === 0;
  return { must: firstOf(must), may: firstOf(isCommon ? common : may) };
}

/**
 * Returns the same words as beginnings, for a query without results; null if that changes nothing. An abbreviation does
 * not begin a word: "SAM" is not "samples".
 */
export function asBeginnings({ must, may }: WordsQuery): WordsQuery | null {
  const rows = may.flatMap(([form]) => (form === undefined || form.isNoName === true ? [] : [form.words]));
  const begun = rows.filter((row) => isTelling(row.at(-1) ?? '')).slice(0, mostBeginnings);
  return must.length > 0 || begun.length === 0 ? null : { must, may: begun.map(beginning) };
}

export const isEmpty = ({ must, may }: WordsQuery): boolean => must.length + may.length === 0;

/** A paper must contain all terms. */
export const allOf = ({ must, may }: WordsQuery): WordsQuery => ({ must: [...must, ...may], may: [] });

/** A term whose last word is a beginning. The words before it are complete. */
export const beginning = (words: readonly string[]): Term => [{ words, isBeginning: true }];

/** Adds singular and plural of each word, except in quotes. */
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

/** Splits each written word into words of the index. */
const readWords = (text: string): string[][] =>
  wordsOf(text)
    .map((word) => indexWords(word).filter(({ length }) => length <= longestWord))
    .filter(({ length }) => length > 0);

const firstOf = (terms: ReadonlyMap<string, Term>): Term[] => [...terms.values()].slice(0, mostTerms);

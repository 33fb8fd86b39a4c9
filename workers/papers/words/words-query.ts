/**
 * Parses the text of a search into terms.
 *
 * term     a word, the beginning of words (`word*`), or a phrase ("in quotes")
 * form     a spelling of a term; a paper needs only one of them
 * plain    in the form of the index (`indexWords`)
 */
import { withFewAccents } from '../fold.js';
import type { Condition, Form, Term, WordsQuery } from './form.js';
import { hasOperators, operandOf, parseOperators } from './operators.js';
import { isTelling, wordsOf } from './plain-word.js';
import { numbersOf, withIrregular } from './plural.js';
import { isLongEnough, spellingsOf } from './spellings.js';
import { piecesOf, termsOf, type Piece } from './terms.js';

/** The most terms. A pasted abstract has a hundred words that are not common. */
const mostTerms = 64;
/** Each beginning searches all words that start with it. */
const mostBeginnings = 8;

/** Terms. A query with more terms outside its quotes is pasted text, and its signs belong to that text. */
const mostTyped = 12;

/**
 * Quotes make a phrase that must match, a star the beginning of words, and a minus before a word excludes it. `AND`,
 * `OR`, `NOT` in capitals and parentheses work as usual (`operators.ts`). Two words with a hyphen may also match as one
 * word. Every query is valid: if the operators make no sense, they are words. In pasted text signs have no meaning.
 */
export function parseWords(text: string): WordsQuery {
  const few = withFewAccents(text);
  const pieces = piecesOf(few);
  if (hasOperators(pieces)) return parseOperators(pieces) ?? parseText(few);
  const excluded = pieces.filter(({ isMinus }) => isMinus);
  const kept = parsePieces(pieces.filter(({ isMinus }) => !isMinus));
  if (excluded.length === 0 || isEmpty(kept) || kept.may.length > mostTyped) return parseText(few);
  return { ...kept, not: excluded.flatMap(operandOf) };
}

/** Parses a text of exclusions only, which all other papers match: "NOT survey", "-survey". Null for others. */
export function parseExclusions(text: string): WordsQuery | null {
  const pieces = piecesOf(withFewAccents(text));
  const words = pieces.filter(({ isMinus, text: word }, at) => isMinus || (word !== 'NOT' && isNot(pieces[at - 1])));
  const nots = pieces.filter((piece) => isNot(piece));
  if (words.length === 0 || words.length > mostTerms || pieces.length !== words.length + nots.length) return null;
  const not = words.flatMap(operandOf);
  // "-the" excludes nothing.
  return not.length === 0 ? null : { must: [], may: [], not };
}

const isNot = (piece: Piece | undefined): boolean => piece?.text === 'NOT' && !piece.isQuoted;

/** Returns the text that a search by meaning embeds: without operators and without excluded words. */
export function textToEmbed(text: string): string {
  const query = parseWords(text);
  const hasSigns = query.not.length > 0 || query.must.some((condition) => !('term' in condition));
  return hasSigns ? [...new Set(termsIn(query).map(([form]) => form?.typed))].join(' ') : text;
}

/** Reads operators and minus signs as text, and in pasted text also quotes. */
function parseText(text: string): WordsQuery {
  const query = parsePieces(piecesOf(text));
  if (query.must.length === 0 || query.may.length <= mostTyped) return query;
  return parsePieces(piecesOf(text.replace(/["“”„«»]/gu, ' ')));
}

function parsePieces(pieces: readonly Piece[]): WordsQuery {
  const must = new Map<string, Condition>();
  const may = new Map<string, Term>();
  const common = new Map<string, Term>();
  for (const piece of pieces) {
    const { terms, rest } = termsOf(piece);
    for (const term of terms) {
      const key = keyOf(term);
      if (piece.isQuoted) must.set(key, { term });
      else may.set(key, term);
    }
    for (const term of rest) common.set(keyOf(term), term);
  }
  const isCommon = must.size + may.size === 0;
  const first = [...(isCommon ? common : may).values()].slice(0, mostTerms);
  return { must: [...must.values()].slice(0, mostTerms), may: first, not: [] };
}

const keyOf = ([form]: Term): string => `${form?.words.join(' ') ?? ''}${form?.isBeginning === true ? '*' : ''}`;

/**
 * Returns the same words as beginnings, for a query without results; null if that changes nothing. An abbreviation does
 * not begin a word: "SAM" is not "samples".
 */
export function asBeginnings({ must, may, not }: WordsQuery): WordsQuery | null {
  const rows = may.flatMap(([form]) => (form === undefined || form.isNoName === true ? [] : [form.words]));
  const begun = rows.filter((row) => isTelling(row.at(-1) ?? '')).slice(0, mostBeginnings);
  return must.length > 0 || begun.length === 0 ? null : { must, may: begun.map(beginning), not };
}

export const isEmpty = ({ must, may }: WordsQuery): boolean => must.length + may.length === 0;

/** A paper must contain all terms; of "fine-tuning" both words, or the one that they make. */
export function allOf({ must, may, not }: WordsQuery): WordsQuery {
  const all: Condition[] = [];
  for (const term of may) {
    const two = all.slice(-2);
    const [first, second] = two.flatMap((one) => ('term' in one ? [wordOf(one.term)] : []));
    const isJoined = first !== undefined && second !== undefined && wordOf(term) === first + second;
    if (isJoined) all.splice(-2, 2, { any: [{ all: two, not: [] }, { term }] });
    else all.push({ term });
  }
  return { must: [...must, ...all], may: [], not };
}

const wordOf = ([form]: Term): string => form?.words.join('') ?? '';

/** A term whose last word is a beginning. The words before it are complete. */
export const beginning = (words: readonly string[]): Term => [{ words, isBeginning: true }];

/** Returns the terms that a paper may or must contain, and not those that it must not. */
export const termsIn = ({ must, may }: WordsQuery): Term[] => [...must.flatMap(leavesOf), ...may];

function leavesOf(condition: Condition): Term[] {
  if ('term' in condition) return [condition.term];
  return ('any' in condition ? condition.any : condition.all).flatMap(leavesOf);
}

/** Changes each form to others. */
function mapForms(query: WordsQuery, change: (form: Form) => Form[]): WordsQuery {
  const mapTerm = (term: Term): Term => term.flatMap(change);
  const map = (condition: Condition): Condition => {
    if ('term' in condition) return { term: mapTerm(condition.term) };
    if ('any' in condition) return { any: condition.any.map(map) };
    return { all: condition.all.map(map), not: condition.not.map(map) };
  };
  return { must: query.must.map(map), may: query.may.map(mapTerm), not: query.not.map(map) };
}

/**
 * Adds other forms of each word, except in quotes: singular and plural unless the index has stems, and spellings of
 * umlauts unless the query is long.
 */
export function inOtherForms(query: WordsQuery, hasStems: boolean): WordsQuery {
  const isShort = termsIn(query).length <= mostTyped;
  return mapForms(query, (form) => {
    if (form.isBeginning || form.isExact === true) return [form];
    const before = form.words.slice(0, -1);
    const last = form.words.at(-1) ?? '';
    const numbers = hasStems ? withIrregular(last) : numbersOf(last);
    const forms: Form[] = numbers.map((word) => ({ ...form, words: [...before, word] }));
    return isShort && before.length === 0 ? [...forms, ...spelt(form, last)] : forms;
  });
}

function spelt({ isNoName, umlauts = [] }: Form, word: string): Form[] {
  if (umlauts.length > 0) return umlauts.map((other) => ({ words: [other], isBeginning: false, isNoName }));
  return spellingsOf(word).flatMap((other): Form[] => {
    if (isLongEnough(word)) return [{ words: [other], isBeginning: false, isNoName }];
    return isNoName === true ? [] : [{ words: [other], isBeginning: false, isName: true }];
  });
}

/** Returns the words of a query that are written in capitals only: an abbreviation ("BERT") or a name ("WANG"). */
export const capitalsIn = (text: string): string[] => wordsOf(text).filter((word) => /^\p{Lu}{4,}$/u.test(word));

/** Searches these words in names too. */
export const withNames = (query: WordsQuery, names: ReadonlySet<string>): WordsQuery =>
  mapForms(query, (form) => [names.has(form.words.join(' ')) ? { ...form, isNoName: false } : form]);

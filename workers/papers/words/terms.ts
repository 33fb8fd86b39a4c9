/** Splits the text of a search into pieces, and a piece into terms. */
import { commonWords } from './common-words.js';
import { indexWords, isAbbreviation, isSigned, wordsOf } from './plain-word.js';
import { withTwoLetters } from './spellings.js';
import type { Form, Term } from './form.js';

/** Text in quotes, or text without blanks. */
export interface Piece {
  text: string;
  isQuoted: boolean;
  /** A minus stands before it. */
  isMinus: boolean;
}

/** Letters. A longer word is data. */
const longestWord = 80;

const pattern = /(?<![^\s(])(-?)["“”„«»]([^"“”„«»]*)["“”„«»]|["“”„«»]([^"“”„«»]*)["“”„«»]|([^\s"“”„«»]+)/gu;

/** After these a hyphen leaves out a part of a word: "resource-rich and -poor languages". */
const joining = /(?:^(?:and|or|und|oder|et|ou|en|of|&)|[,/])$/u;

export function piecesOf(text: string): Piece[] {
  let before = '';
  return [...text.matchAll(pattern)].map(([, sign = '', quoted, later, bare = '']) => {
    const inQuotes = quoted ?? later;
    if (inQuotes !== undefined) return { text: inQuotes, isQuoted: true, isMinus: sign !== '' };
    const isMinus = /^-\p{L}/u.test(bare) && !joining.test(before);
    before = bare;
    return { text: isMinus ? bare.slice(1) : bare, isQuoted: false, isMinus };
  });
}

/** @returns `rest`: words that nearly every paper has */
export function termsOf({ text, isQuoted }: Piece): { terms: Term[]; rest: Term[] } {
  const rows = readWords(text);
  const words = rows.flatMap((row) => row.words);
  if (words.length === 0) return { terms: [], rest: [] };
  if (isQuoted) return { terms: [[{ words, isBeginning: false, isExact: true }]], rest: [] };
  if (/[\p{L}\p{N}\p{M}]{2}\*\P{L}*$/u.test(text) && (words.at(-1)?.length ?? 0) > 1)
    return { terms: [[{ words, isBeginning: true }]], rest: [] };
  const isShort = wordsOf(text).some(isAbbreviation);
  const [terms, rest]: [Term[], Term[]] = [[], []];
  for (const row of rows) {
    const isNoName = isShort || isLetter(row.written);
    const into = commonWords.has(row.words.join(' ')) ? rest : terms;
    into.push([{ words: row.words, isBeginning: false, isNoName, twoLetters: twoLettersOf(row) }]);
  }
  if (/^[\p{L}\p{N}]+-[\p{L}\p{N}]+$/u.test(text) && rows.length === 2) terms.push(writtenTerm([words.join('')]));
  return { terms, rest };
}

export const writtenTerm = (words: readonly string[]): Term => [{ words, isBeginning: false }];

interface Row {
  written: string;
  words: string[];
}

/** Splits each written word into words of the index. */
const readWords = (text: string): Row[] =>
  wordsOf(text)
    .map((written) => ({ written, words: indexWords(written).filter(({ length }) => length <= longestWord) }))
    .filter(({ words }) => words.length > 0);

/** A letter alone is nobody: "R", "C++". */
const isLetter = (written: string): boolean => /^[A-Za-z]$/.test(written) || isSigned(written);

function twoLettersOf({ written, words }: Row): Form['twoLetters'] {
  const two = withTwoLetters(written);
  return words.length === 1 && two !== words[0] && /^[a-z]+$/.test(two) ? two : undefined;
}

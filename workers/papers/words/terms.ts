/** Splits the text of a search into pieces, and a piece into terms. */
import { commonWords } from './common-words.js';
import { indexWords, isAbbreviation, isSigned, wordsOf } from './plain-word.js';
import { umlautsOf } from './spellings.js';
import type { Term } from './form.js';

/** Text in quotes, or text without blanks. */
export interface Piece {
  text: string;
  isQuoted: boolean;
  /** It has a minus. */
  isMinus: boolean;
  /** A letter between two words with a capital, as in a name: `Diederik P Kingma`. */
  isInitial?: boolean;
}

/** Letters. A longer word is data. */
const longestWord = 80;

const pattern = /(?<![^\s(])(-?)["“”„«»]([^"“”„«»]*)["“”„«»]|["“”„«»]([^"“”„«»]*)["“”„«»]|([^\s"“”„«»]+)/gu;

/** After these a hyphen leaves out a part of a word: "resource-rich and -poor languages". */
const joining = /(?:^(?:and|or|und|oder|et|ou|en|of|&)|[,/])$/u;

export function piecesOf(text: string): Piece[] {
  let before = '';
  const pieces = [...text.matchAll(pattern)].map(([, sign = '', quoted, later, bare = '']) => {
    const inQuotes = quoted ?? later;
    if (inQuotes !== undefined) return { text: inQuotes, isQuoted: true, isMinus: sign !== '' };
    const isMinus = /^-\p{L}/u.test(bare) && !joining.test(before);
    before = bare;
    return { text: isMinus ? bare.slice(1) : bare, isQuoted: false, isMinus };
  });
  return pieces.map((piece, n) => (isBetweenNames(pieces, n) ? { ...piece, isInitial: true } : piece));
}

const isBetweenNames = (pieces: readonly Piece[], n: number): boolean =>
  /^\p{Lu}$/u.test(pieces[n]?.text ?? '') &&
  [pieces[n - 1], pieces[n + 1]].every((piece) => /^\p{Lu}\p{Ll}/u.test(piece?.text ?? ''));

/** @returns `rest`: words that nearly every paper has */
export function termsOf({ text, isQuoted, isInitial = initials.test(text) }: Piece): { terms: Term[]; rest: Term[] } {
  const rows = readWords(text);
  const words = rows.flatMap((row) => row.words);
  if (words.length === 0) return { terms: [], rest: [] };
  const isBeginning = /[\p{L}\p{N}\p{M}]{2}\*\P{L}*$/u.test(text) && (words.at(-1)?.length ?? 0) > 1;
  if (isQuoted) return { terms: [[{ words, isBeginning, isExact: true, typed: text }]], rest: [] };
  if (isBeginning) return { terms: [[{ words, isBeginning, typed: text }]], rest: [] };
  const isShort = wordsOf(text).some((word) => isAbbreviation(word) && !isNameLike(word));
  const [terms, rest]: [Term[], Term[]] = [[], []];
  for (const row of rows) {
    const isNoName = isShort || (isLetter(row.written) && !isInitial);
    const into = commonWords.has(row.words.join(' ')) ? rest : terms;
    const umlauts = row.words.length === 1 ? umlautsOf(row.written) : [];
    into.push([{ words: row.words, isBeginning: false, isNoName, umlauts, typed: text }]);
  }
  if (/^[\p{L}\p{N}]+-[\p{L}\p{N}]+$/u.test(text) && rows.length === 2) terms.push(writtenTerm([words.join('')], text));
  return { terms, rest };
}

export const writtenTerm = (words: readonly string[], typed: string): Term => [{ words, isBeginning: false, typed }];

interface Row {
  written: string;
  words: string[];
}

/** Splits each written word into words of the index. */
const readWords = (text: string): Row[] =>
  wordsOf(text)
    .map((written) => ({ written, words: indexWords(written).filter(({ length }) => length <= longestWord) }))
    .filter(({ words }) => words.length > 0);

/** `McKeown`, `LeCun`. An abbreviation ends with capitals, or with one small letter: `LoRA`, `GloVe`. */
const isNameLike = (word: string): boolean => /^\p{Lu}\p{Ll}+\p{Lu}\p{Ll}{2,}$/u.test(word);

/** `O'Brien`, `C.H.`. */
const initials = /(?<!\p{L})\p{Lu}[.'’]/u;

/** A single letter is not a name: "R", "C++". */
const isLetter = (written: string): boolean => /^[A-Za-z]$/.test(written) || isSigned(written);

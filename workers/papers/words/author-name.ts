/** Decides whether a query is the name of an author or a topic. */
import { isUnspaced } from '../fold.js';
import { commonWords } from './common-words.js';
import { groupWords } from './group-words.js';
import { isAbbreviation, isSigned, isTelling, plainWord, wordsOf } from './plain-word.js';
import { isSpelling, spellingsOf, withTwoLetters } from './spellings.js';

/** More words are not a name. */
const mostWords = 7;

/** Returns for each word of a possible name its spellings in the index; null if the text cannot be a name. */
export function nameWords(text: string): string[][] | null {
  if (/[*"“”„«»:]/.test(text) || /(?<!\S)(?:AND|OR|NOT)(?!\S)/.test(text)) return null;
  const words = wordsOf(text);
  if (words.length === 0 || words.length > mostWords || words.some(isSigned)) return null;
  if (words.length === 1 && isLetter(words[0] ?? '')) return null;
  return words.map((word) => {
    const plain = plainWord(word);
    const initial = isInitials(word) ? [plain.slice(0, 1)] : [];
    return [...new Set([plain, withTwoLetters(word), ...spellingsOf(plain), ...initial])];
  });
}

/** A single letter is no name, but a character of a script without spaces may be one. */
const isLetter = (word: string): boolean => word.length === 1 && !isUnspaced(word);

interface Order {
  words: string[];
  /** The position of the family name, which must be complete; undefined if the order is the typed one. */
  family?: number;
}

/** Returns the words as typed, and in reading order if the family name comes first: "Wang, Wei", "Wang W". */
function ordersOf(text: string): Order[] {
  const typed = { words: wordsOf(text) };
  const [before = [], after = [], ...more] = text.split(',').map(wordsOf);
  if (before.length > 0 && after.length > 0 && more.length === 0)
    return [
      typed,
      ...[after, initialsOf(after)].map((given) => ({ words: [...given, ...before], family: -before.length })),
    ];
  const end = typed.words.findIndex((_, at) => at > 0 && typed.words.slice(at).every(isInitials));
  if (end < 1 || after.length > 0) return [typed];
  return [typed, { words: [...initialsOf(typed.words.slice(end)), ...typed.words.slice(0, end)], family: -end }];
}

/** "A", "AB", as after a family name. */
const isInitials = (word: string): boolean => isLetter(word) || /^\p{Lu}{2,3}$/u.test(word);
const initialsOf = (words: readonly string[]): string[] =>
  words.flatMap((word) => (isInitials(word) && !isUnspaced(word) ? [...word] : [word]));

/**
 * A single word matches if it equals one of the author's names. Several words match if each equals or begins a name, in
 * order: "hopper", "ada lov", "y. lecun", "Lovelace, Ada". A word written as an abbreviation ("BERT", "RoBERTa")
 * matches only the same spelling. All words of a group must be there.
 */
export function isAuthor(author: string, query: string): boolean {
  const names = wordsOf(author);
  const isGroup = names.length > 1 && names.map(plainWord).some((name, at) => groupWords.has(name) || isThe(name, at));
  return ordersOf(query).some((order) => matches(names, order) && (!isGroup || hasAll(order.words, names)));
}

const isThe = (name: string, at: number): boolean => at === 0 && name === 'the';

const hasAll = (asked: readonly string[], names: readonly string[]): boolean => {
  const plain = asked.map(plainWord);
  return names.map(plainWord).every((name) => commonWords.has(name) || plain.includes(name));
};

function matches(names: readonly string[], { words, family }: Order): boolean {
  const [only = ''] = words;
  if (words.length === 0) return false;
  if (words.length === 1) {
    if (isLetter(only)) return false;
    return names.some((name) => isSpelling(name, only, isSame) && (!isAbbreviation(only) || name === only));
  }
  let at = 0;
  for (const [n, word] of words.entries()) {
    const compare = family !== undefined && n >= words.length + family ? isSame : begins;
    while (at < names.length && !isSpelling(names[at] ?? '', word, compare)) at++;
    if (at++ >= names.length) return false;
  }
  // Only beginnings of one or two letters do not match: "ai in" is not Ai Inoue. A complete family name does: "Wu, J".
  return words.some((word, n) => isTelling(word) || (family === -1 && n === words.length - 1 && !isLetter(word)));
}

const isSame = (name: string, word: string): boolean => name === word;
const begins = (name: string, word: string): boolean => name.startsWith(word);

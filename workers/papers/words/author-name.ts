/** Decides whether a query is the name of an author or a topic. */
import { isAbbreviation, isTelling, plainWord, wordsOf } from './plain-word.js';

/** More words are not a name. */
const mostWords = 7;

/** Returns the plain words of a possible name; null if the text cannot be a name. */
export function nameWords(text: string): string[] | null {
  if (/[*"“”„«»:]/.test(text)) return null;
  const words = wordsOf(text).map(plainWord);
  return words.length === 0 || words.length > mostWords ? null : words;
}

/**
 * A single word matches if it equals one of the author's names. Several words match if each equals or begins a name, in
 * order: "hopper", "ada lov", "y. lecun". A word written as an abbreviation ("BERT", "RoBERTa") matches only the same
 * spelling.
 */
export function isAuthor(author: string, query: string): boolean {
  const asked = wordsOf(query);
  const names = wordsOf(author);
  if (asked.length === 0) return false;
  if (asked.length === 1) {
    const [word = ''] = asked;
    return names.some((name) => plainWord(name) === plainWord(word) && (!isAbbreviation(word) || name === word));
  }
  const plain = names.map(plainWord);
  let at = 0;
  for (const word of asked.map(plainWord)) {
    while (at < plain.length && !plain[at]?.startsWith(word)) at++;
    if (at++ >= plain.length) return false;
  }
  // Only beginnings of one or two letters do not match: "ai in" is not Ai Inoue.
  return asked.map(plainWord).some(isTelling);
}

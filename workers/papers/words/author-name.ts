/** Whether a query is the name of an author, and not what a paper is about. */
import { isAbbreviation, isTelling, plainWord, wordsOf } from './plain-word.js';

/** Nobody's name has more words. */
const mostWords = 7;

/** The words of what may be a name, plain; null where it can be none. */
export function nameWords(text: string): string[] | null {
  if (/[*"“”„«»:]/.test(text)) return null;
  const words = wordsOf(text).map(plainWord);
  return words.length === 0 || words.length > mostWords ? null : words;
}

/**
 * One word is an author where it is one of the author's names; several are where each is one, or the beginning of one,
 * in order: "hopper", "ada lov", "y. lecun". What is written as an abbreviation ("BERT", "RoBERTa") is one, unless the
 * author is written just so.
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
  // Two beginnings of a letter or two are no name: "ai in" is not Ai Inoue.
  return asked.map(plainWord).some(isTelling);
}

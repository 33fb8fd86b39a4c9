/** Finds the words of a paper that match a search, from the text that the database has marked. */
import type { Paper } from '../types.js';
import { indexWords, plainWord, wordsOf } from './plain-word.js';

/** The text of papers contains no control characters. */
export const marks = { begin: '\u0002', end: '\u0003' } as const;

const marked = new RegExp(`${marks.begin}([^${marks.end}]*)${marks.end}`, 'gu');

/** The most words shown per paper. */
const mostWords = 12;

/** Returns the words as the paper spells them, without duplicates, words of the title first. */
export function wordsFound(paper: Paper, texts: readonly string[]): string[] {
  const found = new Set(
    texts.flatMap((text) => [...text.matchAll(marked)].flatMap(([, words = '']) => indexWords(words))),
  );
  const written = new Map<string, string>();
  for (const text of [paper.title, ...(paper.keywords ?? []), paper.abstract, ...paper.authors])
    for (const word of wordsOf(text)) {
      const plain = plainWord(word);
      if (!written.has(plain) && indexWords(word).every((one) => found.has(one))) written.set(plain, word);
      if (written.size === Math.min(mostWords, found.size)) return [...written.values()];
    }
  return [...written.values()];
}

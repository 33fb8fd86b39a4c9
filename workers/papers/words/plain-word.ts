import { foldWord, foldWords, isUnspaced } from '../fold.js';

/** A word as it is compared and shown as a label (`foldWord`). */
export const plainWord = foldWord;

const wordPattern = /[\p{L}\p{N}\p{M}](?:(?:\u00ad|\u200c|\u200d)?[\p{L}\p{N}\p{M}])*/gu;

/** The words of the index that a written word becomes: one, or one for each character of a script without blanks. */
export const indexWords = (word: string): string[] => foldWords(word).match(wordPattern) ?? [];

let segmenter: Intl.Segmenter | undefined;

/**
 * The words of a text as they are written, in order. Where a script puts no blanks between words, the dictionary of the
 * runtime cuts them. The index does not depend on it (`foldWords`), so another dictionary needs no other index.
 */
export const wordsOf = (text: string): string[] =>
  (text.normalize('NFC').match(wordPattern) ?? []).flatMap((word) => (isUnspaced(word) ? cut(word) : [word]));

function cut(words: string): string[] {
  segmenter ??= new Intl.Segmenter('en', { granularity: 'word' });
  return [...segmenter.segment(words)].flatMap(({ segment, isWordLike }) => (isWordLike === true ? [segment] : []));
}

/** BERT, GAN, LoRA: a capital letter that is not the first one. */
export const isAbbreviation = (word: string): boolean => /^.+\p{Lu}/u.test(word);

/** Fewer letters than this say little: they are no topic, no name and the beginning of too many words. */
const fewestLetters = 3;

/** Whether a plain word says something. A character of Chinese, Japanese or Korean says as much as several letters. */
export const isTelling = (word: string): boolean =>
  word.length >= (/[\p{sc=Hang}\p{sc=Hani}\p{sc=Hira}\p{sc=Kana}]/u.test(word) ? 2 : fewestLetters);

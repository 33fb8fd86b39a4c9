import { foldWord, foldWords, isUnspaced } from '../fold.js';

/** A word in the form that is compared and shown as a label (`foldWord`). */
export const plainWord = foldWord;

const signedLetter = /(?<![\p{L}\p{N}\p{M}*])[A-Za-z](?:\+\+|#|\*)(?![\p{L}\p{M}])/u;
const wordPattern = /[\p{L}\p{N}\p{M}](?:(?:\u00ad|\u200c|\u200d)?[\p{L}\p{N}\p{M}])*/gu;

/** Splits a written word into words of the index: one, or one per character of a script without spaces. */
export const indexWords = (word: string): string[] => foldWords(word).match(wordPattern) ?? [];

/** Returns true if a text has the words of the title, in the same order and no others. */
export const isTitle = (title: string, text: string): boolean =>
  indexWords(title).join(' ') === indexWords(text).join(' ');

/** Fewer words say too little about a title that is not the same. */
const fewestOfTitle = 4;

/** Returns the share of words that a title and a text have in common; 0 for a short text. */
export function likeTitle(title: string, text: string): number {
  const [own, asked] = [title, text].map((one) => new Set(indexWords(one))) as [Set<string>, Set<string>];
  if (asked.size < fewestOfTitle) return 0;
  return (2 * [...own].filter((word) => asked.has(word)).length) / (own.size + asked.size);
}

/** A written word: one of the pattern above, or `C++`. */
const writtenPattern = new RegExp(`${signedLetter.source}|${wordPattern.source}`, 'gu');

/** `C++`, `C#`, `F*`: a letter with a sign (`foldWords`). */
export const isSigned = (word: string): boolean => signedLetter.test(word);

let segmenter: Intl.Segmenter | undefined;

/**
 * Returns the words of a text as written, in order. In scripts without spaces, the runtime's dictionary splits words.
 * The index does not use it (`foldWords`), so another dictionary does not require a new index.
 */
export function wordsOf(text: string): string[] {
  const words = text.normalize('NFC').match(writtenPattern) ?? [];
  return isUnspaced(text) ? words.flatMap((word) => (isUnspaced(word) ? cut(word) : [word])) : words;
}

/** The time to cut grows with the square of the length. */
const atOnce = /.{1,1000}/gsu;

function cut(words: string): string[] {
  const cutter = (segmenter ??= new Intl.Segmenter('en', { granularity: 'word' }));
  return (words.match(atOnce) ?? [])
    .flatMap((part) => [...cutter.segment(part)])
    .flatMap(({ segment, isWordLike }) => (isWordLike === true ? [segment] : []));
}

/** BERT, GAN, LoRA: a capital letter after the first letter. */
export const isAbbreviation = (word: string): boolean => /^.+\p{Lu}/u.test(word);

/** A word with fewer letters says little: it is not a topic or a name, and begins too many words. */
const fewestLetters = 3;

/**
 * Returns true if a plain word is specific enough. Characters of Chinese, Japanese or Korean say as much as several
 * letters.
 */
export const isTelling = (word: string): boolean =>
  word.length >= (/[\p{sc=Hang}\p{sc=Hani}\p{sc=Hira}\p{sc=Kana}]/u.test(word) ? 2 : fewestLetters);

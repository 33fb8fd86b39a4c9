import { foldCase } from '../fold.js';

/** A word as the index of words has it: without its case and accents (`fold.ts`; ø, ł and the like are no accents). */
export const plainWord = (text: string): string =>
  foldCase(text)
    .normalize('NFD')
    .replace(/\p{M}+/gu, '');

/** The words of a text as they are written, in order. */
export const wordsOf = (text: string): string[] => text.match(/[\p{L}\p{N}\p{M}]+/gu) ?? [];

/** BERT, GAN, LoRA: a capital letter that is not the first one. */
export const isAbbreviation = (word: string): boolean => /^.+\p{Lu}/u.test(word);

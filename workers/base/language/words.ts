import type { Language } from './languages.js';

/** Values for the gaps of a sentence, by gap name. Numbers are formatted for the language. */
export type Gaps = Readonly<Record<string, unknown>>;

/** A sentence as plain data. */
export interface SentenceData {
  key: string;
  gaps: Gaps;
}

/** A sentence that can be read in each language. */
export interface Translatable {
  /** Its name in the catalogue. */
  readonly key: string;
  readonly gaps: Gaps;
  /** The text in pieces, with values that are not texts between them, in order. */
  pieces(language: Language): readonly unknown[];
  /** The whole text. */
  in(language: Language): string;
  /** The text in English. */
  toString(): string;
  data(): SentenceData;
  /** The text in English. */
  toJSON(): string;
}

/**
 * A sentence, or a text that is the same in every language. The public declarations refer to this type: it does not
 * depend on the catalogue, which is not published.
 */
export type Words = Translatable | string;

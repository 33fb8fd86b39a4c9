/**
 * A sentence as data: a key of the catalogue, and values for its gaps. The language is chosen when it is shown; as a
 * string it is English.
 */
import type en from './en.json';
import { format, sentencesIn } from './catalogue.js';
import type { Language } from './languages.js';
import type { Gaps, SentenceData, Translatable, Words } from './words.js';

export type { Gaps, SentenceData, Words };

type English = typeof en;

/** The English sentences by key. Features add theirs. */
export interface Sentences extends English {}

export type SentenceKey = keyof Sentences;

export class Sentence implements Translatable {
  readonly key: string;

  constructor(
    key: SentenceKey,
    readonly gaps: Gaps = {},
  ) {
    this.key = key;
  }

  /** Returns the text in pieces, with values that are not texts between them, in order. */
  pieces(language: Language): readonly unknown[] {
    const said = format(this.key, this.gaps, language);
    return Array.isArray(said) ? said : [said];
  }

  /** Returns plain text. */
  in(language: Language): string {
    return this.pieces(language)
      .map((piece) => (piece instanceof Sentence ? piece.in(language) : String(piece)))
      .join('');
  }

  toString(): string {
    return this.in('en');
  }

  /** Returns plain data for a file: `revived` turns it into a sentence again. */
  data(): SentenceData {
    const gaps = Object.entries(this.gaps).map(([name, value]) => [
      name,
      value instanceof Sentence ? value.data() : value,
    ]);
    return { key: this.key, gaps: Object.fromEntries(gaps) as Gaps };
  }

  /** English, for programs. */
  toJSON(): string {
    return this.in('en');
  }
}

export const say = (key: SentenceKey, gaps?: Gaps): Sentence => new Sentence(key, gaps);

/** True if a key that was made of parts has a sentence. */
export const isSentenceKey = (key: string): key is SentenceKey => Object.hasOwn(sentencesIn('en'), key);

/** Restores a sentence from plain data of a file or another thread; converts anything else to text. */
export function revived(data: unknown): Words {
  if (!isData(data)) return String(data);
  const gaps = Object.entries(data.gaps).map(([name, value]) => [name, isData(value) ? revived(value) : value]);
  return new Sentence(data.key, Object.fromEntries(gaps) as Gaps);
}

const isData = (value: unknown): value is { key: SentenceKey; gaps: Gaps } =>
  typeof value === 'object' && value !== null && 'key' in value && 'gaps' in value && isSentenceKey(String(value.key));

/** Returns a sentence or a plain text in a language. */
export const textIn = (words: Words, language: Language): string =>
  typeof words === 'string' ? words : words.in(language);

/**
 * A sentence as data: a key of the catalogue, and what stands in its gaps. Which language it is said in is decided
 * where it is shown; as a string it is English.
 */
import type en from './en.json';
import { format, sentencesIn } from './catalogue.js';
import type { Language } from './languages.js';
import type { Gaps, SentenceData, Translatable, Words } from './words.js';

export type { Gaps, SentenceData, Words };

export type SentenceKey = keyof typeof en;

export class Sentence implements Translatable {
  readonly key: string;

  constructor(
    key: SentenceKey,
    readonly gaps: Gaps = {},
  ) {
    this.key = key;
  }

  /** The text, and between its pieces what is no text, in order. */
  pieces(language: Language): readonly unknown[] {
    const said = format(this.key, this.gaps, language);
    return Array.isArray(said) ? said : [said];
  }

  /** For what takes nothing but text. */
  in(language: Language): string {
    return this.pieces(language)
      .map((piece) => (piece instanceof Sentence ? piece.in(language) : String(piece)))
      .join('');
  }

  toString(): string {
    return this.in('en');
  }

  /** For a file: `revived` makes it a sentence again. */
  data(): SentenceData {
    const gaps = Object.entries(this.gaps).map(([name, value]) => [
      name,
      value instanceof Sentence ? value.data() : value,
    ]);
    return { key: this.key, gaps: Object.fromEntries(gaps) as Gaps };
  }

  /** In English, as programs read it. */
  toJSON(): string {
    return this.in('en');
  }
}

export const say = (key: SentenceKey, gaps?: Gaps): Sentence => new Sentence(key, gaps);

/** Of a key that was made of parts, whether there is such a sentence. */
export const isSentenceKey = (key: string): key is SentenceKey => Object.hasOwn(sentencesIn('en'), key);

/** A sentence that came out of a file or another thread as plain data; anything else is a text. */
export function revived(data: unknown): Words {
  if (!isData(data)) return String(data);
  const gaps = Object.entries(data.gaps).map(([name, value]) => [name, isData(value) ? revived(value) : value]);
  return new Sentence(data.key, Object.fromEntries(gaps) as Gaps);
}

const isData = (value: unknown): value is { key: SentenceKey; gaps: Gaps } =>
  typeof value === 'object' && value !== null && 'key' in value && 'gaps' in value && isSentenceKey(String(value.key));

/** A sentence or a plain text, in a language. */
export const textIn = (words: Words, language: Language): string =>
  typeof words === 'string' ? words : words.in(language);

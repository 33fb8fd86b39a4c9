/**
 * A sentence as data: a key of the catalogue, and what stands in its gaps. Which language it is said in is decided
 * where it is shown; as a string it is English.
 */
import type en from './en.json';
import { format, sentencesIn } from './catalogue.js';
import type { Language } from './languages.js';

export type SentenceKey = keyof typeof en;

/** By the names in the sentence. A number is written as the language does it; what is no text stays what it is. */
export type Gaps = Readonly<Record<string, unknown>>;

/** A sentence without its class. */
export interface SentenceData {
  key: string;
  gaps: Gaps;
}

export class Sentence {
  constructor(
    readonly key: SentenceKey,
    readonly gaps: Gaps = {},
  ) {}

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

/** A sentence, or a text that is the same in every language. */
export type Words = Sentence | string;

export const say = (key: SentenceKey, gaps?: Gaps): Sentence => new Sentence(key, gaps);

/** Of a key that was made of parts, whether there is such a sentence. */
export const isSentenceKey = (key: string): key is SentenceKey => Object.hasOwn(sentencesIn('en'), key);

/** A sentence that came out of a file or another thread as plain data; anything else is a text. */
export function revived(data: unknown): Words {
  if (!isData(data)) return String(data);
  const gaps = Object.entries(data.gaps).map(([name, value]) => [name, isData(value) ? revived(value) : value]);
  return new Sentence(data.key, Object.fromEntries(gaps) as Gaps);
}

const isData = (value: unknown): value is Pick<Sentence, 'key' | 'gaps'> =>
  typeof value === 'object' && value !== null && 'key' in value && 'gaps' in value && isSentenceKey(String(value.key));

/** A sentence or a plain text, in a language. */
export const textIn = (words: Words, language: Language): string =>
  typeof words === 'string' ? words : words.in(language);

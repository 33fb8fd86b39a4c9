import type { Language } from '../../workers/base/language/languages.js';
import { Sentence } from '../../workers/base/language/sentence.js';

/** Formats data as JSON, with its sentences in the reader's language. */
export function factsIn(language: Language, facts: unknown): string {
  return JSON.stringify(facts, function (this: Record<string, unknown>, name, value: unknown) {
    // `value` has been converted to English already, so the original is read from the object.
    const whole = this[name];
    return whole instanceof Sentence ? whole.in(language) : value;
  });
}

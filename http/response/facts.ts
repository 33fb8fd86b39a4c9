/** Facts as JSON. */
import type { Language } from '../../workers/base/language/languages.js';
import { Sentence } from '../../workers/base/language/sentence.js';

/** Sentences in the facts are said in the reader's language. */
export function factsIn(language: Language, facts: unknown): string {
  return JSON.stringify(facts, function (this: Record<string, unknown>, name, value: unknown) {
    // By then the value is English.
    const whole = this[name];
    return whole instanceof Sentence ? whole.in(language) : value;
  });
}

import type { Language } from '../../workers/base/language/languages.js';
import { Sentence } from '../../workers/base/language/sentence.js';
import { isPath } from './html.js';

/** The fields with an address. Those of papers may have others' addresses. */
const addresses = new Set(['cover_image', 'picture_image', 'url']);

/** Formats data as JSON, with its sentences in the reader's language. @param base put before paths of this service */
export function factsIn(language: Language, facts: unknown, base = ''): string {
  return JSON.stringify(facts, function (this: Record<string, unknown>, name, value: unknown) {
    // `value` has been converted to English already, so the original is read from the object.
    const whole = this[name];
    if (whole instanceof Sentence) return whole.in(language);
    return typeof value === 'string' && addresses.has(name) && isPath(value) ? base + value : value;
  });
}

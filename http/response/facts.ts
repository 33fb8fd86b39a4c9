import type { Language } from '../../workers/base/language/languages.js';
import { Sentence } from '../../workers/base/language/sentence.js';
import { isPath, Path, pathBelow } from './html.js';

/** The fields of albums with a path of this service. */
const images = new Set(['cover_image', 'picture_image']);

/** Formats data as JSON, with its sentences in the reader's language. @param base put before paths of this service */
export function factsIn(language: Language, facts: unknown, base = ''): string {
  return JSON.stringify(facts, function (this: Record<string, unknown>, name, value: unknown) {
    // `value` has been converted to English already, so the original is read from the object.
    const whole = this[name];
    if (whole instanceof Sentence) return whole.in(language);
    if (whole instanceof Path) return pathBelow(base, whole);
    return typeof value === 'string' && images.has(name) && isPath(value) ? base + value : value;
  });
}

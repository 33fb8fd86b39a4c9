/** The number and date formatters and plural rules of a language. Each is made once, because that is slow. */
import type { Formatters } from 'intl-messageformat';
import type { Language } from './languages.js';

export function formattersOf(language: Language): Formatters {
  const numbers = new Map<string, Intl.NumberFormat>();
  const dates = new Map<string, Intl.DateTimeFormat>();
  const plurals = new Map<string, Intl.PluralRules>();
  return {
    getNumberFormat: (_, style) => kept(numbers, style, () => new Intl.NumberFormat(language, style)),
    getDateTimeFormat: (_, style) => kept(dates, style, () => new Intl.DateTimeFormat(language, style)),
    getPluralRules: (_, options) => kept(plurals, options, () => new Intl.PluralRules(language, options)),
  };
}

function kept<Format>(known: Map<string, Format>, options: object | undefined, make: () => Format): Format {
  const key = JSON.stringify(options ?? {});
  const format = known.get(key) ?? make();
  known.set(key, format);
  return format;
}

/** Parses single values of a paper from any source: a record, the paper table, stored metadata. */

const canonicalInteger = /^-?(0|[1-9]\d*)$/;

/** `007` stays text, because its zeros are part of the id. A number too large to be exact stays text too. */
export function idOf(value: number | string): number | string {
  if (typeof value === 'number') return Number.isSafeInteger(value) ? value : String(value);
  return canonicalInteger.test(value) && value !== '-0' && Number.isSafeInteger(Number(value)) ? Number(value) : value;
}

/** Accepts a whole number from 1900 to 2100, as number or text, also "2020.0" or "2020,0"; else returns undefined. */
export function yearOf(value: unknown): number | undefined {
  const year = typeof value === 'string' && /^\s*\d{4}([.,]0+)?\s*$/.test(value) ? Number.parseInt(value, 10) : value;
  return typeof year === 'number' && Number.isInteger(year) && year >= 1900 && year <= 2100 ? year : undefined;
}

/** Splits a joined list, trims its parts and drops empty ones. */
export function splitList(text: string, separator: ';' | ',' | RegExp): string[] {
  return text
    .split(separator)
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

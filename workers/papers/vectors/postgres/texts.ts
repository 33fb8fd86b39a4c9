/** Encodes text for PostgreSQL, and splits metadata for searches. */
import type { Metadata } from '../types.js';

/**
 * PostgreSQL rejects NUL, and UTF-8 cannot encode half of a surrogate pair. Each becomes U+0001 and four hex digits,
 * and so does U+0001. All other text is unchanged.
 */
export const encode = (text: string): string =>
  text.replace(/[\0\u0001\ud800-\udfff]/gu, (odd) => `\u0001${odd.charCodeAt(0).toString(16).padStart(4, '0')}`);

export const decode = (text: string): string =>
  text.includes('\u0001')
    ? text.replace(/\u0001([0-9a-f]{4})/g, (_, digits: string) => String.fromCharCode(parseInt(digits, 16)))
    : text;

/** UTF-16 code units. A longer value, such as an abstract, is stored in another column, so filters do not read it. */
const longest = 200;

export const isLong = (value: string): boolean => value.length > longest;

/** Returns two JSON objects: the values that filters use, and the long ones. */
export function splitMetadata(metadata: Metadata): { values: string; texts: string } {
  const values: [string, string][] = [];
  const texts: [string, string][] = [];
  for (const [key, value] of Object.entries(metadata))
    (isLong(value) ? texts : values).push([encode(key), encode(value)]);
  return { values: JSON.stringify(Object.fromEntries(values)), texts: JSON.stringify(Object.fromEntries(texts)) };
}

/** Other programs may store numbers or true. Keys are sorted because PostgreSQL orders them its own way. */
export function joinMetadata(...parts: readonly Readonly<Record<string, unknown>>[]): Record<string, string> {
  return Object.fromEntries(
    parts
      .flatMap((part) => Object.entries(part))
      .map(([key, value]) => [decode(key), typeof value === 'string' ? decode(value) : JSON.stringify(value)] as const)
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  );
}

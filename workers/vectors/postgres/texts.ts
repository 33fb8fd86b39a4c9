/** Texts as PostgreSQL can hold them, and metadata as they are searched. */
import type { Metadata } from '../types.js';

/**
 * PostgreSQL refuses NUL, and UTF-8 knows no half of a pair: each of these becomes U+0001 and its four hex digits, and
 * so does U+0001 itself. All other texts stay as they are.
 */
export const encode = (text: string): string =>
  text.replace(/[\0\u0001\ud800-\udfff]/gu, (odd) => `\u0001${odd.charCodeAt(0).toString(16).padStart(4, '0')}`);

export const decode = (text: string): string =>
  text.includes('\u0001')
    ? text.replace(/\u0001([0-9a-f]{4})/g, (_, digits: string) => String.fromCharCode(parseInt(digits, 16)))
    : text;

/** UTF-16 code units. What is longer, such as an abstract, lies apart, for filters to pass over it. */
const longest = 200;

export const isLong = (value: string): boolean => value.length > longest;

/** As JSON: the values that filters ask for, and the long ones. */
export function splitMetadata(metadata: Metadata): { values: string; texts: string } {
  const values: [string, string][] = [];
  const texts: [string, string][] = [];
  for (const [key, value] of Object.entries(metadata))
    (isLong(value) ? texts : values).push([encode(key), encode(value)]);
  return { values: JSON.stringify(Object.fromEntries(values)), texts: JSON.stringify(Object.fromEntries(texts)) };
}

/** Values of other programs may be numbers or true. Sorted by key: PostgreSQL has an order of its own. */
export function joinMetadata(...parts: readonly Readonly<Record<string, unknown>>[]): Record<string, string> {
  return Object.fromEntries(
    parts
      .flatMap((part) => Object.entries(part))
      .map(([key, value]) => [decode(key), typeof value === 'string' ? decode(value) : JSON.stringify(value)] as const)
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  );
}

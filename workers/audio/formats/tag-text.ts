/** Texts of tags, as a person may see them. */
import type { IAudioMetadata } from 'music-metadata';

/**
 * As a person would read it: NFC, no control characters, trimmed, at most 1,000 characters;
 * undefined where nothing is left.
 */
export function cleanText(text: unknown): string | undefined {
  if (typeof text !== 'string' && typeof text !== 'number') return undefined;
  const clean = String(text)
    .slice(0, 4000)
    .replace(/[\t\n\v\f\r]+/g, ' ')
    .replace(/[\p{Cc}\p{Cs}\ufeff\ufffe\uffff]/gu, '')
    .normalize('NFC')
    .trim();
  return clean === '' ? undefined : [...clean].slice(0, 1000).join('').trim();
}

/** The first value that a tag of one of these ids has, in whatever tag the file carries. */
export function nativeText(metadata: IAudioMetadata, ids: ReadonlySet<string>): string | undefined {
  for (const tags of Object.values(metadata.native)) {
    const value = tags.find(({ id, value }) => ids.has(id.toUpperCase()) && cleanText(value) !== undefined)?.value;
    if (value !== undefined) return cleanText(value);
  }
  return undefined;
}

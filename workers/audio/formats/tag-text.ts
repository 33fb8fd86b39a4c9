/** Cleans the texts of tags for display. */
import type { IAudioMetadata } from 'music-metadata';
import { mendLatin1 } from '../../base/text/encodings.js';
import { isAlbumPlaceholder, isArtistPlaceholder } from './placeholders.js';

/**
 * Repairs text that was decoded as Latin-1 by mistake, normalizes to NFC, removes control characters, trims, and cuts
 * at 1,000 characters; returns undefined for an empty text. ID3v2.4 separates the values of a field by NUL (4.2).
 */
export function cleanText(text: unknown): string | undefined {
  if (typeof text !== 'string' && typeof text !== 'number') return undefined;
  const values = mendLatin1(String(text).slice(0, 4000)).split('\0');
  // UTF-16 that was decoded as Latin-1 has a NUL after each letter.
  const isSeveral = values.some((value) => value.length > 1);
  const clean = values
    .filter((value) => value.trim() !== '')
    .join(isSeveral ? ', ' : '')
    .replace(/[\t\n\v\f\r]+/g, ' ')
    .replace(/[\p{Cc}\p{Cs}\ufeff\ufffe\uffff]/gu, '')
    .normalize('NFC')
    .trim();
  return clean === '' ? undefined : [...clean].slice(0, 1000).join('').trim();
}

/** Returns the title of an album; undefined for a placeholder such as `Unknown Album`. */
export const albumText = (text: unknown): string | undefined => unless(isAlbumPlaceholder, cleanText(text));

/** Returns the name of an artist; undefined for a placeholder such as `Unknown Artist`. */
export const artistText = (text: unknown): string | undefined => unless(isArtistPlaceholder, cleanText(text));

const unless = (isPlaceholder: (text: string) => boolean, text: string | undefined): string | undefined =>
  text === undefined || isPlaceholder(text) ? undefined : text;

/**
 * Returns the values if a tag has several with these ids. music-metadata splits the text of ID3v2.3 at each "/", also
 * in AC/DC.
 */
export function severalTexts(metadata: IAudioMetadata, ids: ReadonlySet<string>): string | undefined {
  for (const [type, tags] of Object.entries(metadata.native)) {
    const values = tags.filter(({ id }) => ids.has(id.toUpperCase())).flatMap(({ value }) => cleanText(value) ?? []);
    if (new Set(values).size > 1) return values.join(/^ID3v2\.[23]/.test(type) ? '/' : ', ');
  }
  return undefined;
}

/** Returns the first value with one of these ids, from any tag of the file. */
export function nativeText(metadata: IAudioMetadata, ids: ReadonlySet<string>): string | undefined {
  for (const tags of Object.values(metadata.native)) {
    const value = tags.find(({ id, value }) => ids.has(id.toUpperCase()) && cleanText(value) !== undefined)?.value;
    if (value !== undefined) return cleanText(value);
  }
  return undefined;
}

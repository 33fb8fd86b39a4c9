import type { Metadata } from './vectors/types.js';
import { plainTexts, type PaperInput } from './types.js';
import { idOf, splitList, yearOf } from './values.js';

/**
 * Converts a paper to the metadata of the vector database: every value as text. null becomes "", authors are joined
 * with "; ", keywords with ", ", other values become JSON.
 */
export function metadataOf(paper: PaperInput): Metadata {
  return Object.fromEntries(
    Object.entries(paper).map(([key, value]) => [key.toWellFormed(), textOf(key, value).toWellFormed()]),
  );
}

function textOf(key: string, value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'string') return value;
  if (
    Array.isArray(value) &&
    (key === 'authors' || key === 'keywords') &&
    value.every((item) => item === null || typeof item !== 'object')
  ) {
    return value
      .map((item) => textOf('', item))
      .filter((text) => text !== '')
      .join(key === 'authors' ? '; ' : ', ');
  }
  if (typeof value === 'number' || typeof value === 'bigint') return String(value);
  const json = JSON.stringify(value) ?? '';
  // JSON turns a date into a quoted string.
  return json.startsWith('"') ? String(JSON.parse(json)) : json;
}

/**
 * Reverses `metadataOf` field by field, like `parseMetadata`, but never throws: an invalid field keeps its raw value.
 */
export function lenientMetadata(raw: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const parsed: Record<string, unknown> = { ...raw };
  const { authors, keywords, year, original_id: id } = raw;
  if (typeof authors === 'string') parsed['authors'] = splitList(authors, ';');
  if (typeof keywords === 'string' && keywords.trim() !== '') parsed['keywords'] = splitList(keywords, ',');
  else if (typeof keywords === 'string') delete parsed['keywords'];
  parsed['year'] = yearOf(year) ?? year;
  if (year === undefined) delete parsed['year'];
  if (typeof id === 'string' && id !== '') parsed['original_id'] = idOf(id);
  for (const field of [...plainTexts, 'original_id', 'keywords'] as const)
    if (raw[field] === '' || raw[field] === null || raw[field] === undefined) delete parsed[field];
  return parsed;
}

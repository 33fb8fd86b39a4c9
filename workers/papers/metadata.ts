import { isRecord } from '../base/input/record.js';
import { shown } from '../base/input/shown.js';
import type { Metadata } from '../vectors/types.js';
import { LightweightPaper } from './lightweight-paper.js';
import { paperColumns, plainTexts, type PaperInput } from './types.js';
import { idOf, splitList, yearOf } from './values.js';

/**
 * As the vector database keeps a paper: every key as text.
 * null → "", authors joined with "; ", keywords with ", ", other kinds as JSON.
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
  // A date is text there.
  return json.startsWith('"') ? String(JSON.parse(json)) : json;
}

const fields = new Set<string>(paperColumns);

/** Stored metadata with canonical types. `uid`, `id` and other keys stay as they are. */
export type ParsedMetadata = LightweightPaper & Record<string, unknown>;

/**
 * The reverse of `metadataOf`: authors and keywords to lists, year and a numeric original_id to integers, empty
 * optional fields left out; validated by LightweightPaper.
 * @throws Error whose message names every wrong field
 */
export function parseMetadata(raw: unknown): ParsedMetadata {
  if (!isRecord(raw)) throw new Error(`The metadata of a paper are an object, not ${shown(raw)}.`);
  const others = Object.entries(raw).filter(([key]) => !fields.has(key));
  return { ...Object.fromEntries(others), ...LightweightPaper.parse(lenientMetadata(raw)) };
}

/** As `parseMetadata`, field by field: an odd field comes back as its raw value, nothing throws. */
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

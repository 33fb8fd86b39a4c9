import { isRecord } from '../base/input/record.js';
import { shown } from '../base/input/shown.js';
import { LightweightPaper } from './lightweight-paper.js';
import { lenientMetadata } from './metadata.js';
import { paperColumns } from './types.js';

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

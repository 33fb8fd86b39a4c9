import { isRecord } from '../base/input/record.js';
import { shown } from '../base/input/shown.js';
import { LightweightPaper } from './lightweight-paper.js';
import { lenientMetadata } from './metadata.js';
import { paperColumns } from './types.js';

const fields = new Set<string>(paperColumns);

/** Stored metadata with canonical types. `uid`, `id` and other keys do not change. */
export type ParsedMetadata = LightweightPaper & Record<string, unknown>;

/**
 * Reverses `metadataOf`: authors and keywords become lists, year and a numeric original_id integers. Omits empty
 * optional fields. Validated by LightweightPaper.
 * @throws Error whose message names every wrong field
 */
export function parseMetadata(raw: unknown): ParsedMetadata {
  if (!isRecord(raw)) throw new Error(`The metadata of a paper must be an object, not ${shown(raw)}.`);
  const others = Object.entries(raw).filter(([key]) => !fields.has(key));
  return { ...Object.fromEntries(others), ...LightweightPaper.parse(lenientMetadata(raw)) };
}

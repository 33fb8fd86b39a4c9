/**
 * How a record lies in vectra's metadata: its own keys as they are, so that vectra's filters work on them, beside
 * `#document` and `#order`. Keys that begin with "#", and `__proto__`, which JavaScript treats apart,
 * get "##" in front.
 */
import type { Metadata } from '../types.js';
import type { VectraItem } from './vectra-file.js';

export type ItemMetadata = Record<string, string | number>;

const documentKey = '#document';
const orderKey = '#order';

const guarded = (key: string): string => (key.startsWith('#') || key === '__proto__' ? `##${key}` : key);

/** Lone surrogates have no UTF-8: they become U+FFFD, as in every file of text. */
export function packMetadata(metadata: Metadata): ItemMetadata {
  return Object.fromEntries(
    Object.entries(metadata).map(([key, value]) => [guarded(key.toWellFormed()), String(value ?? '').toWellFormed()]),
  );
}

/** @param order counts the records of a collection in the order of their first adding */
export function packRecord(document: string, metadata: Metadata, order: number): ItemMetadata {
  return { ...packMetadata(metadata), [documentKey]: document.toWellFormed(), [orderKey]: order };
}

export interface UnpackedRecord {
  document: string;
  order: number;
  metadata: Metadata;
  /** Keys whose values are longer than was asked for; `metadata` leaves them out. */
  long: string[];
}

/** @param keep answers an equal text that is in memory already */
export function unpackRecord(entries: VectraItem['metadata'], keep = (text: string): string => text): UnpackedRecord {
  const unpacked = { document: '', order: 0, long: [] as string[] };
  const metadata: [string, string][] = [];
  for (const [packed, value] of entries) {
    if (packed === documentKey) unpacked.document = String(value ?? '');
    else if (packed === orderKey) unpacked.order = Number(value);
    else {
      const key = packed.startsWith('##') ? packed.slice(2) : packed;
      if (value === null) unpacked.long.push(keep(key));
      else metadata.push([key, keep(String(value))]);
    }
  }
  return { ...unpacked, metadata: Object.fromEntries(metadata) };
}

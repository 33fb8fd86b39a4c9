/** Converts records to and from Chroma's form. */
import type { CheckedRecord } from '../check-records.js';
import type { ChromaRows } from './answers.js';
import type { ChromaLimits } from './http.js';
import type { Metadata, VectorRecord } from '../types.js';

/** A call's body must stay well below the 40 MB that Chroma takes by default. */
const mostBytes = 8_000_000;

/** Splits records into calls, by count and by size. */
export function batches(records: readonly CheckedRecord[], { records: most, base64 }: ChromaLimits): CheckedRecord[][] {
  const all: CheckedRecord[][] = [];
  let room = 0;
  for (const record of records) {
    const size = sizeOf(record, base64);
    const last = all.at(-1);
    if (!last || last.length >= most || room < size) {
      all.push([record]);
      room = mostBytes - size;
    } else {
      last.push(record);
      room -= size;
    }
  }
  return all;
}

export function chunks<Item>(items: readonly Item[], size: number): Item[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, i) => items.slice(i * size, (i + 1) * size));
}

/** @param former metadata of the existing records: Chroma merges metadata, so a removed key must be sent as null */
export function upsertBody(
  records: readonly CheckedRecord[],
  former: ReadonlyMap<string, Metadata>,
  { base64 }: ChromaLimits,
): object {
  return {
    ids: records.map(({ id }) => id),
    documents: records.map(({ document }) => document.toWellFormed()),
    metadatas: records.map(({ id, metadata }) => metadataBody(metadata, former.get(id))),
    embeddings: records.map(({ embedding }) => (base64 ? toBase64(embedding) : [...embedding])),
  };
}

export function metadataBody(metadata: Metadata, former: Metadata = {}): Record<string, string | null> | null {
  const gone = Object.keys(former)
    .filter((key) => !Object.hasOwn(metadata, key))
    .map((key) => [key, null] as const);
  const kept = Object.entries(metadata).map(([key, value]) => [key, value.toWellFormed()] as const);
  const body = Object.fromEntries([...gone, ...kept]);
  return Object.keys(body).length === 0 ? null : body;
}

/**
 * Other programs may store numbers or true. Keys are sorted because Chroma answers them in a different order each time.
 */
export function metadataOf(given: Record<string, unknown> | null | undefined): Record<string, string> {
  return Object.fromEntries(
    Object.entries(given ?? {})
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, value]) => [key, typeof value === 'string' ? value : value === null ? '' : JSON.stringify(value)]),
  );
}

export function recordsOf({ ids, documents, metadatas, embeddings }: ChromaRows): VectorRecord[] {
  return ids.map((id, i) => ({
    id,
    document: documents[i] ?? '',
    metadata: metadataOf(metadatas[i]),
    embedding: embeddings[i] ?? new Float32Array(),
  }));
}

function sizeOf({ document, metadata, embedding }: CheckedRecord, base64: boolean): number {
  const text = Object.entries(metadata).reduce((sum, [key, value]) => sum + key.length + value.length, document.length);
  return text * 3 + embedding.length * (base64 ? 6 : 16) + 200;
}

function toBase64(vector: Float32Array): string {
  const bytes = Buffer.alloc(vector.length * 4);
  vector.forEach((value, i) => bytes.writeFloatLE(value, i * 4));
  return bytes.toString('base64');
}

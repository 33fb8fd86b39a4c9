import { shown } from '../../base/input/shown.js';
import { VectorStoreError, type VectorRecord } from './types.js';

/** A record with a checked vector. The record owns the 32-bit floats. */
export type CheckedRecord = VectorRecord & { embedding: Float32Array };

/**
 * Checks all records before the store writes any: ids are unique text; vectors are finite, not zero and of one length.
 * @param dimension the collection's; null if the collection is empty: then the first record sets it
 * @throws VectorStoreError that names the record
 */
export function checkRecords(records: readonly VectorRecord[], dimension: number | null): CheckedRecord[] {
  const seen = new Set<string>();
  const expected = dimension ?? records[0]?.embedding.length ?? 0;
  return records.map((record) => {
    const { id, document, metadata } = record;
    if (typeof id !== 'string' || id === '')
      throw new VectorStoreError(`A record's id must be non-empty text, not ${JSON.stringify(id)}.`);
    if (seen.has(id)) throw new VectorStoreError(`Two records have the id "${id}".`);
    seen.add(id);
    return {
      id,
      document,
      metadata: { ...metadata },
      embedding: checkVector(record.embedding, expected, `The embedding of "${id}"`),
    };
  });
}

/**
 * Converts a vector to 32-bit floats. A number that overflows counts as not finite, one that underflows as zero.
 * @param what the subject of the error sentence
 * @throws VectorStoreError
 */
export function checkVector(vector: ArrayLike<unknown>, dimension: number, what: string): Float32Array {
  if (vector.length !== dimension)
    throw new VectorStoreError(`${what} has ${vector.length} dimensions; the collection has ${dimension}.`);
  const floats = new Float32Array(dimension);
  for (let i = 0; i < dimension; i++) {
    const value = vector[i];
    if (typeof value !== 'number' || !Number.isFinite(Math.fround(value)))
      throw new VectorStoreError(`${what} has ${shown(value)} at position ${i}; every number must be finite.`);
    floats[i] = value;
  }
  if (floats.every((value) => value === 0)) throw new VectorStoreError(`${what} is all zero.`);
  return floats;
}

/**
 * Copies the record, because the caller may change its own copy while this one is queued.
 * @throws VectorStoreError if the id has no UTF-8 form
 */
export function ownRecord({ id, document, metadata, embedding }: VectorRecord): VectorRecord {
  if (typeof id === 'string' && !id.isWellFormed())
    throw new VectorStoreError(`The id ${JSON.stringify(id)} contains half of a surrogate pair.`);
  return { id, document, metadata: { ...metadata }, embedding: Float32Array.from(embedding) };
}

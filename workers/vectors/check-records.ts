import { VectorStoreError, type VectorRecord } from './types.js';

/** A record whose numbers were checked and are kept as 32-bit floats of its own. */
export type CheckedRecord = VectorRecord & { embedding: Float32Array };

/**
 * Checks all before anything is stored: ids are text and unique, vectors finite, not zero and of one length.
 * @param dimension the collection's, null while it holds nothing: then the first record's rules
 * @throws VectorStoreError that names the record
 */
export function checkRecords(records: readonly VectorRecord[], dimension: number | null): CheckedRecord[] {
  const seen = new Set<string>();
  const expected = dimension ?? records[0]?.embedding.length ?? 0;
  return records.map((record) => {
    const { id, document, metadata } = record;
    if (typeof id !== 'string' || id === '')
      throw new VectorStoreError(`A record's id must be text that is not empty, not ${JSON.stringify(id)}.`);
    if (seen.has(id)) throw new VectorStoreError(`The id "${id}" is given to two records.`);
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
 * A vector as 32-bit floats: what overflows there is not finite, what vanishes there is zero.
 * @param what begins the sentence of the error
 * @throws VectorStoreError
 */
export function checkVector(vector: ArrayLike<number>, dimension: number, what: string): Float32Array {
  if (vector.length !== dimension)
    throw new VectorStoreError(`${what} has ${vector.length} dimensions; the collection has ${dimension}.`);
  const floats = Float32Array.from(vector);
  const odd = floats.findIndex((value) => !Number.isFinite(value));
  if (odd >= 0)
    throw new VectorStoreError(`${what} has ${String(vector[odd])} at position ${odd}; every number must be finite.`);
  if (floats.every((value) => value === 0)) throw new VectorStoreError(`${what} is all zero.`);
  return floats;
}

/**
 * A copy: callers may change theirs while it waits.
 * @throws VectorStoreError for an id that has no UTF-8
 */
export function ownRecord({ id, document, metadata, embedding }: VectorRecord): VectorRecord {
  if (typeof id === 'string' && !id.isWellFormed())
    throw new VectorStoreError(`The id ${JSON.stringify(id)} holds half of a character.`);
  return { id, document, metadata: { ...metadata }, embedding: Float32Array.from(embedding) };
}

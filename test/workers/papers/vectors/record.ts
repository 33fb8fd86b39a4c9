import type { VectorRecord } from '../../../../workers/papers/vectors/types.js';
import { textVector } from '../../../support/text-vector.js';

export const record = (
  id: string,
  embedding: ArrayLike<number>,
  metadata: Record<string, string> = {},
  document = `about ${id}`,
): VectorRecord => ({ id, document, metadata, embedding });

/** One of many, of 40 subjects and 35 years. Its vector is that of its text. */
export const numbered = (i: number, dimension: number): VectorRecord => {
  const document = `subject ${i % 40} of paper ${i}`;
  return record(`p${i}`, textVector(document, dimension), { year: String(1990 + (i % 35)), uid: `p${i}` }, document);
};

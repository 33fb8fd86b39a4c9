import type { VectorRecord } from '../../../../workers/papers/vectors/types.js';

export const record = (
  id: string,
  embedding: ArrayLike<number>,
  metadata: Record<string, string> = {},
  document = `about ${id}`,
): VectorRecord => ({ id, document, metadata, embedding });

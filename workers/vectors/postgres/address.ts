/** The URL of a vector database in PostgreSQL: that of the database, and which index is wanted. */
import { shown } from '../../base/input/shown.js';
import { readPostgresUrl, type PostgresUrl } from '../../base/postgres/url.js';
import { VectorStoreError } from '../types.js';

export interface PostgresAddress extends PostgresUrl {
  /** `?index=hnsw`: answers may leave out near vectors. Else every search is exact. */
  hnsw: boolean;
}

/** @throws VectorStoreError without the password */
export function readAddress(given: string): PostgresAddress {
  const read = readPostgresUrl(given);
  if (read === undefined)
    throw new VectorStoreError(
      'The URL of the vector database cannot be read: expected postgresql://user:password@host:port/name.',
    );
  const url = new URL(given);
  const index = url.searchParams.get('index');
  if (index !== null && index !== 'hnsw')
    throw new VectorStoreError(
      `In the URL of the vector database, index must be hnsw or left out, not ${shown(index)}.`,
    );
  url.searchParams.delete('index');
  return { ...read, url: index === null ? given : url.href, hnsw: index !== null };
}

/** The URL of a vector database in PostgreSQL: the database and the choice of index. */
import { shown } from '../../../base/input/shown.js';
import { readPostgresUrl, type PostgresUrl } from '../../postgres/url.js';
import { VectorStoreError } from '../types.js';

export interface PostgresAddress extends PostgresUrl {
  /** `?index=hnsw`: searches are approximate and may miss near vectors. Otherwise every search is exact. */
  hnsw: boolean;
}

/** @throws VectorStoreError, with a message that hides the password */
export function readAddress(given: string): PostgresAddress {
  const read = readPostgresUrl(given);
  if (read === undefined)
    throw new VectorStoreError(
      'Cannot parse the URL of the vector database: expected postgresql://user:password@host:port/name.',
    );
  const url = new URL(given);
  const index = url.searchParams.get('index');
  if (index !== null && index !== 'hnsw')
    throw new VectorStoreError(
      `In the URL of the vector database, index must be hnsw or omitted, not ${shown(index)}.`,
    );
  url.searchParams.delete('index');
  return { ...read, url: index === null ? given : url.href, hnsw: index !== null };
}

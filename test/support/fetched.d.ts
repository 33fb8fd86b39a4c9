/** Sets of packages that are fetched together. */
export type FetchedSet =
  | 'assemblyscript'
  | 'chroma'
  | 'hey-api'
  | 'minilm'
  | 'openapi-fetch'
  | 'pglite'
  | 'postgres'
  | 'swagger-client';
export function fetched(name: FetchedSet): Promise<string>;
export function importFetched<T>(name: FetchedSet, file: string): Promise<T>;

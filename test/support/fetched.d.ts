/** Sets of packages that are fetched together. */
export type FetchedSet = 'assemblyscript' | 'chroma' | 'minilm' | 'pglite' | 'postgres';
export function fetched(name: FetchedSet): Promise<string>;
export function importFetched<T>(name: FetchedSet, file: string): Promise<T>;

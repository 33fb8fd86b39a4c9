/** The vector store in a PostgreSQL database with pgvector. */
import type { Log } from '../../base/ports.js';
import { VectorStoreError, type VectorStore } from '../types.js';
import { readAddress } from './address.js';
import { dropTable, find, namesIn, own, prepare } from './catalogue.js';
import { PostgresCollection } from './collection.js';
import { PostgresDatabase } from './database.js';
import { makeIndex } from './hnsw.js';

export interface PostgresOptions {
  log: Log;
  /** At most so many at a time (4). */
  connections?: number;
  /** Rows from which on an index is made where one is wanted (10,000): comparing fewer takes some milliseconds. */
  indexFrom?: number;
}

/** Bytes of UTF-8. */
const longestName = 1_000;

/**
 * Nothing is connected before the first operation.
 * @param url postgresql://user:password@host:port/name, and `index=hnsw` among its parameters where searches may be
 *   approximate
 * @throws VectorStoreError where it is no such URL
 */
export function createPostgresStore(
  url: string,
  { log, connections, indexFrom = 10_000 }: PostgresOptions,
): VectorStore {
  const address = readAddress(url);
  const database = new PostgresDatabase(address, connections);
  const collections = new Map<string, PostgresCollection>();
  const underWay = new Set<Promise<unknown>>();
  const indexing = new Map<string, Promise<void>>();
  const ending = new AbortController();
  let prepared: Promise<void> | undefined;
  let closed: Promise<void> | undefined;

  function ready(): Promise<void> {
    prepared ??= prepare(database);
    prepared.catch(() => (prepared = undefined));
    return prepared;
  }
  async function run<Result>(work: () => Promise<Result>): Promise<Result> {
    if (closed) throw new VectorStoreError('The vector store is closed.');
    const working = ready().then(work);
    underWay.add(working);
    // What was there may be gone: the next operation looks again.
    working.catch(() => (prepared = undefined));
    return working.finally(() => underWay.delete(working));
  }
  function onGrown(name: string): void {
    if (!address.hnsw || indexing.has(name) || closed) return;
    const making = makeIndex(database, name, { from: indexFrom, log, signal: ending.signal });
    indexing.set(name, making);
    void making.finally(() => indexing.delete(name));
  }
  async function close(): Promise<void> {
    // Writers wait for an index that is being made.
    ending.abort();
    await Promise.allSettled(underWay);
    await Promise.all(indexing.values());
    await database.end();
  }

  return {
    collection: (name) =>
      run(async () => {
        if (typeof name !== 'string' || name === '' || Buffer.byteLength(name) > longestName)
          throw new VectorStoreError(
            `A collection's name must be text of 1 to ${longestName} bytes, not ${JSON.stringify(name)}.`,
          );
        const found =
          collections.get(name) ?? new PostgresCollection(name, { database, hnsw: address.hnsw, run, onGrown });
        collections.set(name, found);
        const entry = await database.read((query) => find(query, name));
        if (entry === undefined) await database.write((query) => own(query, name));
        onGrown(name);
        return found;
      }),
    drop: (name) =>
      run(async () => {
        collections.delete(name);
        await database.write((query) => dropTable(query, name));
        log.debug(`The collection "${name}" was dropped from the vector database.`);
      }),
    names: () => run(() => database.read(namesIn)),
    close: () => (closed ??= close()),
  };
}

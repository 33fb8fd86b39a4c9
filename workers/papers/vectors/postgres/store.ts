/** The vector store in a PostgreSQL database with pgvector. */
import type { Log } from '../../../base/ports.js';
import { VectorStoreError, type VectorStore } from '../types.js';
import { readAddress } from './address.js';
import { dropTable, find, namesIn, own, prepare } from './catalogue.js';
import { PostgresCollection, type Surroundings } from './collection.js';
import { PostgresDatabase, type Patience } from './database.js';
import { makeIndex } from './hnsw.js';

export interface PostgresOptions {
  log: Log;
  /** The most connections (4). */
  connections?: number;
  /**
   * The least number of rows that get an index if the URL asks for one (10,000). Comparing fewer takes milliseconds.
   */
  indexFrom?: number;
  patience?: Patience;
}

/** Bytes of UTF-8. */
const longestName = 1_000;

/**
 * Connects at the first operation.
 * @param url postgresql://user:password@host:port/name; add the parameter `index=hnsw` to allow approximate searches
 * @throws VectorStoreError if the URL is invalid
 */
export function createPostgresStore(
  url: string,
  { log, connections, indexFrom = 10_000, patience }: PostgresOptions,
): VectorStore {
  const address = readAddress(url);
  const database = new PostgresDatabase(address, connections, patience);
  const collections = new Map<string, PostgresCollection>();
  const { run, onGrown, close } = createLife(database, (name, signal) =>
    address.hnsw ? makeIndex(database, name, { from: indexFrom, log, signal }) : Promise.resolve(),
  );

  return {
    collection: (name) =>
      run(async () => {
        checkName(name);
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
    close,
  };
}

interface Life extends Pick<Surroundings, 'run' | 'onGrown'> {
  close: () => Promise<void>;
}

/** Tracks running operations, and prepares the database before the first one. */
function createLife(database: PostgresDatabase, index: (name: string, signal: AbortSignal) => Promise<void>): Life {
  const underWay = new Set<Promise<unknown>>();
  const grown = new Set<string>();
  const indexing = new Map<string, Promise<void>>();
  const ending = new AbortController();
  let prepared: Promise<void> | undefined;
  let closed: Promise<void> | undefined;

  async function run<Result>(work: () => Promise<Result>): Promise<Result> {
    if (closed) throw new VectorStoreError('The vector store is closed.');
    prepared ??= prepare(database);
    const working = prepared.then(work);
    underWay.add(working);
    // Tables may have been dropped meanwhile: the next operation prepares the database again.
    working.catch(() => (prepared = undefined));
    return working.finally(() => underWay.delete(working));
  }
  function onGrown(name: string): void {
    grown.add(name);
    if (!indexing.has(name)) indexing.set(name, makeIndexes(name));
  }
  /** Repeats if rows were added meanwhile. */
  async function makeIndexes(name: string): Promise<void> {
    while (!closed && grown.delete(name)) await index(name, ending.signal);
    indexing.delete(name);
  }
  async function end(): Promise<void> {
    // Building an index blocks writers, so cancel it before waiting for them.
    ending.abort();
    await Promise.allSettled(underWay);
    await Promise.all(indexing.values());
    await database.end();
  }
  return { run, onGrown, close: () => (closed ??= end()) };
}

function checkName(name: unknown): void {
  if (typeof name !== 'string' || name === '' || Buffer.byteLength(name) > longestName)
    throw new VectorStoreError(
      `A collection's name must be text of 1 to ${longestName} bytes, not ${JSON.stringify(name)}.`,
    );
}

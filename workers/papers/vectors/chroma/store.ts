import type { Log } from '../../../base/ports.js';
import { ChromaCollection } from './collection.js';
import { namesIn } from './answers.js';
import { createChromaHttp, type ChromaOptions } from './http.js';
import { dropCollection, RemoteCollection } from './remote-collection.js';
import { VectorStoreError, type VectorCollection, type VectorStore } from '../types.js';

const page = 100;
const mostCollections = 100_000;

/**
 * The vector store on a Chroma server. Sends no request before the first operation.
 * @param url http or https, with port and path; `user:password@` is sent as Basic authorization
 * @throws VectorStoreError if the URL is invalid
 */
export function createChromaStore(url: string, { log, ...options }: ChromaOptions & { log: Log }): VectorStore {
  const http = createChromaHttp(url, options);
  const collections = new Map<string, ChromaCollection>();
  const underWay = new Set<Promise<unknown>>();
  let closed = false;

  async function run<Result>(work: () => Promise<Result>): Promise<Result> {
    if (closed) throw new VectorStoreError('The vector store is closed.');
    const working = work();
    underWay.add(working);
    return working.finally(() => underWay.delete(working));
  }
  async function names(): Promise<string[]> {
    const all: string[] = [];
    for (let offset = 0; ; offset += page) {
      const path = `/collections?limit=${page}&offset=${offset}`;
      const some = await http.call({ method: 'GET', path, read: (answer) => namesIn(answer, page) });
      all.push(...some);
      if (some.length < page) return all;
      if (offset > mostCollections)
        throw new VectorStoreError(
          `The vector database at ${http.address} has more than ${mostCollections} collections.`,
        );
    }
  }

  return {
    collection: (name) =>
      run(async (): Promise<VectorCollection> => {
        const found = collections.get(name) ?? new ChromaCollection(new RemoteCollection(name, http), run);
        collections.set(name, found);
        await found.open();
        return found;
      }),
    drop: (name) =>
      run(async () => {
        collections.delete(name);
        await dropCollection(http, name);
        log.debug(`The collection "${name}" was dropped from the vector database.`);
      }),
    names: () => run(names),
    async close() {
      closed = true;
      await Promise.allSettled(underWay);
    },
  };
}

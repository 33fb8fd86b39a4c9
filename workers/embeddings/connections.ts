import { setMaxListeners } from 'node:events';
import { createEmbeddingApi, type EmbeddingApi } from '../embedding-api/client.js';
import { DatabaseManager } from '../papers/database-manager.js';
import { silentLog, type Clock, type Log } from '../base/ports.js';
import type { VectorCollection, VectorStore } from '../vectors/types.js';
import type { Context } from './context.js';
import { EmbeddingsError } from '../embedding-api/errors.js';
import { failing, failureOf } from './failures.js';
import { openStore } from './open-store.js';
import type { EmbeddingsSettings } from './settings.js';

/** What a manager can be given instead of the real things. */
export interface EmbeddingsManagerParts {
  /** Told of papers that are left out, and of waiting. Silent without one. */
  log?: Log;
  environment?: NodeJS.ProcessEnv;
  openStore?: (embeddingDb: string, log: Log) => VectorStore | Promise<VectorStore>;
  /** For waits that an API asks for. */
  clock?: Clock;
}

/** What a manager holds open between its first use and `close()`. Everything is opened when it is asked for. */
export interface Life {
  isConnected(): boolean;
  client(): Promise<VectorStore>;
  collection: () => Promise<VectorCollection>;
  api(): EmbeddingApi;
  database: () => DatabaseManager;
  readonly signal: AbortSignal;
  /** Does something with an open collection; what it throws becomes an EmbeddingsError that begins with `what`. */
  operate<Result>(what: string, work: (context: Context) => Promise<Result>): Promise<Result>;
  /** As `operate`, without opening anything. */
  during<Result>(what: string, work: () => Promise<Result>): Promise<Result>;
  /** Ends what is under way: requests are aborted, what was answered is saved first. */
  end(): Promise<void>;
}

export function createLife(settings: EmbeddingsSettings, parts: EmbeddingsManagerParts): Life {
  const { embeddingDb, collectionName, modelName, paperDb } = settings;
  const { log = silentLog, clock } = parts;
  const ending = new AbortController();
  // One listener for each request under way.
  setMaxListeners(0, ending.signal);
  const running = new Set<Promise<unknown>>();
  let connecting: Promise<VectorStore> | undefined;
  let madeApi: EmbeddingApi | undefined;
  let madeDatabase: DatabaseManager | undefined;

  async function open(): Promise<VectorStore> {
    const store = await (parts.openStore ?? openStore)(embeddingDb, log);
    try {
      await store.names();
    } catch (thrown) {
      await store.close().catch(() => undefined);
      throw thrown;
    }
    return store;
  }

  function client(): Promise<VectorStore> {
    if (connecting) return connecting;
    const now = failing('The vector database could not be connected', open);
    connecting = now;
    // After a failure the next call tries again.
    now.catch(() => {
      if (connecting === now) connecting = undefined;
    });
    return now;
  }

  const life: Life = {
    signal: ending.signal,
    isConnected: () => connecting !== undefined,
    client,
    collection: () =>
      failing(`The collection "${collectionName}" could not be opened`, async () =>
        (await client()).collection(collectionName),
      ),
    api() {
      try {
        return (madeApi ??= createEmbeddingApi(settings));
      } catch (thrown) {
        throw failureOf('The embedding API cannot be used', thrown);
      }
    },
    database: () => (madeDatabase ??= new DatabaseManager(paperDb)),
    operate: (what, work) =>
      life.during(what, async () =>
        work({
          api: { embed: (texts, options) => life.api().embed(texts, options) },
          collection: await life.collection(),
          database: life.database,
          modelName,
          signal: ending.signal,
          log,
          clock,
        }),
      ),
    during(what, work) {
      const result = failing(what, async () => {
        ending.signal.throwIfAborted();
        return work();
      });
      const settled = result
        .then(
          () => undefined,
          () => undefined,
        )
        .then(() => void running.delete(settled));
      running.add(settled);
      return result;
    },
    async end() {
      ending.abort(new EmbeddingsError('The manager was closed meanwhile.'));
      await Promise.all(running);
      const store = await connecting?.catch(() => undefined);
      const closed = await Promise.allSettled([store?.close(), madeApi?.close(), madeDatabase?.close()]);
      const failed = closed.find((one) => one.status === 'rejected');
      if (failed) throw failed.reason as Error;
    },
  };
  return life;
}

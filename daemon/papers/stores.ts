/** The paper database and the vectors, opened with their first use: who has only albums loads nothing of them. */
import type { Config } from '../../config/fields.js';
import type * as Cluster from '../../workers/embedding-api/rate/cluster.js';
import type { EmbeddingsManager } from '../../workers/embeddings/manager.js';
import { messageOf } from '../../workers/base/errors.js';
import type { DatabaseManager } from '../../workers/papers/database-manager.js';
import type { Clock, Log } from '../../workers/base/ports.js';

export interface PaperStores {
  manager: EmbeddingsManager;
  database: DatabaseManager;
}

export interface StoresInUse {
  /** Opens them where nobody has. */
  use<Result>(work: (stores: PaperStores) => Promise<Result>): Promise<Result>;
  /** The next use opens them anew, with the settings of then. Resolves when those who use them now have ended. */
  close(): Promise<void>;
  /** As `close`, and the rate limit that is shared with other machines. */
  end(): Promise<void>;
}

interface Opened {
  stores: Promise<PaperStores>;
  uses: Set<Promise<unknown>>;
}

export function createPaperStores({
  settings,
  clock,
  log,
  inPlace = false,
}: {
  settings: () => Readonly<Config>;
  clock: Clock;
  log: Log;
  /** Without threads for the database: for a command that reads. */
  inPlace?: boolean;
}): StoresInUse {
  let opened: Opened | null = null;
  let closing: Promise<unknown> = Promise.resolve();
  let limiter: Promise<typeof Cluster> | null = null;

  async function open(): Promise<PaperStores> {
    const config = settings();
    limiter ??= startLimiter(config, log);
    await limiter;
    return openStores(config, { clock, log, inPlace });
  }

  function openNow(): Opened {
    const one: Opened = { stores: open(), uses: new Set() };
    one.stores.catch(() => opened === one && (opened = null));
    return one;
  }

  async function finish({ stores, uses }: Opened): Promise<void> {
    const { manager, database } = await stores;
    const close = (part: { close(): Promise<void> }): Promise<void> =>
      part.close().catch((error: unknown) => log.warn(messageOf(error)));
    // Ends its requests, so that those who wait for them end;
    // each of both opens itself again where it is used after that.
    await close(manager);
    await Promise.all(uses);
    await close(manager);
    await close(database);
  }

  function close(): Promise<void> {
    const one = opened;
    opened = null;
    if (one !== null) closing = Promise.all([closing, finish(one).catch(() => undefined)]);
    return closing.then(() => undefined);
  }

  return {
    use(work) {
      const one = (opened ??= openNow());
      const result = one.stores.then(work);
      const settled: Promise<unknown> = result.catch(() => undefined).then(() => one.uses.delete(settled));
      one.uses.add(settled);
      return result;
    },
    close,
    async end() {
      await close();
      (await limiter)?.configureLimiter();
    },
  };
}

async function startLimiter({ limiter_redis_url: redisUrl }: Readonly<Config>, log: Log): Promise<typeof Cluster> {
  const cluster = await import('../../workers/embedding-api/rate/cluster.js');
  cluster.configureLimiter({ redisUrl, log });
  return cluster;
}

async function openStores(
  config: Readonly<Config>,
  { clock, log, inPlace }: { clock: Clock; log: Log; inPlace: boolean },
): Promise<PaperStores> {
  const [{ EmbeddingsManager: Manager }, { DatabaseManager: Database }] = await Promise.all([
    import('../../workers/embeddings/manager.js'),
    import('../../workers/papers/database-manager.js'),
  ]);
  const manager = new Manager(
    {
      apiUrl: config.llm_backend_url,
      authToken: config.llm_backend_auth_token,
      modelName: config.embedding_model,
      collectionName: config.collection_name,
      requestsPerMinute: config.requests_per_minute,
      embeddingDb: config.embedding_db,
      paperDb: config.paper_db,
      lowMemory: config.embedding_low_memory,
    },
    { log, clock },
  );
  return { manager, database: new Database(config.paper_db, undefined, { inPlace }) };
}

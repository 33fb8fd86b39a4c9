/** What makes vectors and searches them, loaded when somebody needs it: a search for words is over by then. */
import type { Config } from '../../config/fields.js';
import type { Clock, Log } from '../../workers/base/ports.js';
import type * as Cluster from '../../workers/embedding-api/rate/cluster.js';
import type { EmbeddingsManager } from '../../workers/embeddings/manager.js';

export interface LateManager {
  get: () => Promise<EmbeddingsManager>;
  /** Where it was asked for. */
  close: () => Promise<void>;
}

/** The rate limit of this process, which may be shared with other machines. */
export interface Limiter {
  start: (config: Readonly<Config>) => Promise<unknown>;
  end: () => Promise<void>;
}

export function createLimiter(log: Log): Limiter {
  let started: Promise<typeof Cluster> | undefined;
  const load = async (redisUrl: string): Promise<typeof Cluster> => {
    const cluster = await import('../../workers/embedding-api/rate/cluster.js');
    cluster.configureLimiter({ redisUrl, log });
    return cluster;
  };
  return {
    start({ limiter_redis_url: redisUrl }) {
      const asked = (started ??= load(redisUrl));
      asked.catch(() => asked === started && (started = undefined));
      return asked;
    },
    end: async () => (await started?.catch(() => undefined))?.configureLimiter(),
  };
}

export function createLateManager(
  config: Readonly<Config>,
  { limiter, clock, log }: { limiter: Limiter; clock: Clock; log: Log },
): LateManager {
  let made: Promise<EmbeddingsManager> | undefined;
  const make = async (): Promise<EmbeddingsManager> => {
    await limiter.start(config);
    const { EmbeddingsManager: Manager } = await import('../../workers/embeddings/manager.js');
    return new Manager(
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
  };
  return {
    get() {
      const asked = (made ??= make());
      // What could not be loaded is tried again.
      asked.catch(() => asked === made && (made = undefined));
      return asked;
    },
    close: async () => (await made)?.close(),
  };
}

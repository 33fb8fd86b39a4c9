/** The paper database and the vectors, opened at the first use. Users with albums only load neither. */
import type { Config } from '../../config/fields.js';
import { isUrl } from '../../config/url.js';
import type { EmbeddingsManager } from '../../workers/papers/embeddings/manager.js';
import type { EmbeddingsManagerOptions } from '../../workers/papers/embeddings/settings.js';
import type * as Cluster from '../../workers/papers/embedding-api/rate/cluster.js';
import { messageOf } from '../../workers/base/errors.js';
import type { DatabaseManager } from '../../workers/papers/database-manager.js';
import { DatabaseError } from '../../workers/papers/database-error.js';
import type { Words } from '../../workers/base/language/sentence.js';
import { missingFile } from '../../workers/papers/sql/location.js';
import type { Clock, Log } from '../../workers/base/ports.js';
import type { Damage } from '../../workers/papers/vectors/types.js';

export interface PaperStores {
  database: DatabaseManager;
  /** The settings used to open both. */
  config: Readonly<Config>;
  /** Connects to the vectors and the embedding API at the first use. */
  manager: EmbeddingsManager;
  /** Damaged files of vectors that were found since the stores were opened. */
  damages: readonly Damage[];
}

export interface StoresInUse {
  /** Opens the stores if they are closed. */
  use<Result>(work: (stores: PaperStores) => Promise<Result>): Promise<Result>;
  /**
   * Closes the stores. The next use opens them with the settings of that time. Resolves when all current uses have
   * ended.
   */
  close(): Promise<void>;
  /** Like `close`, and also ends the rate limit that is shared with other machines. */
  end(): Promise<void>;
}

/** False before the first import: then no database is created. */
export const isPaperDatabaseThere = ({ paper_db: path }: Pick<Config, 'paper_db'>): boolean =>
  isUrl(path) || missingFile(path) === undefined;

/** Returns the name under which the paper database notes the configured vectors. Does not open the vectors. */
export async function notesOf({ database, config }: Pick<PaperStores, 'database' | 'config'>): Promise<string> {
  const { storeIdentity } = await import('../../workers/papers/embeddings/store-identity.js');
  const store = await storeIdentity(config.embedding_db, { make: false });
  return database.embeddingNotes({ collection: config.collection_name, store });
}

interface Opened {
  stores: Promise<PaperStores>;
  uses: Set<Promise<unknown>>;
}

const managerOptions = (config: Readonly<Config>): EmbeddingsManagerOptions => ({
  apiUrl: config.llm_backend_url,
  authToken: config.llm_backend_auth_token,
  modelName: config.embedding_model,
  collectionName: config.collection_name,
  requestsPerMinute: config.requests_per_minute,
  embeddingDb: config.embedding_db,
  paperDb: config.paper_db,
  modelInput: config.embedding_input,
  documentPrefix: config.embedding_document_prefix,
  queryPrefix: config.embedding_query_prefix,
  documentType: config.embedding_document_type,
  queryType: config.embedding_query_type,
  dimensions: config.embedding_dimensions,
});

export interface StoresParts {
  settings: () => Readonly<Config>;
  /** Called when the file of the paper database is found damaged. */
  damaged?: (words: Words) => void;
  clock: Clock;
  log: Log;
}

export function createPaperStores({ settings, damaged, clock, log }: StoresParts): StoresInUse {
  /** The rate limit of this process, which may be shared with other machines. A change needs a restart. */
  let limiter: typeof Cluster | undefined;
  let opened: Opened | null = null;
  let closing: Promise<unknown> = Promise.resolve();

  async function open(): Promise<PaperStores> {
    const config = settings();
    const [{ DatabaseManager: Database }, { EmbeddingsManager: Manager }, cluster] = await Promise.all([
      import('../../workers/papers/database-manager.js'),
      import('../../workers/papers/embeddings/manager.js'),
      import('../../workers/papers/embedding-api/rate/cluster.js'),
    ]);
    if (limiter === undefined) cluster.configureLimiter({ redisUrl: config.limiter_redis_url, log });
    limiter = cluster;
    const manager = new Manager(managerOptions(config), { log, clock });
    const damages: Damage[] = [];
    manager.on('damaged', (damage) => void damages.push(damage));
    return { database: new Database(config.paper_db), config, manager, damages };
  }

  function noticeDamage(thrown: unknown): void {
    for (let error = thrown; error instanceof Error; error = error.cause)
      if (error instanceof DatabaseError && error.isDamaged) damaged?.(error.words ?? error.message);
  }

  function openNow(): Opened {
    const one: Opened = { stores: open(), uses: new Set() };
    one.stores.catch(() => opened === one && (opened = null));
    return one;
  }

  async function finish({ stores, uses }: Opened): Promise<void> {
    const { database, manager } = await stores;
    const closed = (ending: Promise<void>): Promise<void> =>
      ending.catch((error: unknown) => log.warn(messageOf(error)));
    // Aborts requests, so that running uses end. A use after that reopens the manager and the database, so both are
    // closed again below.
    await closed(manager.close());
    await Promise.all(uses);
    await closed(manager.close());
    await closed(database.close());
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
      const settled: Promise<unknown> = result.catch(noticeDamage).then(() => one.uses.delete(settled));
      one.uses.add(settled);
      return result;
    },
    close,
    async end() {
      await close();
      limiter?.configureLimiter();
      limiter = undefined;
    },
  };
}

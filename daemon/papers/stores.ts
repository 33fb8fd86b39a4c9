/** The paper database and the vectors, opened with their first use: who has only albums loads nothing of them. */
import type { Config } from '../../config/fields.js';
import type { EmbeddingsManager } from '../../workers/embeddings/manager.js';
import { messageOf } from '../../workers/base/errors.js';
import type { DatabaseManager } from '../../workers/papers/database-manager.js';
import type { Clock, Log } from '../../workers/base/ports.js';
import { createLateManager, createLimiter, type LateManager } from './late-manager.js';

export interface PaperStores {
  database: DatabaseManager;
  /** What both were opened by. */
  config: Readonly<Config>;
  /** Loaded when somebody needs vectors, or what makes them: it takes longer than a search for words. */
  manager: () => Promise<EmbeddingsManager>;
}

export interface StoresInUse {
  /** Opens them where nobody has. */
  use<Result>(work: (stores: PaperStores) => Promise<Result>): Promise<Result>;
  /** The next use opens them anew, with the settings of then. Resolves when those who use them now have ended. */
  close(): Promise<void>;
  /** As `close`, and the rate limit that is shared with other machines. */
  end(): Promise<void>;
}

/** Under which name the paper database notes what the configured vectors hold; opens no vectors. */
export async function notesOf({ database, config }: Pick<PaperStores, 'database' | 'config'>): Promise<string> {
  const { storeIdentity } = await import('../../workers/embeddings/store-identity.js');
  const store = await storeIdentity(config.embedding_db, { make: false });
  return database.embeddingNotes({ collection: config.collection_name, store });
}

type Stores = PaperStores & Pick<LateManager, 'close'>;

interface Opened {
  stores: Promise<Stores>;
  uses: Set<Promise<unknown>>;
}

export interface StoresParts {
  settings: () => Readonly<Config>;
  clock: Clock;
  log: Log;
}

export function createPaperStores({ settings, clock, log }: StoresParts): StoresInUse {
  const limiter = createLimiter(log);
  let opened: Opened | null = null;
  let closing: Promise<unknown> = Promise.resolve();

  async function open(): Promise<Stores> {
    const config = settings();
    const { DatabaseManager: Database } = await import('../../workers/papers/database-manager.js');
    const { get: manager, close } = createLateManager(config, { limiter, clock, log });
    return { database: new Database(config.paper_db), config, manager, close };
  }

  function openNow(): Opened {
    const one: Opened = { stores: open(), uses: new Set() };
    one.stores.catch(() => opened === one && (opened = null));
    return one;
  }

  async function finish({ stores, uses }: Opened): Promise<void> {
    const { database, close: closeManager } = await stores;
    const closed = (ending: Promise<void>): Promise<void> =>
      ending.catch((error: unknown) => log.warn(messageOf(error)));
    // Ends its requests, so that those who wait for them end;
    // each of both opens itself again where it is used after that.
    await closed(closeManager());
    await Promise.all(uses);
    await closed(closeManager());
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
      const settled: Promise<unknown> = result.catch(() => undefined).then(() => one.uses.delete(settled));
      one.uses.add(settled);
      return result;
    },
    close,
    async end() {
      await close();
      await limiter.end();
    },
  };
}

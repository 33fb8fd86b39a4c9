import { setMaxListeners } from 'node:events';
import { createEmbeddingApi, type EmbeddingApi } from '../embedding-api/client.js';
import { DatabaseManager } from '../database-manager.js';
import { silentLog, type Clock, type Log } from '../../base/ports.js';
import type { Damage, VectorCollection, VectorStore } from '../vectors/types.js';
import type { Context } from './context.js';
import { EmbeddingsError } from '../embedding-api/errors.js';
import { failing, failureOf } from './failures.js';
import { dependsOnNote, modelInUse, type ModelInUse } from './model-in-use.js';
import { storeIdentity } from './store-identity.js';
import { openStore } from './open-store.js';
import type { EmbeddingsSettings } from './settings.js';

/** Replacements for a manager's real parts. */
export interface EmbeddingsManagerParts {
  /** Receives skipped papers, and waits. Without a log, only data loss is reported, as a warning of the process. */
  log?: Log;
  environment?: NodeJS.ProcessEnv;
  openStore?: (...given: Parameters<typeof openStore>) => VectorStore | Promise<VectorStore>;
  /** For waits that an API requests. */
  clock?: Clock;
}

const lossesOnly: Log = { ...silentLog, error: (text) => process.emitWarning(text, 'TonstiftWarning') };

/** The connections that a manager holds between its first use and `close()`. Each is opened on demand. */
export class Connections {
  private readonly ending = new AbortController();
  private readonly running = new Set<Promise<unknown>>();
  private readonly log: Log;
  private store: Promise<VectorStore> | undefined;
  private madeApi: EmbeddingApi | undefined;
  private madeDatabase: DatabaseManager | undefined;

  constructor(
    private readonly settings: EmbeddingsSettings,
    private readonly parts: EmbeddingsManagerParts,
    private readonly onDamage: (damage: Damage) => void,
  ) {
    this.log = parts.log ?? lossesOnly;
    // Each running request adds a listener.
    setMaxListeners(0, this.ending.signal);
  }

  get signal(): AbortSignal {
    return this.ending.signal;
  }
  get isConnected(): boolean {
    return this.store !== undefined;
  }

  client(): Promise<VectorStore> {
    if (this.store) return this.store;
    const opening = failing('Cannot connect to the vector database', () => this.open());
    this.store = opening;
    // After a failure the next call connects again.
    opening.catch(() => {
      if (this.store === opening) this.store = undefined;
    });
    return opening;
  }

  collection(): Promise<VectorCollection> {
    const { collectionName } = this.settings;
    return failing(`Cannot open the collection "${collectionName}"`, async () =>
      (await this.client()).collection(collectionName),
    );
  }

  api(): EmbeddingApi {
    try {
      return (this.madeApi ??= createEmbeddingApi(this.settings));
    } catch (thrown) {
      throw failureOf('Cannot use the embedding API', thrown);
    }
  }

  database(): DatabaseManager {
    return (this.madeDatabase ??= new DatabaseManager(this.settings.paperDb));
  }

  /** The model for vectors that replace all existing ones. */
  get freshModel(): ModelInUse {
    return modelInUse(this.settings, null);
  }

  /** The model for the existing vectors, or for the first ones. */
  async model(): Promise<ModelInUse> {
    if (!dependsOnNote(this.settings)) return this.freshModel;
    const { count, model } = await (await this.collection()).facts();
    if (count > 0 && model !== null) return modelInUse(this.settings, model);
    // Without vectors, those of other programs that share the paper database count.
    const noted = await this.database()
      .getEmbeddingModel()
      .catch(() => null);
    return modelInUse(this.settings, noted ?? model);
  }

  private async notes(): Promise<string> {
    const { embeddingDb, collectionName: collection } = this.settings;
    const store = await storeIdentity(embeddingDb, { make: true });
    return this.database().embeddingNotes({ collection, store }, { take: true });
  }

  /** Runs `work` with an open collection. Wraps each failure in an EmbeddingsError that begins with `what`. */
  operate<Result>(what: string, work: (context: Context) => Promise<Result>): Promise<Result> {
    return this.during(what, async () => {
      const model = await this.model();
      return work({
        api: {
          embed: (texts, options) => this.api().embed(texts, options),
          batchSize: (most) => this.api().batchSize(most),
        },
        collection: await this.collection(),
        database: () => this.database(),
        notes: () => this.notes(),
        modelName: model.name,
        input: model.input,
        fresh: this.freshModel,
        signal: this.signal,
        log: this.log,
        clock: this.parts.clock,
      });
    });
  }

  /** Like `operate`, but opens no connection. */
  during<Result>(what: string, work: () => Promise<Result>): Promise<Result> {
    const result = failing(what, async () => {
      this.signal.throwIfAborted();
      return work();
    });
    const settled = result
      .then(
        () => undefined,
        () => undefined,
      )
      .then(() => void this.running.delete(settled));
    this.running.add(settled);
    return result;
  }

  /** Stops running operations: aborts requests, and saves received vectors first. */
  async end(): Promise<void> {
    this.ending.abort(new EmbeddingsError('The manager was closed meanwhile.'));
    await Promise.all(this.running);
    const store = await this.store?.catch(() => undefined);
    const closed = await Promise.allSettled([store?.close(), this.madeApi?.close(), this.madeDatabase?.close()]);
    const failed = closed.find((one) => one.status === 'rejected');
    if (failed) throw failed.reason as Error;
  }

  private async open(): Promise<VectorStore> {
    const store = await (this.parts.openStore ?? openStore)(this.settings.embeddingDb, {
      log: this.log,
      onDamage: this.onDamage,
    });
    try {
      await store.names();
    } catch (thrown) {
      await store.close().catch(() => undefined);
      throw thrown;
    }
    return store;
  }
}

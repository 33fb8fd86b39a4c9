import { existsSync } from 'node:fs';
import pLimit from 'p-limit';
import { finishRescue } from '../rescue/swap.js';
import { closed, ThreadConnection } from './thread-connection.js';

export interface SqlitePoolOptions {
  path: string;
  /** Statements that would change the file fail. */
  isReadOnly: boolean;
  /** The most connections. */
  most: number;
  /** Milliseconds without a query after which the threads end and free their memory, until the next query. */
  idleMs: number;
}

/** A connection for exclusive use until `giveBack`. */
export interface Held {
  connection: ThreadConnection;
  giveBack: () => void;
}

/**
 * A pool of connections to one file. Opens a connection if none is free. If all are in use, callers wait in order of
 * arrival. Replaces connections whose thread has ended.
 */
export class SqlitePool {
  readonly #options: SqlitePoolOptions;
  readonly #places: ReturnType<typeof pLimit>;
  readonly #open = new Set<ThreadConnection>();
  readonly #free: ThreadConnection[] = [];
  #idle: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(options: SqlitePoolOptions) {
    this.#options = options;
    this.#places = pLimit(options.most);
  }

  /** Opens the first connection, which creates a missing file. @throws the reason if the file cannot be opened */
  async begin(): Promise<void> {
    this.#free.push(await this.#connect());
    this.#restFromNow();
  }

  /** @throws the reason if the file cannot be opened */
  async take(): Promise<Held> {
    const leave = await this.#place();
    clearTimeout(this.#idle);
    try {
      const connection = await this.#freeOrNew();
      const giveBack = (): void => {
        this.#free.push(connection);
        this.#restFromNow();
        leave();
      };
      return { connection, giveBack };
    } catch (thrown) {
      leave();
      throw thrown;
    }
  }

  /** Waits for running queries and rejects new ones. */
  async close(): Promise<void> {
    clearTimeout(this.#idle);
    this.#isClosed = true;
    await Promise.all([...this.#open].map((connection) => this.#end(connection)));
  }

  /** Waits for a place. @returns a function that leaves it */
  #place(): Promise<() => void> {
    return new Promise((entered) => void this.#places(() => new Promise<void>((leave) => entered(leave))));
  }

  async #freeOrNew(): Promise<ThreadConnection> {
    if (this.#isClosed) throw closed();
    for (let free = this.#free.pop(); free !== undefined; free = this.#free.pop()) {
      if (!free.isOver) return free;
      this.#open.delete(free);
    }
    return this.#reconnect();
  }

  #restFromNow(): void {
    if (!Number.isFinite(this.#options.idleMs)) return;
    clearTimeout(this.#idle);
    const end = (): void => this.#free.splice(0).forEach((connection) => void this.#end(connection));
    this.#idle = setTimeout(end, this.#options.idleMs).unref();
  }

  /**
   * Opens a further connection. While none was open, a rescue may have begun and been interrupted. If the file was
   * deleted, SQLite would create an empty one without tables, so that is an error.
   */
  async #reconnect(): Promise<ThreadConnection> {
    const { path } = this.#options;
    await finishRescue(path);
    if (!existsSync(path))
      throw new Error(`${path} was deleted; restore it, or restart the program to create an empty one`);
    const connection = await this.#connect();
    if (!this.#isClosed) return connection;
    await this.#end(connection);
    throw closed();
  }

  /** Ends its thread if it fails: Kysely forgets a failed init and would not destroy it. */
  async #connect(): Promise<ThreadConnection> {
    const { path, isReadOnly } = this.#options;
    const connection = new ThreadConnection({ path, isReadOnly });
    this.#open.add(connection);
    await connection.opened().catch(async (thrown: unknown) => {
      await this.#end(connection);
      throw thrown;
    });
    return connection;
  }

  async #end(connection: ThreadConnection): Promise<void> {
    this.#open.delete(connection);
    await connection.close();
  }
}

import { existsSync } from 'node:fs';
import pLimit from 'p-limit';
import { closed, ThreadConnection } from './thread-connection.js';

export interface SqlitePoolOptions {
  path: string;
  /** A statement that would change anything fails. */
  isReadOnly: boolean;
  /** Connections. */
  most: number;
  /** Milliseconds without a query after which the threads end and give their memory back, until the next one. */
  idleMs: number;
}

/** A connection that nobody else has until it is given back. */
export interface Held {
  connection: ThreadConnection;
  giveBack: () => void;
}

let made = 0;

/**
 * Connections to one file that go from hand to hand, each opened when none is free; who finds all in use waits, first
 * come, first served. Where a thread has ended, another is begun.
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

  /** Opens the first, which makes the file where there is none. @throws what keeps it from being opened */
  async begin(): Promise<void> {
    this.#free.push(await this.#connect());
  }

  /** @throws what keeps the file from being opened */
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

  /** What is in hand is answered; nothing more is taken. */
  async close(): Promise<void> {
    clearTimeout(this.#idle);
    this.#isClosed = true;
    await Promise.all([...this.#open].map((connection) => this.#end(connection)));
  }

  /** @returns what leaves it */
  #place(): Promise<() => void> {
    return new Promise((entered) => void this.#places(() => new Promise<void>((leave) => entered(leave))));
  }

  async #freeOrNew(): Promise<ThreadConnection> {
    if (this.#isClosed) throw closed();
    for (let free = this.#free.pop(); free !== undefined; free = this.#free.pop()) {
      if (!free.isOver) return free;
      this.#open.delete(free);
    }
    return this.#connectAnew();
  }

  #restFromNow(): void {
    if (!Number.isFinite(this.#options.idleMs)) return;
    clearTimeout(this.#idle);
    const end = (): void => this.#free.splice(0).forEach((connection) => void this.#end(connection));
    this.#idle = setTimeout(end, this.#options.idleMs).unref();
  }

  /** Of what was there once: SQLite would make an empty file where it is gone, and nobody tables in that. */
  async #connectAnew(): Promise<ThreadConnection> {
    const { path } = this.#options;
    if (!existsSync(path))
      throw new Error(`${path} is gone; put it back, or start the program again to begin with an empty one`);
    const connection = await this.#connect();
    if (!this.#isClosed) return connection;
    await this.#end(connection);
    throw closed();
  }

  /** Leaves no thread behind where it fails: Kysely forgets an init that failed, and would not destroy this. */
  async #connect(): Promise<ThreadConnection> {
    const { path, isReadOnly } = this.#options;
    const connection = new ThreadConnection({ path, isReadOnly, connection: ++made });
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

import { existsSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import {
  CompiledQuery,
  SqliteAdapter,
  SqliteDialect,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
} from 'kysely';
import { threadScript } from '../../base/async/threads.js';
import { messageOf } from '../../base/errors.js';
import type { ThreadAnswer, ThreadQuery } from './sqlite-thread.js';

/**
 * Kysely on a file, by libsql in a thread of its own: SQLite stops the thread that asks it, for as long as the disk
 * likes. Journalled ahead (WAL): a kill at any moment leaves every transaction whole, and other processes read along.
 * @param idleMs milliseconds without a query after which the thread ends and gives its memory back, until the next one;
 *   Infinity for a file that nobody else keeps
 */
export function sqliteDialect(path: string, idleMs = 60_000): Dialect {
  const dialect = new SqliteDialect({ database: () => Promise.reject(new Error('opened by its own driver')) });
  return {
    createDriver: () => new ThreadDriver(path, idleMs),
    createAdapter: () => new SqliteAdapter(),
    createIntrospector: (db) => dialect.createIntrospector(db),
    createQueryCompiler: () => dialect.createQueryCompiler(),
  };
}

/** One connection, which goes from hand to hand: a transaction has it for itself. Where its thread ends, another. */
class ThreadDriver implements Driver {
  private connection: ThreadConnection | undefined;
  private isFree: Promise<void> = Promise.resolve();
  private release = (): void => undefined;
  private idle: NodeJS.Timeout | undefined;
  private isDestroyed = false;

  constructor(
    private readonly path: string,
    private readonly idleMs: number,
  ) {}

  async init(): Promise<void> {
    this.connection = await this.open();
  }

  async acquireConnection(): Promise<DatabaseConnection> {
    const before = this.isFree;
    let release = (): void => undefined;
    this.isFree = new Promise((resolve) => (release = resolve));
    await before;
    clearTimeout(this.idle);
    this.release = release;
    try {
      if (this.connection === undefined) throw closed();
      if (this.connection.isOver) this.connection = await this.openAnew();
      return this.connection;
    } catch (thrown) {
      release();
      throw thrown;
    }
  }

  async releaseConnection(): Promise<void> {
    if (Number.isFinite(this.idleMs)) this.idle = setTimeout(() => void this.connection?.close(), this.idleMs).unref();
    this.release();
  }

  /**
   * Takes the lock to write at once:
   * a transaction that reads first and then finds another writer ahead of it cannot wait, it fails.
   */
  async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('begin immediate'));
  }

  async commitTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('commit'));
  }

  /** On a full disk SQLite has rolled back by itself. That nothing is left to roll back must not hide why. */
  async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('rollback')).catch((thrown: unknown) => {
      if (!messageOf(thrown).includes('no transaction is active')) throw thrown;
    });
  }

  async destroy(): Promise<void> {
    clearTimeout(this.idle);
    this.isDestroyed = true;
    await this.connection?.close();
    this.connection = undefined;
  }

  /** Of what was there once: SQLite would make an empty file where it is gone, and nobody tables in that. */
  private async openAnew(): Promise<ThreadConnection> {
    if (!existsSync(this.path))
      throw new Error(`${this.path} is gone; put it back, or start the program again to begin with an empty one`);
    const connection = await this.open();
    if (!this.isDestroyed) return connection;
    await connection.close();
    throw closed();
  }

  /** Leaves no thread behind where it fails: Kysely forgets an init that failed, and would not destroy this. */
  private async open(): Promise<ThreadConnection> {
    const connection = new ThreadConnection(this.path);
    await connection.opened().catch(async (thrown: unknown) => {
      await connection.close();
      throw thrown;
    });
    return connection;
  }
}

const closed = (): Error => new Error('the database is closed');

type Waiting = { resolve: (answer: QueryResult<never>) => void; reject: (error: Error) => void };

/** The thread answers in the order in which it is asked. A process that waits for no answer may end. */
class ThreadConnection implements DatabaseConnection {
  private readonly worker: Worker;
  private readonly ended: Promise<void>;
  private readonly waiting: Waiting[] = [];
  /** Why nothing is answered any more. */
  private over: Error | undefined;

  constructor(path: string) {
    this.worker = new Worker(threadScript('workers/papers/sql/sqlite-thread'), {
      workerData: path,
      // Options of the process may be none for a script.
      execArgv: [],
      resourceLimits: { maxYoungGenerationSizeMb: 4 },
    });
    this.worker.on('message', (answer: ThreadAnswer) => this.take(answer));
    this.worker.on('error', (error) => this.fail(error));
    this.ended = new Promise((resolve) => this.worker.on('exit', () => resolve()));
    void this.ended.then(() => this.fail(new Error('the thread of the database has ended')));
  }

  get isOver(): boolean {
    return this.over !== undefined;
  }

  /** @throws what keeps the file from being opened */
  async opened(): Promise<void> {
    await this.ask(null);
  }

  async executeQuery<Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
    return this.ask({ sql, parameters: bindable(parameters) });
  }

  async *streamQuery<Row>(query: CompiledQuery): AsyncGenerator<QueryResult<Row>> {
    yield await this.executeQuery<Row>(query);
  }

  /** Takes nothing more from now on. May be called when the thread has ended by itself, and twice. */
  async close(): Promise<void> {
    this.over ??= closed();
    this.worker.ref();
    this.worker.postMessage('close');
    await this.ended;
  }

  private ask<Row>(query: ThreadQuery): Promise<QueryResult<Row>> {
    return new Promise((resolve, reject) => {
      if (this.over !== undefined) return reject(this.over);
      this.waiting.push({ resolve, reject });
      this.worker.ref();
      this.worker.postMessage(query);
    });
  }

  private take(answer: ThreadAnswer): void {
    const asked = this.waiting.shift();
    // Who closes it waits for the thread.
    if (this.waiting.length === 0 && this.over === undefined) this.worker.unref();
    if ('failed' in answer) asked?.reject(Object.assign(new Error(answer.failed), { code: answer.code }));
    else asked?.resolve({ rows: answer.rows as never[], numAffectedRows: BigInt(answer.changes) });
  }

  private fail(error: Error): void {
    this.over ??= error;
    for (const { reject } of this.waiting.splice(0)) reject(this.over);
  }
}

/** libsql ends the whole process on a parameter that is neither text, number nor null. */
function bindable(parameters: readonly unknown[]): unknown[] {
  for (const value of parameters) {
    if (value !== null && typeof value !== 'string' && !(typeof value === 'number' && Number.isFinite(value)))
      throw new TypeError(`a parameter of a query is ${typeof value}, expected text, a number or null`);
  }
  return [...parameters];
}

import {
  CompiledQuery,
  SqliteAdapter,
  SqliteDialect,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
} from 'kysely';
import { messageOf } from '../../../base/errors.js';
import { SqlitePool, type Held } from './sqlite-pool.js';

/** Concurrent searches: a fast one need not wait for slow ones. */
const readers = 3;

export interface SqliteOptions {
  /**
   * Milliseconds without a query after which the threads end and free their memory, until the next query; Infinity for
   * a file that only these threads keep open.
   */
  idleMs?: number;
}

/**
 * Returns a Kysely dialect for an SQLite file, with libsql in separate threads: a query blocks its thread as long as
 * the disk takes. One thread writes; others read and do not wait for writes. In WAL mode a crash at any time leaves
 * every transaction complete, and other processes can read at the same time.
 */
export function sqliteDialect(path: string, { idleMs = 60_000 }: SqliteOptions = {}): Dialect {
  const dialect = new SqliteDialect({ database: () => Promise.reject(new Error('opened by its own driver')) });
  return {
    createDriver: () => new SqliteDriver(path, idleMs),
    createAdapter: () => new OneTransaction(),
    createIntrospector: (db) => dialect.createIntrospector(db),
    createQueryCompiler: () => dialect.createQueryCompiler(),
  };
}

/** SQLite supports DDL in transactions, but Kysely does not use it by default: a crash would leave half a migration. */
class OneTransaction extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

class SqliteDriver implements Driver {
  #pools: Pools | undefined;

  constructor(
    private readonly path: string,
    private readonly idleMs: number,
  ) {}

  async init(): Promise<void> {
    const { path, idleMs } = this;
    this.#pools = {
      writer: new SqlitePool({ path, isReadOnly: false, most: 1, idleMs }),
      readers: new SqlitePool({ path, isReadOnly: true, most: readers, idleMs }),
    };
    await this.#pools.writer.begin();
  }

  async acquireConnection(): Promise<DatabaseConnection> {
    return new Turn(this.#pools as Pools);
  }

  async releaseConnection(turn: DatabaseConnection): Promise<void> {
    (turn as Turn).end();
  }

  /** Takes the write lock at once: a transaction that reads first cannot wait for another writer later, but fails. */
  async beginTransaction(turn: DatabaseConnection): Promise<void> {
    await turn.executeQuery(CompiledQuery.raw('begin immediate'));
  }

  async commitTransaction(turn: DatabaseConnection): Promise<void> {
    await turn.executeQuery(CompiledQuery.raw('commit'));
  }

  /** On a full disk SQLite has already rolled back. That error must not hide the original one. */
  async rollbackTransaction(turn: DatabaseConnection): Promise<void> {
    await turn.executeQuery(CompiledQuery.raw('rollback')).catch((thrown: unknown) => {
      if (!messageOf(thrown).includes('no transaction is active')) throw thrown;
    });
  }

  async destroy(): Promise<void> {
    await Promise.all([this.#pools?.writer.close(), this.#pools?.readers.close()]);
  }
}

interface Pools {
  writer: SqlitePool;
  readers: SqlitePool;
}

/**
 * A connection for Kysely. A select before any other statement uses a reading connection for its duration. From the
 * first other statement on, it holds the writing connection, as a transaction requires.
 */
class Turn implements DatabaseConnection {
  readonly #pools: Pools;
  #held: Held | undefined;

  constructor(pools: Pools) {
    this.#pools = pools;
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    if (this.#held === undefined && isSelect(query)) {
      const { connection, giveBack } = await this.#pools.readers.take();
      return connection.executeQuery<Row>(query).finally(giveBack);
    }
    this.#held ??= await this.#pools.writer.take();
    return this.#held.connection.executeQuery<Row>(query);
  }

  async *streamQuery<Row>(query: CompiledQuery): AsyncGenerator<QueryResult<Row>> {
    yield await this.executeQuery<Row>(query);
  }

  end(): void {
    this.#held?.giveBack();
  }
}

const isSelect = ({ query, sql }: CompiledQuery): boolean =>
  query.kind === 'SelectQueryNode' || (query.kind === 'RawNode' && /^\s*select\b/i.test(sql));

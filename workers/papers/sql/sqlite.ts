import {
  CompiledQuery,
  SqliteAdapter,
  SqliteDialect,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
} from 'kysely';
import { messageOf } from '../../base/errors.js';
import { SqlitePool, type Held } from './sqlite-pool.js';

/** Searches at a time: a quick one gets by where long ones are at work. */
const readers = 3;

export interface SqliteOptions {
  /**
   * Milliseconds without a query after which the threads end and give their memory back, until the next one; Infinity
   * for a file that nobody else keeps.
   */
  idleMs?: number;
}

/**
 * Kysely on a file, by libsql in threads of its own: SQLite stops the thread that asks it, for as long as the disk
 * likes. One writes; what only reads has others, and waits for no writing. Journalled ahead (WAL): a kill at any moment
 * leaves every transaction whole, and other processes read along.
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

/** SQLite changes tables in transactions, but Kysely does not use that: a kill would leave half a migration. */
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

  /**
   * Takes the lock to write at once:
   * a transaction that reads first and then finds another writer ahead of it cannot wait, it fails.
   */
  async beginTransaction(turn: DatabaseConnection): Promise<void> {
    await turn.executeQuery(CompiledQuery.raw('begin immediate'));
  }

  async commitTransaction(turn: DatabaseConnection): Promise<void> {
    await turn.executeQuery(CompiledQuery.raw('commit'));
  }

  /** On a full disk SQLite has rolled back by itself. That nothing is left to roll back must not hide why. */
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
 * What Kysely takes for a connection. It has the writing one for itself from its first statement that is no select on,
 * as a transaction must; a select before that goes to one that reads, for as long as it takes.
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

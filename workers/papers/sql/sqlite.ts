import { messageOf } from '../../base/errors.js';
import {
  CompiledQuery,
  SqliteAdapter,
  SqliteDialect,
  SqliteDriver,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type SqliteDatabase,
} from 'kysely';

/**
 * Kysely on a file, by libsql. Journalled ahead (WAL): a kill at any moment leaves every transaction whole, and other
 * processes read along.
 */
export function sqliteDialect(path: string): Dialect {
  const open = async (): Promise<SqliteDatabase> => {
    const { default: Database } = await import('libsql');
    const database = new Database(path);
    database.pragma('busy_timeout = 10000');
    database.pragma('journal_mode = WAL');
    database.pragma('synchronous = NORMAL');
    database.pragma('cache_size = -32000'); // kB
    return {
      close: () => void database.close(),
      prepare: (sql) => {
        const statement = database.prepare(sql);
        return {
          reader: statement.reader,
          all: (parameters) => statement.all(...bindable(parameters)),
          run: (parameters) => statement.run(...bindable(parameters)),
          iterate: (parameters) => statement.iterate(...bindable(parameters)),
        };
      },
    };
  };
  const dialect = new SqliteDialect({ database: open });
  return {
    createDriver: () => new ImmediateDriver({ database: open }),
    createAdapter: () => new SqliteAdapter(),
    createIntrospector: (db) => dialect.createIntrospector(db),
    createQueryCompiler: () => dialect.createQueryCompiler(),
  };
}

/**
 * libsql ends the whole process on a parameter that is neither text, number nor null.
 * In one array: it takes a lone list for all parameters.
 */
function bindable(parameters: readonly unknown[]): [unknown[]] {
  for (const value of parameters) {
    if (value !== null && typeof value !== 'string' && !(typeof value === 'number' && Number.isFinite(value)))
      throw new TypeError(`a parameter of a query is ${typeof value}, expected text, a number or null`);
  }
  return [[...parameters]];
}

/**
 * Takes the lock to write at once:
 * a transaction that reads first and then finds another writer ahead of it cannot wait, it fails.
 */
class ImmediateDriver extends SqliteDriver implements Driver {
  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('begin immediate'));
  }

  /** On a full disk SQLite has rolled back by itself. That nothing is left to roll back must not hide why. */
  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    await super.rollbackTransaction(connection).catch((thrown: unknown) => {
      if (!messageOf(thrown).includes('no transaction is active')) throw thrown;
    });
  }
}

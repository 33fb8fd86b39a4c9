/** An open SQLite file. Answers one query after the other, on the caller's thread. */
import Database from 'libsql';
import { isSwapPending } from '../rescue/swap.js';
import { lockForUse, type UseLock } from './use-lock.js';

/** How to open a file. */
export interface FileToOpen {
  path: string;
  /** Statements that would change the file fail. */
  isReadOnly: boolean;
  /** Unique in this process. Reading connections return it as `tonstift_connection`. */
  connection: number;
}

export interface FileQuery {
  sql: string;
  parameters: unknown[];
}

export interface FileAnswer {
  rows: unknown[];
  changes: number;
}

type Statement = ReturnType<Database.Database['prepare']>;

/** The most prepared statements. An import repeats a few statements a thousand times, each as long as a page. */
const mostPrepared = 20;

/** kB of page cache. The system caches the file too. */
const readCache = 2000;
/**
 * kB. Each paper is inserted into six trees at random places, so with a million papers each insert needs other pages.
 */
const writeCache = 32_000;
/** Pages of 4 kB in the WAL before a checkpoint. An import writes the same pages many times. */
const pagesAhead = 16000;

function open({ path, isReadOnly, connection }: FileToOpen): Database.Database {
  const database = new Database(path);
  try {
    database.pragma('busy_timeout = 10000');
    if (isReadOnly) {
      // In memory and visible only to this connection; `all-uids.ts` identifies the connection by it.
      database.pragma('temp_store = memory');
      database.exec(`create temp view tonstift_connection as select ${connection} as connection`);
      database.pragma('query_only = on');
    } else {
      database.pragma('journal_mode = WAL');
      // Confirmed writes must survive a power failure, also because the source may be deleted from the inbox
      // afterwards. In WAL mode NORMAL does not sync before a checkpoint
      // (https://www.sqlite.org/pragma.html#pragma_synchronous).
      database.pragma('synchronous = FULL');
      database.pragma(`wal_autocheckpoint = ${pagesAhead}`);
    }
    database.pragma(`cache_size = -${isReadOnly ? readCache : writeCache}`);
    return database;
  } catch (thrown) {
    database.close();
    throw thrown;
  }
}

export class SqliteFile {
  readonly #lock: UseLock;
  readonly #database: Database.Database;
  readonly #prepared = new Map<string, Statement>();

  /** @throws the reason if the file cannot be opened */
  constructor(file: FileToOpen) {
    this.#lock = lockForUse(file.path);
    try {
      // Papers that are added to the old file would be lost when the swap ends.
      if (isSwapPending(file.path)) throw new Error('its repair was interrupted; try again to finish it');
      this.#database = open(file);
    } catch (thrown) {
      this.#lock.release();
      throw thrown;
    }
  }

  /** @throws the query's error */
  answer({ sql, parameters }: FileQuery): FileAnswer {
    const statement = this.#statement(sql);
    // Wrapped in an array: the driver would take a single list for all parameters.
    if (!statement.reader) return { rows: [], changes: Number(statement.run([...parameters]).changes) };
    // Drops the hidden timings that libsql adds to each row.
    return { rows: statement.all([...parameters]).map((row) => ({ ...(row as object) })), changes: 0 };
  }

  close(): void {
    this.#prepared.clear();
    this.#database.close();
    this.#lock.release();
  }

  #statement(sql: string): Statement {
    const prepared = this.#prepared;
    const statement = prepared.get(sql) ?? this.#database.prepare(sql);
    // Moves the statement to the end of the map, which is sorted by last use.
    prepared.delete(sql);
    prepared.set(sql, statement);
    for (const oldest of prepared.keys()) {
      if (prepared.size <= mostPrepared) break;
      prepared.delete(oldest);
    }
    return statement;
  }
}

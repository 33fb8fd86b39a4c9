/** An open SQLite file. Answers one query after the other, on the caller's thread. */
import { closeSync, constants, existsSync, openSync, readSync } from 'node:fs';
import Database from 'libsql';
import { systemCodeOf } from '../../../base/errors.js';
import { keepNewest } from '../../../base/keep-newest.js';
import { notDatabase } from '../../database-error.js';
import { isSqliteHead } from '../rescue/pages.js';
import { isSwapPending } from '../rescue/swap.js';
import { lockForUse, type UseLock } from './use-lock.js';

export interface FileToOpen {
  path: string;
  /** Statements that would change the file fail. */
  isReadOnly: boolean;
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

function open({ path, isReadOnly }: FileToOpen): Database.Database {
  const database = new Database(path);
  try {
    database.pragma('busy_timeout = 10000');
    if (isReadOnly) {
      // Large results are sorted in memory, not in a file.
      database.pragma('temp_store = memory');
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

/** The lock leaves a file beside the database, which must not appear beside other files. @throws the system's error */
function mayBeDatabase(path: string): boolean {
  // A WAL may hold the first page.
  if (existsSync(`${path}-wal`)) return true;
  const head = headOf(path);
  return head === undefined || isSqliteHead(head);
}

/** Returns the beginning of a file; undefined if there is none, or if it is empty. */
function headOf(path: string): Buffer | undefined {
  let file: number;
  try {
    // Does not wait for the writer of a pipe.
    file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  } catch (thrown) {
    if (systemCodeOf(thrown) === 'ENOENT') return undefined;
    throw thrown;
  }
  try {
    const head = Buffer.alloc(16);
    return readSync(file, head, 0, 16, 0) === 0 ? undefined : head;
  } finally {
    closeSync(file);
  }
}

export class SqliteFile {
  readonly #lock: UseLock;
  readonly #database: Database.Database;
  readonly #prepared = new Map<string, Statement>();

  /** @throws the reason if the file cannot be opened */
  constructor(file: FileToOpen) {
    if (!mayBeDatabase(file.path)) throw notDatabase();
    this.#lock = lockForUse(file.path);
    try {
      // A rescue may have crashed since `finishRescue` looked. No other can begin while this lock is held. The swap
      // would lose papers that are added to the old file. This lists one folder for each connection, on the thread of
      // the database.
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
    keepNewest(prepared, mostPrepared);
    return statement;
  }
}

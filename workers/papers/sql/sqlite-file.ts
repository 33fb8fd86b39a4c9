/** A file of SQLite that is open, and answers one query after the other, on the thread that asks. */
import Database from 'libsql';
import { messageOf, systemCodeOf } from '../../base/errors.js';

/** What is opened. */
export interface FileToOpen {
  path: string;
  /** A statement that would change anything fails. */
  isReadOnly: boolean;
  /** Of this process another one each time; those that read answer it as `tonstift_connection`. */
  connection: number;
}

/** Null asks only whether the file is open. */
export type FileQuery = { sql: string; parameters: unknown[] } | null;

export type FileAnswer = { rows: unknown[]; changes: number } | { failed: string; code: string | undefined };

type Statement = ReturnType<Database.Database['prepare']>;

/** An import asks the same few a thousand times, each as long as a page. */
const mostPrepared = 20;

/** kB of pages at hand; the system keeps the file at hand, too. */
const readCache = 2000;
/** A paper is put into six trees at places of no order: of a million papers each is another page. */
const writeCache = 32_000;
/** Pages of 4 kB that are written ahead before they are put into the file: the same ones over and over in an import. */
const pagesAhead = 16000;

function open({ path, isReadOnly, connection }: FileToOpen): Database.Database {
  const database = new Database(path);
  try {
    database.pragma('busy_timeout = 10000');
    if (isReadOnly) {
      // In memory, and seen by this connection only, which is told by it (`all-uids.ts`).
      database.pragma('temp_store = memory');
      database.exec(`create temp view tonstift_connection as select ${connection} as connection`);
      database.pragma('query_only = on');
    } else {
      database.pragma('journal_mode = WAL');
      // What was answered, and what was taken out of the inbox, is to outlive a power cut: in WAL mode NORMAL syncs
      // nothing before a checkpoint (https://www.sqlite.org/pragma.html#pragma_synchronous).
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
  #opened: Database.Database | undefined;
  readonly #prepared = new Map<string, Statement>();

  /** Opens it with the first query. */
  constructor(private readonly file: FileToOpen) {}

  answer(query: FileQuery): FileAnswer {
    try {
      const database = (this.#opened ??= open(this.file));
      if (query === null) return { rows: [], changes: 0 };
      const statement = this.#statement(database, query.sql);
      // In one array: it takes a lone list for all parameters.
      if (!statement.reader) return { rows: [], changes: Number(statement.run([...query.parameters]).changes) };
      // Without the hidden timings that libsql adds to a row.
      return { rows: statement.all([...query.parameters]).map((row) => ({ ...(row as object) })), changes: 0 };
    } catch (thrown) {
      return { failed: messageOf(thrown), code: systemCodeOf(thrown) };
    }
  }

  close(): void {
    this.#prepared.clear();
    this.#opened?.close();
    this.#opened = undefined;
  }

  #statement(database: Database.Database, sql: string): Statement {
    const prepared = this.#prepared;
    const statement = prepared.get(sql) ?? database.prepare(sql);
    // Last in the order of the map is the one used last.
    prepared.delete(sql);
    prepared.set(sql, statement);
    for (const oldest of prepared.keys()) {
      if (prepared.size <= mostPrepared) break;
      prepared.delete(oldest);
    }
    return statement;
  }
}

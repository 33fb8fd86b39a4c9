/** A database file that is open in a separate thread. */
import type { CompiledQuery, QueryResult } from 'kysely';
import { createThread, ThreadError, threadScript } from '../../../base/async/threads.js';
import type { FileToOpen } from './sqlite-file.js';
import type { SqliteThread } from './sqlite-thread.js';

/** The thread answers queries in order. Without running queries it does not keep the process alive. */
export class ThreadConnection {
  private readonly thread = createThread<SqliteThread>(threadScript('workers/papers/sql/sqlite/sqlite-thread'), {
    maxYoungGenerationSizeMb: 4,
  });
  /** Why the connection has ended. */
  private over: Error | undefined;

  constructor(private readonly file: FileToOpen) {
    void this.thread.ended.then((error) => (this.over ??= crash(error)));
  }

  /** True if the connection no longer answers. */
  get isOver(): boolean {
    return this.over !== undefined;
  }

  /** @throws the reason if the file cannot be opened */
  async opened(): Promise<void> {
    await this.thread.call('open', this.file).catch(fail);
  }

  async executeQuery<Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
    if (this.over !== undefined) throw this.over;
    const query = { sql, parameters: bindable(parameters) };
    const { rows, changes } = await this.thread.call('query', query).catch(fail);
    return { rows: rows as Row[], numAffectedRows: BigInt(changes) };
  }

  /** Rejects new queries from now on. May be called after the end, and twice. */
  async close(): Promise<void> {
    this.over ??= closed();
    await this.thread.call('close', undefined).catch(() => undefined);
    await this.thread.ended;
  }
}

/** The error of a query after `close`. */
export const closed = (): Error => new Error('the database is closed');

const crash = ({ cause }: ThreadError): Error => cause ?? new Error('the thread of the database has ended');

function fail(error: unknown): never {
  throw error instanceof ThreadError ? crash(error) : error;
}

/** libsql crashes the process on a parameter other than text, number or null. */
function bindable(parameters: readonly unknown[]): unknown[] {
  for (const value of parameters) {
    if (value !== null && typeof value !== 'string' && !(typeof value === 'number' && Number.isFinite(value)))
      throw new TypeError(`a parameter of a query is ${typeof value}, expected text, a number or null`);
  }
  return [...parameters];
}

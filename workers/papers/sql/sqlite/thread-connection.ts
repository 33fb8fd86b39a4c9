/** A database file that is open in a separate thread. */
import { Worker } from 'node:worker_threads';
import type { CompiledQuery, QueryResult } from 'kysely';
import { threadScript } from '../../../base/async/threads.js';
import type { FileAnswer, FileQuery, FileToOpen } from './sqlite-file.js';

type Waiting = { resolve: (answer: QueryResult<never>) => void; reject: (error: Error) => void };

/** The thread answers queries in order. Without running queries it does not keep the process alive. */
export class ThreadConnection {
  private readonly worker: Worker;
  private readonly ended: Promise<void>;
  private readonly waiting: Waiting[] = [];
  /** Why the connection has ended. */
  private over: Error | undefined;

  constructor(file: FileToOpen) {
    this.worker = new Worker(threadScript('workers/papers/sql/sqlite/sqlite-thread'), {
      workerData: file,
      // The process's Node.js options may be invalid for a thread.
      execArgv: [],
      resourceLimits: { maxYoungGenerationSizeMb: 4 },
    });
    this.worker.on('message', (answer: FileAnswer) => this.take(answer));
    this.worker.on('error', (error) => this.fail(error));
    this.ended = new Promise((resolve) => this.worker.on('exit', () => resolve()));
    void this.ended.then(() => this.fail(new Error('the thread of the database has ended')));
  }

  /** True if the connection no longer answers. */
  get isOver(): boolean {
    return this.over !== undefined;
  }

  /** @throws the reason if the file cannot be opened */
  async opened(): Promise<void> {
    await this.ask(null);
  }

  async executeQuery<Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
    return this.ask({ sql, parameters: bindable(parameters) });
  }

  /** Rejects new queries from now on. May be called after the end, and twice. */
  async close(): Promise<void> {
    this.over ??= closed();
    this.worker.ref();
    this.worker.postMessage('close');
    await this.ended;
  }

  private ask<Row>(query: FileQuery): Promise<QueryResult<Row>> {
    return new Promise((resolve, reject) => {
      if (this.over !== undefined) return reject(this.over);
      this.waiting.push({ resolve, reject });
      this.worker.ref();
      this.worker.postMessage(query);
    });
  }

  private take(answer: FileAnswer): void {
    const asked = this.waiting.shift();
    // If it is closing, `close` waits for the thread.
    if (this.waiting.length === 0 && this.over === undefined) this.worker.unref();
    try {
      asked?.resolve(resultOf(answer));
    } catch (thrown) {
      asked?.reject(thrown as Error);
    }
  }

  private fail(error: Error): void {
    this.over ??= error;
    for (const { reject } of this.waiting.splice(0)) reject(this.over);
  }
}

/** The error of a query after `close`. */
export const closed = (): Error => new Error('the database is closed');

/** @throws the query's error */
function resultOf<Row>(answer: FileAnswer): QueryResult<Row> {
  if ('failed' in answer) throw Object.assign(new Error(answer.failed), { code: answer.code });
  return { rows: answer.rows as Row[], numAffectedRows: BigInt(answer.changes) };
}

/** libsql crashes the process on a parameter other than text, number or null. */
function bindable(parameters: readonly unknown[]): unknown[] {
  for (const value of parameters) {
    if (value !== null && typeof value !== 'string' && !(typeof value === 'number' && Number.isFinite(value)))
      throw new TypeError(`a parameter of a query is ${typeof value}, expected text, a number or null`);
  }
  return [...parameters];
}

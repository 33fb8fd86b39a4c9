/** A database file that is open in a thread of its own. */
import { Worker } from 'node:worker_threads';
import type { CompiledQuery, QueryResult } from 'kysely';
import { threadScript } from '../../base/async/threads.js';
import type { FileAnswer, FileQuery, FileToOpen } from './sqlite-file.js';

type Waiting = { resolve: (answer: QueryResult<never>) => void; reject: (error: Error) => void };

/** The thread answers in the order in which it is asked. A process that waits for no answer may end. */
export class ThreadConnection {
  private readonly worker: Worker;
  private readonly ended: Promise<void>;
  private readonly waiting: Waiting[] = [];
  /** Why nothing is answered any more. */
  private over: Error | undefined;

  constructor(file: FileToOpen) {
    this.worker = new Worker(threadScript('workers/papers/sql/sqlite-thread'), {
      workerData: file,
      // Options of the process may be none for a script.
      execArgv: [],
      resourceLimits: { maxYoungGenerationSizeMb: 4 },
    });
    this.worker.on('message', (answer: FileAnswer) => this.take(answer));
    this.worker.on('error', (error) => this.fail(error));
    this.ended = new Promise((resolve) => this.worker.on('exit', () => resolve()));
    void this.ended.then(() => this.fail(new Error('the thread of the database has ended')));
  }

  /** Nothing is answered any more. */
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

  /** Takes nothing more from now on. May be called when it is over, and twice. */
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
    // Who closes it waits for the thread.
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

/** The error of a query to a database that was closed. */
export const closed = (): Error => new Error('the database is closed');

/** @throws what went wrong */
function resultOf<Row>(answer: FileAnswer): QueryResult<Row> {
  if ('failed' in answer) throw Object.assign(new Error(answer.failed), { code: answer.code });
  return { rows: answer.rows as Row[], numAffectedRows: BigInt(answer.changes) };
}

/** libsql ends the whole process on a parameter that is neither text, number nor null. */
function bindable(parameters: readonly unknown[]): unknown[] {
  for (const value of parameters) {
    if (value !== null && typeof value !== 'string' && !(typeof value === 'number' && Number.isFinite(value)))
      throw new TypeError(`a parameter of a query is ${typeof value}, expected text, a number or null`);
  }
  return [...parameters];
}

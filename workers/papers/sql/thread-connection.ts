/** A database file that is open in a thread of its own. */
import { Worker } from 'node:worker_threads';
import type { CompiledQuery, QueryResult } from 'kysely';
import { threadScript } from '../../base/async/threads.js';
import { bindable, closed, resultOf, type SqliteConnection } from './sqlite-connection.js';
import type { FileAnswer, FileQuery, FileToOpen } from './sqlite-file.js';

type Waiting = { resolve: (answer: QueryResult<never>) => void; reject: (error: Error) => void };

/** The thread answers in the order in which it is asked. A process that waits for no answer may end. */
export class ThreadConnection implements SqliteConnection {
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

  get isOver(): boolean {
    return this.over !== undefined;
  }

  async opened(): Promise<void> {
    await this.ask(null);
  }

  async executeQuery<Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
    return this.ask({ sql, parameters: bindable(parameters) });
  }

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

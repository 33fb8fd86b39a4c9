/** Thread script of `thread-connection.ts`: opens one file and answers its queries, in order. */
import { parentPort } from 'node:worker_threads';
import { serveThread } from '../../../base/async/serve-thread.js';
import { SqliteFile, type FileAnswer, type FileQuery, type FileToOpen } from './sqlite-file.js';

let file: SqliteFile | undefined;

const handlers = {
  open(which: FileToOpen): void {
    file = new SqliteFile(which);
  },
  query(query: FileQuery): FileAnswer {
    if (file === undefined) throw new Error('the database is not open');
    return file.answer(query);
  },
  /** Ends the thread: terminating it while SQLite works would crash the process. */
  close(): void {
    file?.close();
    parentPort?.close();
  },
};
export type SqliteThread = typeof handlers;
serveThread(handlers);

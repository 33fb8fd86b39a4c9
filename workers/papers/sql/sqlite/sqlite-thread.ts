/** Thread script of `thread-connection.ts`: opens one file and answers its queries. */
import { parentPort, workerData } from 'node:worker_threads';
import { SqliteFile, type FileQuery, type FileToOpen } from './sqlite-file.js';

const file = new SqliteFile(workerData as FileToOpen);

parentPort?.on('message', (message: FileQuery | 'close') => {
  if (message !== 'close') return parentPort?.postMessage(file.answer(message));
  file.close();
  parentPort?.close();
});

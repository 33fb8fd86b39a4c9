/** Runs heavy work in threads, so that the event loop stays responsive. */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import { packageRoot } from '../package-root.js';

/**
 * Returns the URL of a worker thread's compiled script. Threads load JavaScript only. Even if the program runs from
 * its TypeScript sources, as in tests, the script in `dist` is used, which `npm test` builds first.
 * @param path path of the source, from the folder of package.json, without extension
 */
export const threadScript = (path: string): URL => pathToFileURL(join(packageRoot, 'dist', `${path}.js`));

/**
 * Runs a script once with some data in its own thread and returns its one message. An abort, or more memory than the
 * limit, ends the thread and nothing else. There is no pool: this is for untrusted files, and their effects on the
 * thread and its memory must end with it.
 * @param memory megabytes of JavaScript heap
 */
export function runInThread<Result>(
  script: URL,
  data: unknown,
  { memory = 512, signal }: { memory?: number; signal?: AbortSignal } = {},
): Promise<Result> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const worker = new Worker(script, {
      workerData: data,
      resourceLimits: { maxOldGenerationSizeMb: memory, maxYoungGenerationSizeMb: 8 },
    });
    const abort = (): void => void worker.terminate();
    signal?.addEventListener('abort', abort, { once: true });
    worker.once('message', (result: Result) => resolve(result));
    worker.once('error', reject);
    worker.once('exit', () => {
      signal?.removeEventListener('abort', abort);
      reject(signal?.aborted === true ? (signal.reason as Error) : new Error('the thread ended without an answer'));
    });
  });
}

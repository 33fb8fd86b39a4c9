/** Heavy work away from the event loop. */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import { packageRoot } from '../package-root.js';

/**
 * Where a worker thread's compiled script is. Threads load JavaScript only: also from the TypeScript sources (as the
 * tests run) the one in `dist` is taken, which `npm test` builds first.
 * @param path of the source, from the folder of package.json on, without ending; `config/build.mjs` makes a bundle of
 * each file that is named so
 */
export const threadScript = (path: string): URL => pathToFileURL(join(packageRoot, 'dist', `${path}.js`));

/**
 * Runs a script once with some data in a thread of its own and answers its one message.
 * An abort, or memory over the limit, ends the thread; nothing else is harmed. No pool: this is for files that nobody
 * can trust, and what one of them did to the thread and its memory must end with it.
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

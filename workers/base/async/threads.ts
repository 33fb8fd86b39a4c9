/** Heavy work away from the event loop. */
import { Worker } from 'node:worker_threads';

/**
 * Where a worker thread's compiled script is. Threads load JavaScript only: from the TypeScript sources
 * (as the tests run) the one in `dist` is taken, which `npm test` builds first.
 * @param base the caller's `import.meta.url`
 * @param name the script's name beside the caller, without ending
 */
export function threadScript(base: string, name: string): URL {
  const url = new URL(`./${name}.js`, base);
  if (!base.endsWith('.ts')) return url;
  const root = new URL('../../../', import.meta.url).href;
  return new URL(`dist/${url.href.slice(root.length)}`, root);
}

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

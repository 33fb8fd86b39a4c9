/** The side of a process: answers the calls of `processes.ts`, and ends with its parent or at its memory limit. */
import { Worker } from 'node:worker_threads';
import type { Protocol } from './serve-thread.js';
import { serveThread } from './serve-thread.js';

/** Milliseconds between two looks of the guard. */
const lookEvery = 200;

/**
 * Answers calls like a thread. A second thread kills this process, even in the middle of a task, when it takes more
 * memory than `GUARD_MEMORY` bytes or when its parent is gone: then no one would end its task.
 */
export function serveProcess(handlers: Protocol): void {
  process.once('disconnect', () => process.exit());
  // The parent by its number: it may be gone before the thread looks for the first time.
  const guard = `
    setInterval(() => {
      if (process.ppid !== ${process.ppid} || process.memoryUsage.rss() > ${Number(process.env['GUARD_MEMORY'])})
        process.kill(process.pid, 'SIGKILL');
    }, ${lookEvery});
  `;
  new Worker(guard, { eval: true, execArgv: [] }).unref();
  serveThread({ ...handlers, start: () => undefined });
}

/** The side of a process: answers the calls of `processes.ts`, and ends with its parent or at its memory limit. */
import { Worker } from 'node:worker_threads';
import { serveThread, type Protocol } from './serve-thread.js';

/** Milliseconds between two checks of the guard. */
const checkEvery = 200;

/**
 * Answers calls like a thread. A second thread kills this process, even in the middle of a task, if it takes more
 * memory than `GUARD_MEMORY` bytes, or if its parent is gone, because nothing else would end the task then.
 */
export function serveProcess(handlers: Protocol): void {
  process.once('disconnect', () => process.exit());
  // Uses the number of the parent, because the parent may be gone before the thread's first check.
  const guard = `
    setInterval(() => {
      if (process.ppid !== ${process.ppid} || process.memoryUsage.rss() > ${Number(process.env['GUARD_MEMORY'])})
        process.kill(process.pid, 'SIGKILL');
    }, ${checkEvery});
  `;
  new Worker(guard, { eval: true, execArgv: [] }).unref();
  serveThread({ ...handlers, start: () => undefined });
}

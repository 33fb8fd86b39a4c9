/** Threads of one script that start on demand, keep their caches between tasks, and end when idle. */
import type { ResourceLimits } from 'node:worker_threads';
import type { Clock } from '../ports.js';
import type { Protocol } from './serve-thread.js';
import { createThread, ThreadError, type Caller, type Thread } from './threads.js';

export interface KeptThreads<P extends Protocol> extends Caller<P> {
  /** Ends the threads; running and later calls fail. */
  close(): Promise<void>;
}

export interface KeptThreadsOptions {
  /** At most this many threads. A call goes to the one with the fewest calls. */
  most: number;
  /** The threads end after this time without a call, which frees their memory. Starting one takes 25 to 60 ms. */
  idleMs: number;
  clock: Clock;
  limits: ResourceLimits;
}

/** @param script calls `serveThread`; see `threadScript` */
export function createKeptThreads<P extends Protocol>(
  script: URL,
  { most, idleMs, clock, limits }: KeptThreadsOptions,
): KeptThreads<P> {
  const threads = new Set<Thread<P>>();
  let running = 0;
  let cancelIdle = (): void => undefined;
  let isClosed = false;

  function start(): Thread<P> {
    const thread = createThread<P>(script, limits);
    threads.add(thread);
    void thread.ended.then(() => threads.delete(thread));
    return thread;
  }

  function freest(): Thread<P> {
    const [best] = [...threads].sort((a, b) => a.load - b.load);
    return best === undefined || (best.load > 0 && threads.size < most) ? start() : best;
  }

  async function end(): Promise<void> {
    cancelIdle();
    const ending = [...threads];
    threads.clear();
    await Promise.all(ending.map((thread) => thread.end()));
  }

  function leave(): void {
    if (--running === 0 && !isClosed) cancelIdle = clock.after(idleMs, () => void end());
  }

  return {
    call(...given) {
      if (isClosed) return Promise.reject(new ThreadError());
      cancelIdle();
      const thread = freest();
      running++;
      return thread.call(...given).finally(leave);
    },
    async close() {
      isClosed = true;
      await end();
    },
  };
}

/** Threads that are kept for the next task, and end when there was none for a while: piscina. */
import { fileURLToPath } from 'node:url';
import type { ResourceLimits } from 'node:worker_threads';
import pLimit from 'p-limit';
import type { Piscina } from 'piscina';
import { orAborted } from './linked-signal.js';

export interface ThreadPool {
  /**
   * @param transfer buffers that are given away with the task
   * @throws the signal's reason, at once; the thread's error where it broke or took more memory than it may
   */
  run<Answer>(task: unknown, options?: { signal?: AbortSignal; transfer?: readonly ArrayBuffer[] }): Promise<Answer>;
  /** Ends the threads; what runs fails. */
  close(): Promise<void>;
}

export interface PoolOptions {
  /** Tasks at once. */
  threads: number;
  /** Milliseconds without work after which a thread ends and gives its memory back. */
  idleMs: number;
  heap: ResourceLimits;
}

/** @param script its default export takes a task and answers it; see `threadScript` */
export function createThreadPool(script: URL, { threads, idleMs, heap }: PoolOptions): ThreadPool {
  let opened: Promise<Piscina<unknown, unknown>> | undefined;
  // Never more tasks than threads: one in piscina's own queue is forgotten when an abort or its memory ends the thread
  // before it, since no thread need stay (5.3.2).
  const limit = pLimit(threads);

  /** Loaded it takes 6 MB. */
  async function open(): Promise<Piscina<unknown, unknown>> {
    const { Piscina } = await import('piscina');
    return new Piscina<unknown, unknown>({
      filename: fileURLToPath(script),
      minThreads: 0,
      maxThreads: threads,
      idleTimeout: idleMs,
      resourceLimits: heap,
    });
  }

  return {
    async run<Answer>(task: unknown, { signal, transfer = [] }: Parameters<ThreadPool['run']>[1] = {}) {
      signal?.throwIfAborted();
      const answer = limit(async () => (await (opened ??= open())).run(task, { signal, transferList: [...transfer] }));
      return (await orAborted(answer, signal)) as Answer;
    },
    async close() {
      await (await opened)?.destroy();
    },
  };
}

/** Threads that start on demand, keep their caches between tasks, and end when idle. */
import { parentPort, Worker, type ResourceLimits } from 'node:worker_threads';
import { messageOf } from '../errors.js';
import type { Clock } from '../ports.js';

export interface KeptThreads {
  /** @throws TaskError if the task failed or its thread ended */
  run<Answer>(task: object): Promise<Answer>;
  /** Ends the threads; running tasks fail. */
  close(): Promise<void>;
}

/** The error of a task that failed in its thread. */
export class TaskError extends Error {
  override readonly name = 'TaskError';

  constructor(
    message: string,
    /** The `detail` of the error that the task threw. */
    readonly detail?: unknown,
  ) {
    super(message);
  }
}

export interface KeptThreadsOptions {
  /** At most this many threads. A task gets the one with the fewest tasks. */
  most: number;
  /** A thread ends after this time without a task, which frees its memory. Starting one takes 25 to 60 ms. */
  idleMs: number;
  clock: Clock;
  limits: ResourceLimits;
}

interface Kept {
  worker: Worker;
  jobs: Map<number, (reply: Reply) => void>;
}

type Reply = { answer: unknown } | { message: string; detail?: unknown };

/** @param script calls `serveTasks`; see `threadScript` */
export function createKeptThreads(script: URL, { most, idleMs, clock, limits }: KeptThreadsOptions): KeptThreads {
  const threads = new Set<Kept>();
  let lastId = 0;
  let running = 0;
  let cancelIdle = (): void => undefined;
  let isClosed = false;

  function start(): Kept {
    const kept: Kept = { worker: new Worker(script, { resourceLimits: limits }), jobs: new Map() };
    let reason = 'the thread was ended';
    kept.worker.on('message', ({ id, reply }: { id: number; reply: Reply }) => kept.jobs.get(id)?.(reply));
    kept.worker.on('error', (error: Error) => (reason = error.message));
    kept.worker.on('exit', () => {
      threads.delete(kept);
      for (const answer of kept.jobs.values()) answer({ message: reason });
    });
    threads.add(kept);
    return kept;
  }

  function freest(): Kept {
    const [best] = [...threads].sort((a, b) => a.jobs.size - b.jobs.size);
    return best === undefined || (best.jobs.size > 0 && threads.size < most) ? start() : best;
  }

  async function end(): Promise<void> {
    cancelIdle();
    const ending = [...threads];
    threads.clear();
    await Promise.all(ending.map(({ worker }) => worker.terminate()));
  }

  return {
    async run<Answer>(task: object) {
      if (isClosed) throw new TaskError('the threads were closed');
      cancelIdle();
      running++;
      const { worker, jobs } = freest();
      const id = ++lastId;
      try {
        const reply = await new Promise<Reply>((resolve) => {
          jobs.set(id, resolve);
          // The thread keeps the process alive only while it has a task.
          worker.ref();
          worker.postMessage({ id, task });
        });
        if ('answer' in reply) return reply.answer as Answer;
        throw new TaskError(reply.message, reply.detail);
      } finally {
        jobs.delete(id);
        if (jobs.size === 0) worker.unref();
        if (--running === 0 && !isClosed) cancelIdle = clock.after(idleMs, () => void end());
      }
    },
    async close() {
      isClosed = true;
      await end();
    },
  };
}

/** Runs in the thread: answers each task. */
export function serveTasks<Task>(act: (task: Task) => unknown): void {
  const reply = (id: number, what: Reply): void => parentPort?.postMessage({ id, reply: what });
  const serve = async ({ id, task }: { id: number; task: Task }): Promise<void> => {
    try {
      reply(id, { answer: await act(task) });
    } catch (error) {
      reply(id, { message: messageOf(error), detail: (error as { detail?: unknown }).detail });
    }
  };
  parentPort?.on('message', (message: { id: number; task: Task }) => void serve(message));
}

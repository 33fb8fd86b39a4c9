/**
 * Untrusted bytes are read in separate processes. A process that takes too much memory, or is silent for too long, is
 * killed; only its task fails. In a thread, memory outside the JavaScript heap would have no limit.
 */
import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import pLimit from 'p-limit';
import type { Clock } from '../ports.js';
import { processEnvironment } from './process-environment.js';
import type { Protocol } from './serve-thread.js';
import { callsOf, ThreadError, type CallOptions, type Thread } from './threads.js';

export interface ProcessLimits {
  /** Megabytes of JavaScript heap. */
  heap: number;
  /** Megabytes of all memory. */
  memory: number;
}

/** The error of a task whose process was silent for too long. */
export class SilenceError extends Error {
  override readonly name = 'SilenceError';

  constructor(readonly seconds: number) {
    super(`it took longer than ${seconds} seconds`);
  }
}

/** @param script calls `serveProcess`; see `threadScript` */
function createProcess<P extends Protocol>(script: URL, { heap, memory }: ProcessLimits): Thread<P> {
  const child = fork(fileURLToPath(script), {
    execArgv: [`--max-old-space-size=${heap}`],
    env: { ...processEnvironment(), GUARD_MEMORY: String(memory * 1024 ** 2) },
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  let cause: Error | undefined;
  const ended = new Promise<ThreadError>((resolve) => {
    child.on('error', (error) => {
      cause = error;
      if (child.pid === undefined) resolve(new ThreadError(cause));
    });
    child.on('exit', () => resolve(new ThreadError(cause)));
  });
  return callsOf<P>({
    // If sending fails, the process has ended, and `ended` reports that.
    post: (message) => void child.send(message, () => undefined),
    onMessage: (handle) => void child.on('message', handle),
    ended,
    ref: () => (child.ref(), child.channel?.ref()),
    unref: () => (child.unref(), child.channel?.unref()),
    end() {
      child.ref();
      child.kill('SIGKILL');
      return ended;
    },
  });
}

export interface TaskOptions<H extends Protocol[string]> extends CallOptions<H> {
  /** Milliseconds without an event or an answer, after which the task fails. Handling an event does not count. */
  silence: number;
}

/**
 * Runs one task in its own process.
 * @param script serves a handler named `run`
 * @throws as `ProcessPool.run`
 */
export async function runInProcess<H extends Protocol[string]>(
  script: URL,
  task: Parameters<H>[0],
  { heap, memory, ...options }: ProcessLimits & TaskOptions<H>,
): Promise<Awaited<ReturnType<H>>> {
  options.signal?.throwIfAborted();
  const process = createProcess<{ run: H }>(script, { heap, memory });
  try {
    return await watched(process, 'run', task, options);
  } finally {
    await process.end();
  }
}

export interface ProcessPool<P extends Protocol> {
  /**
   * Runs a task in a process that has no other one meanwhile. Waits while all are busy.
   * @throws TaskError or TonstiftError as the handler failed; SilenceError; ThreadError if the process ended, for
   *   example at its memory limit; what `event` throws; the signal's reason
   */
  run<Name extends keyof P & string>(
    name: Name,
    task: Parameters<P[Name]>[0],
    options: TaskOptions<P[Name]>,
  ): Promise<Awaited<ReturnType<P[Name]>>>;
  close(): Promise<void>;
}

export interface PoolOptions extends ProcessLimits {
  /** At most this many processes. */
  most: number;
  /** A process ends after this time without a task, which frees its memory. */
  idleMs: number;
  clock: Clock;
}

/** @param script calls `serveProcess`; see `threadScript` */
export function createProcessPool<P extends Protocol>(
  script: URL,
  { most, idleMs, clock, ...limits }: PoolOptions,
): ProcessPool<P> {
  const idle = new Map<Thread<P>, () => void>();
  const busy = new Set<Thread<P>>();
  const turns = pLimit(most);
  let isClosed = false;

  function take(): Thread<P> {
    const [kept] = idle;
    if (kept === undefined) return createProcess<P>(script, limits);
    const [process, keep] = kept;
    keep();
    idle.delete(process);
    return process;
  }

  function keep(process: Thread<P>): void {
    const end = (): void => {
      idle.delete(process);
      void process.end();
    };
    idle.set(process, clock.after(idleMs, end));
    void process.ended.then(() => {
      idle.get(process)?.();
      idle.delete(process);
    });
  }

  return {
    async run(name, task, options) {
      const run = async (): Promise<unknown> => {
        if (isClosed) throw new ThreadError();
        options.signal?.throwIfAborted();
        const process = take();
        busy.add(process);
        let isGood = false;
        try {
          const answer = await watched(process, name, task, options);
          isGood = true;
          return answer;
        } finally {
          busy.delete(process);
          if (isGood && !isClosed) keep(process);
          else await process.end();
        }
      };
      return (await turns(run)) as never;
    },
    async close() {
      isClosed = true;
      const all = [...busy, ...idle.keys()];
      for (const stop of idle.values()) stop();
      idle.clear();
      await Promise.all(all.map((process) => process.end()));
    },
  };
}

/** Runs the task. Kills the process at an abort, or if it is silent for too long. */
async function watched<P extends Protocol, Name extends keyof P & string>(
  process: Thread<P>,
  name: Name,
  task: Parameters<P[Name]>[0],
  { signal, event, silence }: TaskOptions<P[Name]>,
): Promise<Awaited<ReturnType<P[Name]>>> {
  let timer: NodeJS.Timeout | undefined;
  let isOver = false;
  let wasSilent = false;
  const wait = (): void => {
    if (isOver) return;
    timer = setTimeout(() => {
      wasSilent = true;
      void process.end();
    }, silence);
  };
  const handled = async (what: unknown): Promise<unknown> => {
    clearTimeout(timer);
    try {
      return await (event as ((what: unknown) => unknown) | undefined)?.(what);
    } finally {
      wait();
    }
  };
  const abort = (): void => void process.end();
  signal?.addEventListener('abort', abort, { once: true });
  try {
    // Loading the scripts does not count as silence.
    await (process as Thread<Protocol>).call('start', undefined as never);
    wait();
    const answer = await process.call(name, task, { event: handled as NonNullable<typeof event> });
    return answer;
  } catch (error) {
    signal?.throwIfAborted();
    if (wasSilent) throw new SilenceError(silence / 1000);
    throw error;
  } finally {
    isOver = true;
    clearTimeout(timer);
    signal?.removeEventListener('abort', abort);
  }
}

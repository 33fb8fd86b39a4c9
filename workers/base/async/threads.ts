/**
 * Heavy work and untrusted files run in threads, so that the event loop stays responsive. There are two ways in:
 * `runInThread` for one task, and `createThread` for a thread that is kept; `kept-threads.ts` shares several of those.
 */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Worker, type ResourceLimits } from 'node:worker_threads';
import { TonstiftError } from '../errors.js';
import { revived } from '../language/sentence.js';
import { packageRoot } from '../package-root.js';
import type { Failure, FromThread, Handler, Protocol, ServedCall, TaskFailure, ToThread } from './serve-thread.js';

/**
 * Returns the URL of a worker thread's compiled script. Threads load JavaScript only. Even if the program runs from
 * its TypeScript sources, as in tests, the script in `dist` is used, which `npm test` builds first.
 * @param path path of the source, from the folder of package.json, without extension
 */
export const threadScript = (path: string): URL => pathToFileURL(join(packageRoot, 'dist', `${path}.js`));

/** The error of a call whose thread has ended. If the thread crashed, the cause says why. */
export class ThreadError extends Error {
  override readonly name = 'ThreadError';

  constructor(override readonly cause?: Error) {
    super(cause?.message ?? 'the thread ended without an answer');
  }
}

/** The error of a task that failed in its thread. */
export class TaskError extends Error {
  override readonly name = 'TaskError';
  readonly kind: string;
  /** The system's code, if a file failed. */
  readonly code: string | undefined;
  readonly detail: unknown;

  constructor({ message, kind, code, detail }: TaskFailure) {
    super(message);
    this.kind = kind;
    this.code = code;
    this.detail = detail;
  }
}

/** The second argument of a handler; `ServedCall<never, unknown>` if it has none. */
type CallOf<H extends Handler> = Parameters<H> extends [unknown, infer Served] ? Served : ServedCall<never, unknown>;

export interface CallOptions<H extends Handler> {
  /** Asks the thread to stop this call. The call rejects with the signal's reason once the thread has stopped it. */
  signal?: AbortSignal;
  /** Receives the events of this call. The thread can wait for the reply. If it throws, the call fails. */
  event?: CallOf<H> extends ServedCall<infer Event, infer Reply> ? (event: Event) => Reply | Promise<Reply> : never;
}

/** @throws TaskError or TonstiftError as the handler failed, ThreadError, the signal's reason */
type Call<P extends Protocol> = <Name extends keyof P & string>(
  name: Name,
  task: Parameters<P[Name]>[0],
  options?: CallOptions<P[Name]>,
) => Promise<Awaited<ReturnType<P[Name]>>>;

export interface Caller<P extends Protocol> {
  call: Call<P>;
}

export interface Thread<P extends Protocol> extends Caller<P> {
  /** Number of running calls. */
  readonly load: number;
  /** Resolves when the thread has ended, with the error of its calls. */
  readonly ended: Promise<ThreadError>;
  /** Ends the thread immediately; running calls fail. */
  end(): Promise<void>;
}

interface Running {
  settle: (reply: { answer: unknown } | Failure) => void;
  fail: (error: Error) => void;
  event: (event: unknown) => unknown;
}

/** The connection to a thread or a process. */
export interface Served {
  post: (message: ToThread) => void;
  onMessage: (handle: (message: FromThread) => void) => void;
  /** Resolves when it has ended. */
  ended: Promise<ThreadError>;
  /** While it is referenced, it keeps this process alive. */
  ref: () => void;
  unref: () => void;
  /** Ends it immediately. */
  end: () => Promise<unknown>;
}

/**
 * Starts a thread, which keeps the process alive only while it has calls.
 * @param script calls `serveThread`; see `threadScript`
 */
export function createThread<P extends Protocol>(script: URL, resourceLimits: ResourceLimits): Thread<P> {
  // The process's Node.js options may be invalid for a thread.
  const worker = new Worker(script, { execArgv: [], resourceLimits });
  let cause: Error | undefined;
  worker.on('error', (error: Error) => (cause = error));
  return callsOf<P>({
    post: (message) => worker.postMessage(message),
    onMessage: (handle) => void worker.on('message', handle),
    ended: new Promise((resolve) => worker.on('exit', () => resolve(new ThreadError(cause)))),
    ref: () => worker.ref(),
    unref: () => worker.unref(),
    end: () => worker.terminate(),
  });
}

export function callsOf<P extends Protocol>(served: Served): Thread<P> {
  const calls = new Map<number, Running>();
  const { post, ended } = served;
  let lastId = 0;
  let over: ThreadError | undefined;
  served.unref();
  served.onMessage(({ id, ...message }) => {
    if ('event' in message) void handle(id, message);
    else calls.get(id)?.settle(message);
  });
  void ended.then((error) => {
    over = error;
    for (const { fail } of calls.values()) fail(error);
  });

  async function handle(id: number, { event, number }: { event: unknown; number: number }): Promise<void> {
    let reply: unknown;
    try {
      reply = await calls.get(id)?.event(event);
    } catch (error) {
      calls.get(id)?.fail(error as Error);
      post({ id, abort: true });
    }
    post({ handled: number, reply });
  }

  const call: Call<P> = async (name, task, { signal, event } = {}) => {
    signal?.throwIfAborted();
    if (over !== undefined) throw over;
    const id = ++lastId;
    const abort = (): void => post({ id, abort: true });
    signal?.addEventListener('abort', abort, { once: true });
    served.ref();
    try {
      const reply = await new Promise<Parameters<Running['settle']>[0]>((settle, fail) => {
        calls.set(id, { settle, fail, event: event ?? ((): undefined => undefined) });
        post({ id, name, task });
      });
      if ('answer' in reply) return reply.answer as never;
      throw errorOf(reply);
    } finally {
      signal?.removeEventListener('abort', abort);
      calls.delete(id);
      if (calls.size === 0) served.unref();
      signal?.throwIfAborted();
    }
  };
  return {
    call,
    ended,
    get load() {
      return calls.size;
    },
    async end() {
      await served.end();
    },
  };
}

function errorOf(failure: Failure): Error {
  if ('failed' in failure) return new TaskError(failure.failed);
  const { code, words, fields } = failure.refused;
  const sentences = Object.entries(fields).map(([name, why]) => [name, revived(why)] as const);
  return new TonstiftError(code, revived(words), Object.fromEntries(sentences));
}

export interface RunOptions<H extends Handler> extends CallOptions<H> {
  /** Megabytes of JavaScript heap. */
  memory?: number;
}

/**
 * Runs one task in its own thread. An abort, or more memory than the limit, ends the thread and nothing else. There is
 * no pool: this is for untrusted files, and their effects on the thread and its memory must end with it.
 * @param script serves a handler named `run`
 * @throws like `Call`; the thread has ended then
 */
export async function runInThread<H extends Handler>(
  script: URL,
  task: Parameters<H>[0],
  { memory = 512, signal, event }: RunOptions<H> = {},
): Promise<Awaited<ReturnType<H>>> {
  signal?.throwIfAborted();
  const thread = createThread<{ run: H }>(script, { maxOldGenerationSizeMb: memory, maxYoungGenerationSizeMb: 8 });
  const abort = (): void => void thread.end();
  signal?.addEventListener('abort', abort, { once: true });
  try {
    return await thread.call('run', task, { signal, event });
  } finally {
    signal?.removeEventListener('abort', abort);
    // Awaited, so that nothing writes to an open file afterwards.
    await thread.end();
  }
}

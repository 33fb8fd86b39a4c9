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

type EventOf<H extends Handler> = Parameters<H>[1] extends ServedCall<infer Event> ? Event : never;

export interface CallOptions<Event> {
  /** Asks the thread to stop this call. The call rejects with the signal's reason once the thread has stopped it. */
  signal?: AbortSignal;
  /** Receives the events of this call. The thread can wait for what it returns. */
  event?: (event: Event) => void | Promise<void>;
}

/** @throws TaskError or TonstiftError as the handler failed, ThreadError, the signal's reason */
type Call<P extends Protocol> = <Name extends keyof P & string>(
  name: Name,
  task: Parameters<P[Name]>[0],
  options?: CallOptions<EventOf<P[Name]>>,
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
  fail: (error: ThreadError) => void;
  event: (event: unknown) => void | Promise<void>;
}

/**
 * Starts a thread, which keeps the process alive only while it has calls.
 * @param script calls `serveThread`; see `threadScript`
 */
export function createThread<P extends Protocol>(script: URL, resourceLimits: ResourceLimits): Thread<P> {
  // The process's Node.js options may be invalid for a thread.
  const worker = new Worker(script, { execArgv: [], resourceLimits });
  const calls = new Map<number, Running>();
  const post = (message: ToThread): void => worker.postMessage(message);
  let lastId = 0;
  let over: ThreadError | undefined;
  worker.unref();
  worker.on('message', ({ id, ...message }: FromThread) => {
    const running = calls.get(id);
    if ('event' in message) void handle(message, running);
    else running?.settle(message);
  });
  worker.on('error', (error: Error) => (over = new ThreadError(error)));
  const ended = new Promise<ThreadError>((resolve) => {
    worker.on('exit', () => {
      over ??= new ThreadError();
      for (const { fail } of calls.values()) fail(over);
      resolve(over);
    });
  });

  async function handle(message: { event: unknown; number: number }, running: Running | undefined): Promise<void> {
    await running?.event(message.event);
    post({ handled: message.number });
  }

  const call: Call<P> = async (name, task, { signal, event = () => undefined } = {}) => {
    signal?.throwIfAborted();
    if (over !== undefined) throw over;
    const id = ++lastId;
    const abort = (): void => post({ id, abort: true });
    signal?.addEventListener('abort', abort, { once: true });
    worker.ref();
    try {
      const reply = await new Promise<Parameters<Running['settle']>[0]>((settle, fail) => {
        calls.set(id, { settle, fail, event: event as Running['event'] });
        post({ id, name, task });
      });
      if ('answer' in reply) return reply.answer as never;
      throw errorOf(reply);
    } finally {
      signal?.removeEventListener('abort', abort);
      calls.delete(id);
      if (calls.size === 0) worker.unref();
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
      await worker.terminate();
    },
  };
}

function errorOf(failure: Failure): Error {
  if ('failed' in failure) return new TaskError(failure.failed);
  const { code, words, fields } = failure.refused;
  const sentences = Object.entries(fields).map(([name, why]) => [name, revived(why)] as const);
  return new TonstiftError(code, revived(words), Object.fromEntries(sentences));
}

export interface RunOptions<Event> extends CallOptions<Event> {
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
  { memory = 512, signal, event }: RunOptions<EventOf<H>> = {},
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

/** The side of a thread, or of a process: answers the calls of `threads.ts` and `processes.ts`. */
import { parentPort } from 'node:worker_threads';
import { messageOf, systemCodeOf, TonstiftError, type ErrorCode } from '../errors.js';
import type { Words } from '../language/sentence.js';

/** The second argument of a handler. */
export interface ServedCall<Event, Reply = void> {
  /** Aborts if the caller no longer wants an answer. */
  signal: AbortSignal;
  /** Sends an event to the caller. Resolves once the caller has handled it, with its reply. */
  report: (event: Event, transfer?: ArrayBuffer[]) => Promise<Reply>;
}

// A handler declares the reply that it expects to its events.
// oxlint-disable-next-line typescript/no-explicit-any
export type Handler = (task: never, call: ServedCall<unknown, any>) => unknown;

/** The calls that a thread answers, by name. A thread script exports the type of its handlers. */
export type Protocol = Record<string, Handler>;

export type ToThread =
  | { id: number; name: string; task: unknown }
  | { id: number; abort: true }
  | { handled: number; reply: unknown };

/** Words cross threads as plain data; see `revived`. */
export type Failure =
  | { refused: { code: ErrorCode; words: Words; fields: Readonly<Record<string, Words>> } }
  | { failed: TaskFailure };

export type FromThread = { id: number } & ({ answer: unknown } | { event: unknown; number: number } | Failure);

/** An error of a task, as plain data. */
export interface TaskFailure {
  message: string;
  /** The name of its class. */
  kind: string;
  code: string | undefined;
  /** Its own property of this name. */
  detail: unknown;
}

function post(message: FromThread, transfer: ArrayBuffer[] = []): void {
  if (parentPort !== null) parentPort.postMessage(message, transfer);
  else process.send?.(message);
}

/** Answers calls, each as soon as its handler has finished. Errors are passed to the caller. */
export function serveThread(handlers: Protocol): void {
  const running = new Map<number, AbortController>();
  const reports = new Map<number, (reply: unknown) => void>();
  let lastReport = 0;

  async function serve(id: number, name: string, task: unknown): Promise<void> {
    const aborting = new AbortController();
    running.set(id, aborting);
    const report = (event: unknown, transfer?: ArrayBuffer[]): Promise<unknown> =>
      new Promise((resolve) => {
        reports.set(++lastReport, resolve);
        post({ id, event, number: lastReport }, transfer);
      });
    try {
      post({ id, answer: await handlers[name]?.(task as never, { signal: aborting.signal, report }) });
    } catch (error) {
      post({ id, ...failureOf(error) });
    } finally {
      running.delete(id);
    }
  }

  (parentPort ?? process).on('message', (message: ToThread) => {
    if ('name' in message) return void serve(message.id, message.name, message.task);
    if ('abort' in message) return running.get(message.id)?.abort();
    reports.get(message.handled)?.(message.reply);
    reports.delete(message.handled);
  });
}

function failureOf(error: unknown): Failure {
  if (error instanceof TonstiftError)
    return { refused: { code: error.code, words: error.words, fields: error.fieldWords } };
  const { name: kind = '', detail } = error as { name?: string; detail?: unknown };
  return { failed: { message: messageOf(error), kind, code: systemCodeOf(error), detail } };
}

/**
 * Sheets on demand, made in a thread that starts with the first of them and goes when there was none for a while.
 * Not by `ThreadPool`: several sheets take turns in one thread, which shares its fonts, and each answers in pieces that
 * wait for their reader.
 */
import { Worker } from 'node:worker_threads';
import { TonstiftError } from '../base/errors.js';
import type { Clock, Progress } from '../base/ports.js';
import { threadScript } from '../base/async/threads.js';
import type { FromThread, Preview, PrintTask, ToThread } from './print-protocol.js';

export interface PrintShop {
  /**
   * A file, piece by piece. Whoever stops reading stops the work.
   * Throws TonstiftError `bad_field` where a layout does not fit, `aborted` where the shop is closed.
   * @param progress albums that are done, of all of them
   */
  file(task: Exclude<PrintTask, { kind: 'preview' }>, progress?: Progress): AsyncGenerator<Uint8Array, void, void>;
  preview(task: Extract<PrintTask, { kind: 'preview' }>): Promise<Preview>;
  /** Ends the thread; what runs fails. */
  stop(): Promise<void>;
}

type Receive = (message: FromThread) => void;

/** The thread goes after so many milliseconds without work: its fonts take some 50 MB. */
const idleMs = 60_000;
/** A small young generation keeps the process 60 MB smaller, at the same speed. */
const heap = { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 4 };

export function createPrintShop(clock: Clock): PrintShop {
  const tasks = new Map<number, { receive: Receive; thread: Worker }>();
  let worker: Worker | undefined;
  let lastId = 0;
  let closed = false;
  let cancelIdle = (): void => undefined;

  function thread(): Worker {
    cancelIdle();
    if (worker !== undefined) return worker;
    const started = new Worker(threadScript(import.meta.url, 'print-thread'), { resourceLimits: heap });
    let reason = 'The printing was stopped.';
    started.on('message', (message: FromThread) => tasks.get(message.id)?.receive(message));
    started.on('error', (error) => (reason = `The printing broke down: ${error.message}`));
    started.on('exit', () => {
      if (worker === started) worker = undefined;
      const cutOff = [...tasks].filter(([, task]) => task.thread === started);
      for (const [id, { receive }] of cutOff)
        receive({ say: 'failed', id, code: 'aborted', message: reason, fields: {} });
    });
    worker = started;
    return started;
  }

  function finished(id: number): void {
    tasks.delete(id);
    if (tasks.size > 0) return;
    // An idle thread does not keep the process alive.
    worker?.unref();
    cancelIdle();
    cancelIdle = clock.after(idleMs, () => {
      void worker?.terminate();
      worker = undefined;
    });
  }

  function start(task: PrintTask, receive: Receive): { id: number; tell: (say: 'more' | 'stop') => void } {
    if (closed) throw new TonstiftError('aborted', 'The printing was stopped.');
    const id = ++lastId;
    const own = thread();
    own.ref();
    tasks.set(id, { receive, thread: own });
    const post = (message: ToThread): void => own.postMessage(message);
    post({ say: 'start', id, task });
    return { id, tell: (say) => post({ say, id }) };
  }

  return {
    async *file(task, progress) {
      const waiting: FromThread[] = [];
      let wake = (): void => undefined;
      const { id, tell } = start(task, (message) => {
        waiting.push(message);
        wake();
      });
      try {
        for (;;) {
          const message = waiting.shift();
          if (message === undefined) await new Promise<void>((resolve) => (wake = resolve));
          else if (message.say === 'progress') progress?.(message.done, message.total);
          else if (message.say === 'failed') throw failure(message);
          else if (message.say === 'end') return;
          else if (message.say === 'piece') {
            yield message.bytes;
            tell('more');
          }
        }
      } finally {
        tell('stop');
        finished(id);
      }
    },
    preview(task) {
      return new Promise((resolve, reject) => {
        const { id } = start(task, (message) => {
          if (message.say === 'preview') resolve(message.preview);
          else if (message.say === 'failed') reject(failure(message));
          else return;
          finished(id);
        });
      });
    },
    async stop() {
      closed = true;
      cancelIdle();
      await worker?.terminate();
    },
  };
}

function failure({ code, message, fields }: Extract<FromThread, { say: 'failed' }>): Error {
  return code === null ? new Error(message) : new TonstiftError(code, message, fields);
}

/**
 * Tasks of the print thread. The first task starts the thread; it ends after a minute without tasks.
 * It does not use `ThreadPool`: several sheets take turns in one thread and share its fonts, and each task answers in
 * pieces that wait for their reader.
 */
import { Worker } from 'node:worker_threads';
import { TonstiftError } from '../base/errors.js';
import type { Clock } from '../base/ports.js';
import { threadScript } from '../base/async/threads.js';
import type { FromThread, PrintTask, ToThread } from './print-protocol.js';

type Receive = (message: FromThread) => void;

export interface ThreadTask {
  tell(say: 'more' | 'stop'): void;
  /** Stops receiving messages of this task. */
  finished(): void;
}

export interface ThreadTasks {
  /** @throws TonstiftError `aborted` after `stop` */
  start(task: PrintTask, receive: Receive): ThreadTask;
  /** Ends the thread; running tasks receive a failure. */
  stop(): Promise<void>;
}

/** The thread ends after this many milliseconds without work: its fonts take about 50 MB. */
const idleMs = 60_000;
/** A small young generation keeps the process 60 MB smaller at the same speed. */
const heap = { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 4 };

export function createThreadTasks(clock: Clock): ThreadTasks {
  const tasks = new Map<number, { receive: Receive; thread: Worker }>();
  let worker: Worker | undefined;
  let lastId = 0;
  let closed = false;
  let cancelIdle = (): void => undefined;

  function thread(): Worker {
    cancelIdle();
    if (worker !== undefined) return worker;
    const started = new Worker(threadScript('workers/print/print-thread'), { resourceLimits: heap });
    let reason = 'Printing was stopped.';
    started.on('message', (message: FromThread) => tasks.get(message.id)?.receive(message));
    started.on('error', (error) => (reason = `Printing failed: ${error.message}`));
    started.on('exit', () => {
      if (worker === started) worker = undefined;
      const cutOff = [...tasks].filter(([, task]) => task.thread === started);
      for (const [id, { receive }] of cutOff)
        receive({ say: 'failed', id, code: 'aborted', words: reason, fields: {} });
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

  return {
    start(task, receive) {
      if (closed) throw new TonstiftError('aborted', 'Printing was stopped.');
      const id = ++lastId;
      const own = thread();
      own.ref();
      tasks.set(id, { receive, thread: own });
      const post = (message: ToThread): void => own.postMessage(message);
      post({ say: 'start', id, task });
      return { tell: (say) => post({ say, id }), finished: () => finished(id) };
    },
    async stop() {
      closed = true;
      cancelIdle();
      await worker?.terminate();
    },
  };
}

/** The thread that writes, started with the first task and ended when there was none for a while. */
import { Worker } from 'node:worker_threads';
import type { Clock } from '../../../base/ports.js';
import { createMutex } from '../../../base/async/mutex.js';
import { threadScript } from '../../../base/async/threads.js';
import type { WriteAnswer, WriteTask } from './writer-protocol.js';

export interface Writer {
  /** Durable when it resolves. One task after the other. */
  write(task: WriteTask): Promise<{ bytes: number; crc32: number }>;
  close(): Promise<void>;
}

/** The thread goes after so many milliseconds without work: it takes some 100 MB. */
const idleMs = 30_000;
/** A small young generation keeps the process smaller, at the same speed. */
const heap = { maxOldGenerationSizeMb: 1024, maxYoungGenerationSizeMb: 16 };

export function createWriter(clock: Clock): Writer {
  let worker: Worker | undefined;
  const tasks = createMutex();
  let cancelIdle = (): void => undefined;

  function thread(): Worker {
    if (worker !== undefined) return worker;
    const started = new Worker(threadScript(import.meta.url, 'writer-thread'), { resourceLimits: heap });
    started.on('error', () => undefined); // whoever waits for an answer hears of it
    started.once('exit', () => {
      if (worker === started) worker = undefined;
    });
    return (worker = started);
  }

  async function end(): Promise<void> {
    const ending = worker;
    worker = undefined;
    await ending?.terminate();
  }

  function run(task: WriteTask): Promise<WriteAnswer> {
    cancelIdle();
    const own = thread();
    own.ref();
    return new Promise<WriteAnswer>((resolve, reject) => {
      const exit = (): void => reject(new Error('the thread that writes ended without an answer'));
      const error = (thrown: Error): void => reject(thrown);
      own.once('exit', exit);
      own.once('error', error);
      own.once('message', (answer: WriteAnswer) => {
        own.off('exit', exit).off('error', error);
        resolve(answer);
      });
      own.postMessage(task, [...new Set(task.puts.map(({ vector }) => vector.buffer as ArrayBuffer))]);
    }).finally(() => {
      own.unref();
      cancelIdle = clock.after(idleMs, () => void end());
    });
  }

  return {
    async write(task) {
      const result = await tasks.run(() => run(task));
      if (result.kind === 'failed') throw new Error(result.message);
      return result;
    },
    async close() {
      await tasks.ended();
      cancelIdle();
      await end();
    },
  };
}

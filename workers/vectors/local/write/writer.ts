/** The thread that writes, started with the first task and ended when there was none for a while. */
import { createThreadPool } from '../../../base/async/thread-pool.js';
import { threadScript } from '../../../base/async/threads.js';
import type { WriteAnswer, WriteTask, Written } from './writer-protocol.js';

export interface Writer {
  /** Durable when it resolves. One task after the other. */
  write(task: WriteTask): Promise<Written>;
  close(): Promise<void>;
}

/** It takes some 100 MB. A small young generation keeps the process smaller, at the same speed. */
const oneThread = {
  threads: 1,
  idleMs: 5_000,
  heap: { maxOldGenerationSizeMb: 1024, maxYoungGenerationSizeMb: 4 },
};

export function createWriter(): Writer {
  const pool = createThreadPool(threadScript('workers/vectors/local/write/writer-thread'), oneThread);
  return {
    async write(task) {
      const transfer = [...new Set(task.puts.map(({ vector }) => vector.buffer as ArrayBuffer))];
      const answer = await pool.run<WriteAnswer>(task, { transfer });
      if (answer.kind === 'failed') throw new Error(answer.message);
      return answer;
    },
    close: () => pool.close(),
  };
}

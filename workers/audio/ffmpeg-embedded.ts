/** The ffmpeg that comes with the package: a few threads, started when needed and ended when idle. */
import { Worker } from 'node:worker_threads';
import pLimit from 'p-limit';
import { threadScript } from '../threads.js';
import type { FfmpegJob } from './ffmpeg-program.js';
import type { ThreadAnswer, ThreadJob } from './ffmpeg-thread.js';

export interface EmbeddedFfmpeg {
  /**
   * @returns the exit code
   * @throws the signal's reason after an abort, Error where the thread broke; `code` is the system's where a file did
   */
  run(job: FfmpegJob): Promise<number>;
  /** Ends the idle threads; those at work end by their signals. May be called twice. */
  stop(): Promise<void>;
}

/** A thread takes some 110 MB at work. */
const mostThreads = 4;
/** Milliseconds after which an idle thread ends and gives its memory back. */
const idleTime = 20_000;

export function createEmbeddedFfmpeg(cores: number): EmbeddedFfmpeg {
  const limit = pLimit(Math.min(cores, mostThreads));
  const idle = new Map<Worker, NodeJS.Timeout>();

  function take(): Worker {
    const [thread] = idle.keys();
    if (thread === undefined) return new Worker(threadScript(import.meta.url, 'ffmpeg-thread'));
    clearTimeout(idle.get(thread));
    idle.delete(thread);
    thread.ref();
    return thread;
  }

  function give(thread: Worker): void {
    thread.unref();
    idle.set(thread, setTimeout(() => void end(thread), idleTime).unref());
    thread.once('exit', () => idle.delete(thread));
  }

  async function end(thread: Worker): Promise<void> {
    clearTimeout(idle.get(thread));
    idle.delete(thread);
    await thread.terminate();
  }

  async function work(asked: FfmpegJob): Promise<number> {
    const { source, output, format, signal } = asked;
    signal.throwIfAborted();
    const thread = take();
    const job: ThreadJob = { source, output, format };
    try {
      const code = await new Promise<number>((resolve, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
        thread.on('error', reject);
        thread.on('exit', () => reject(new Error('The built-in ffmpeg ended without an answer.')));
        thread.on('message', (message: ThreadAnswer) => {
          if (message.kind === 'line') asked.line(message.text);
          else if (message.kind === 'done') resolve(message.code);
          else reject(Object.assign(new Error(message.message), { code: message.code }));
        });
        thread.postMessage(job);
      });
      thread.removeAllListeners();
      give(thread);
      return code;
    } catch (error) {
      // Awaited: afterwards nobody writes to the output any more.
      thread.removeAllListeners();
      thread.on('error', () => undefined);
      await end(thread);
      throw error;
    }
  }

  return {
    run: (job) => limit(work, job),
    async stop() {
      await Promise.all([...idle.keys()].map(end));
    },
  };
}

/**
 * The ffmpeg that comes with the package: a few threads, started when needed and ended when idle. Not by `ThreadPool`:
 * piscina rejects an abort before the thread has ended, which then writes to a descriptor that may be another file's.
 */
import { Worker } from 'node:worker_threads';
import { threadScript } from '../../base/async/threads.js';
import { compiledFfmpeg } from './compiled.js';
import type { FfmpegJob } from './program.js';
import type { ThreadAnswer, ThreadJob } from './ffmpeg-thread.js';

export interface EmbeddedFfmpeg {
  /** Jobs that it may be given at once. */
  readonly atOnce: number;
  /**
   * Starts at once, so that a time limit on the job measures work and not waiting.
   * @returns the exit code
   * @throws the signal's reason after an abort, Error where the thread broke; `code` is the system's where a file did
   */
  run(job: FfmpegJob): Promise<number>;
  /** Ends the idle threads; those at work end by their signals. May be called twice. */
  stop(): Promise<void>;
}

/** The first takes some 60 MB at work, the second 20; and one core stays for who uses the machine. */
const mostThreads = 2;
/** Its memory is that of WebAssembly; a small young generation keeps the process smaller, at the same speed. */
const heap = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 4 };
/** Milliseconds after which an idle thread ends and gives its memory back. */
const idleTime = 5_000;

export function createEmbeddedFfmpeg(cores: number): EmbeddedFfmpeg {
  const idle = new Map<Worker, NodeJS.Timeout>();

  async function start(): Promise<Worker> {
    const workerData = await compiledFfmpeg();
    const thread = new Worker(threadScript('workers/audio/ffmpeg/ffmpeg-thread'), { workerData, resourceLimits: heap });
    thread.on('error', () => undefined); // who waits for an answer hears of it, an idle thread is not missed
    thread.once('exit', () => idle.delete(thread));
    return thread;
  }

  async function acquire(): Promise<Worker> {
    const [thread] = idle.keys();
    if (thread === undefined) return start();
    clearTimeout(idle.get(thread));
    idle.delete(thread);
    thread.ref();
    return thread;
  }

  function release(thread: Worker): void {
    thread.unref();
    idle.set(thread, setTimeout(() => void end(thread), idleTime).unref());
  }

  async function end(thread: Worker): Promise<void> {
    clearTimeout(idle.get(thread));
    idle.delete(thread);
    await thread.terminate();
  }

  async function run(job: FfmpegJob): Promise<number> {
    job.signal.throwIfAborted();
    const thread = await acquire();
    try {
      const code = await answerOf(thread, job);
      release(thread);
      return code;
    } catch (error) {
      // Awaited: afterwards nobody writes to the output any more.
      await end(thread);
      throw error;
    }
  }

  return {
    atOnce: Math.min(Math.max(1, cores - 1), mostThreads),
    run,
    async stop() {
      await Promise.all([...idle.keys()].map(end));
    },
  };
}

function answerOf(thread: Worker, job: FfmpegJob): Promise<number> {
  const listening = new AbortController();
  const answer = new Promise<number>((resolve, reject) => {
    job.signal.throwIfAborted();
    const onMessage = (message: ThreadAnswer): void => {
      if (message.kind === 'line') job.line(message.text);
      else if (message.kind === 'done') resolve(message.code);
      else reject(Object.assign(new Error(message.message), { code: message.code }));
    };
    const onExit = (): void => reject(new Error('it ended without an answer'));
    thread.on('message', onMessage).on('error', reject).on('exit', onExit);
    job.signal.addEventListener('abort', () => reject(job.signal.reason as Error), {
      once: true,
      signal: listening.signal,
    });
    listening.signal.addEventListener('abort', () => {
      // One by one: a worker hangs without the listeners that Node itself has put there.
      thread.off('message', onMessage).off('error', reject).off('exit', onExit);
    });
    thread.postMessage({ source: job.source, output: job.output, format: job.format } satisfies ThreadJob);
  });
  return answer.finally(() => listening.abort());
}

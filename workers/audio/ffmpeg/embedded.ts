/**
 * Runs the ffmpeg from npm, with one thread per job. The memory of WebAssembly is freed when its thread ends; in a
 * long-lived thread, the garbage collector would not see how large it is.
 */
import { Worker } from 'node:worker_threads';
import { threadScript } from '../../base/async/threads.js';
import type { FfmpegJob } from './program.js';
import type { ThreadAnswer, ThreadJob } from './ffmpeg-thread.js';

/** Maximum jobs at once: each takes about 100 MB, and one core stays free for the user of the machine. */
export const embeddedAtOnce = (cores: number): number => Math.min(Math.max(1, cores - 1), 2);

/** The work uses the memory of WebAssembly. A small young generation keeps the process smaller at the same speed. */
const heap = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 4 };

/**
 * Starts immediately, so that a time limit on the job measures work and not waiting.
 * @returns the exit code
 * @throws the signal's reason after an abort; Error if the thread crashed, with the system's `code` if a file failed
 */
export async function runEmbeddedFfmpeg(job: FfmpegJob): Promise<number> {
  const { source, output, format, signal } = job;
  signal.throwIfAborted();
  const workerData: ThreadJob = { source, output, format };
  const thread = new Worker(threadScript('workers/audio/ffmpeg/ffmpeg-thread'), { workerData, resourceLimits: heap });
  const listening = new AbortController();
  try {
    return await new Promise<number>((resolve, reject) => {
      thread.on('message', (message: ThreadAnswer) => {
        if (message.kind === 'line') job.line(message.text);
        else if (message.kind === 'done') resolve(message.code);
        else reject(Object.assign(new Error(message.message), { code: message.code }));
      });
      thread.on('error', reject);
      thread.on('exit', () => reject(new Error('it ended without an answer')));
      signal.addEventListener('abort', () => reject(signal.reason as Error), { signal: listening.signal });
    });
  } finally {
    listening.abort();
    // Awaited, so that nothing writes to the output afterwards.
    await thread.terminate();
  }
}

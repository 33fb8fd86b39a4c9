/**
 * Runs the ffmpeg from npm, with one thread per job. The memory of WebAssembly is freed when its thread ends; in a
 * long-lived thread, the garbage collector would not see how large it is.
 */
import { runInThread, threadScript } from '../../base/async/threads.js';
import type { FfmpegJob } from './program.js';
import type { run } from './ffmpeg-thread.js';

/** Maximum jobs at once: each takes about 100 MB, and one core stays free for the user of the machine. */
export const embeddedAtOnce = (cores: number): number => Math.min(Math.max(1, cores - 1), 2);

/** Megabytes of JavaScript heap: the work uses the memory of WebAssembly. */
const memory = 256;

/**
 * Starts immediately, so that a time limit on the job measures work and not waiting.
 * @returns the exit code
 * @throws the signal's reason after an abort; Error if the thread crashed, with the system's `code` if a file failed
 */
export function runEmbeddedFfmpeg({ source, outputs, signal, line }: FfmpegJob): Promise<number> {
  const script = threadScript('workers/audio/ffmpeg/ffmpeg-thread');
  return runInThread<typeof run>(script, { source, outputs }, { memory, signal, event: line });
}

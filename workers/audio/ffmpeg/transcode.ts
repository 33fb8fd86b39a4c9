/** Converts tracks to a format that the pen plays, several at once. */
import { say } from '../../base/language/sentence.js';
import { access } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import pLimit from 'p-limit';
import { messageOf, TonstiftError } from '../../base/errors.js';
import { linkedSignal } from '../../base/async/linked-signal.js';
import { replaceFile } from '../../base/files/durable.js';
import type { AudioFormat } from './pen-formats.js';
import type { Log, Progress } from '../../base/ports.js';
import { embeddedAtOnce, runEmbeddedFfmpeg } from './embedded.js';
import { type FfmpegJob, runProgram } from './program.js';
import { aborted, convert } from './convert.js';
import { createFfmpegChoice, type FfmpegChoice } from './choice.js';

export { needsTranscoding } from './pen-formats.js';

interface TranscodeOptions {
  signal?: AbortSignal;
  /** In milliseconds of audio. */
  progress?: Progress;
}

export interface Transcoder {
  /**
   * Writes `target` atomically: a temporary file next to it is synced and renamed. The same source and the same ffmpeg
   * give the same bytes. Ogg is Vorbis, mono, 22,050 Hz. MP3 is 128 kbit/s, 44,100 Hz, at most two channels. Neither
   * has tags.
   *
   * @throws TonstiftError `unreadable_audio` if the source cannot be decoded, `no_space`, `build_failed` if ffmpeg
   *   itself fails, `aborted`; the system's error if the source or the target's folder does not exist
   */
  transcode(source: string, target: string, format: AudioFormat, options?: TranscodeOptions): Promise<void>;
  /** Stops running and queued jobs, and the threads. May be called twice; later jobs are `aborted`. */
  stop(): Promise<void>;
}

export interface TranscoderOptions {
  /** The configured program; empty for the one on the PATH, else the embedded one. */
  ffmpegPath: () => string;
  /** The program to use if none is configured; default `ffmpeg`. */
  onPath?: string;
  /** Maximum tracks at once; default: the number of cores. */
  cores?: number;
  log: Log;
}

type Run = (job: FfmpegJob) => Promise<number>;

export function createTranscoder({
  ffmpegPath,
  onPath = 'ffmpeg',
  cores = availableParallelism(),
  log,
}: TranscoderOptions): Transcoder {
  const limits = { program: pLimit(Math.max(1, cores)), embedded: pLimit(embeddedAtOnce(cores)) };
  const choice = createFfmpegChoice(log, onPath);
  const stopping = new AbortController();
  const running = new Set<Promise<void>>();

  /** Each conversion waits for one limit only, before its time limit begins. */
  async function inTurn(format: AudioFormat, work: (run: Run) => Promise<void>): Promise<void> {
    const program = await choice.program(ffmpegPath(), format);
    return program === undefined
      ? limits.embedded(() => work(runEmbeddedFfmpeg))
      : limits.program(() => work((job) => runChosen(program, job, choice)));
  }

  return {
    async transcode(source, target, format, { signal, progress = () => undefined } = {}) {
      const { signal: either, unlink } = linkedSignal([stopping.signal, signal]);
      if (either.aborted) {
        unlink();
        throw aborted();
      }
      let started = false;
      const work = inTurn(format, async (run) => {
        started = true;
        if (either.aborted) throw aborted();
        await access(source);
        const conversion = { source, format, signal: either, progress };
        await replaceFile(target, (output) => convert(run, conversion, output), 0o644);
      });
      running.add(work);
      // A queued job ends immediately; a running one after it has cleaned up.
      const leaving = new Promise<never>((_, reject) => {
        either.addEventListener('abort', () => started || reject(aborted()), { once: true });
      });
      try {
        await Promise.race([work, leaving]);
      } finally {
        void work
          .catch(() => undefined)
          .finally(() => {
            running.delete(work);
            unlink();
          });
      }
    },
    async stop() {
      stopping.abort();
      await Promise.allSettled(running);
    },
  };
}

async function runChosen(program: string, job: FfmpegJob, choice: FfmpegChoice): Promise<number> {
  try {
    return await runProgram(program, job);
  } catch (error) {
    if (job.signal.aborted) throw error;
    choice.forget();
    const words = say('error.ffmpeg_not_run', { program, why: messageOf(error) });
    throw new TonstiftError('build_failed', words, {}, { cause: error });
  }
}

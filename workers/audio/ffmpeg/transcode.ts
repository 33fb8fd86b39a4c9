/** Makes tracks that the pen plays out of all others, several at once. */
import { access, type FileHandle } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import pLimit from 'p-limit';
import { messageOf, systemCodeOf, TonstiftError } from '../../base/errors.js';
import { replaceFile } from '../../base/files/durable.js';
import type { AudioFormat } from './pen-formats.js';
import type { Log, Progress } from '../../base/ports.js';
import { createEmbeddedFfmpeg } from './embedded.js';
import { type FfmpegJob, runProgram } from './program.js';
import { ffmpegReport } from './report.js';
import { createFfmpegChoice } from './choice.js';

export { needsTranscoding } from './pen-formats.js';

interface TranscodeOptions {
  signal?: AbortSignal;
  /** In milliseconds of sound. */
  progress?: Progress;
}

export interface Transcoder {
  /**
   * Writes `target` anew: beside it first, then synced and renamed. The same source and the same ffmpeg give the
   * same bytes. Ogg is Vorbis, mono, 22,050 Hz; MP3 is 128 kbit/s, 44,100 Hz, at most two channels; neither has tags.
   *
   * @throws TonstiftError `unreadable_audio` where the source cannot be decoded, `no_space`, `build_failed` where
   * ffmpeg itself is the trouble, `aborted`; the system's error where the source or the target's folder is not there
   */
  transcode(source: string, target: string, format: AudioFormat, options?: TranscodeOptions): Promise<void>;
  /** Ends what runs and waits, and the threads. May be called twice; afterwards everything is `aborted`. */
  stop(): Promise<void>;
}

export interface TranscoderOptions {
  /** The configured program; empty for the one on the PATH, else the embedded one. */
  ffmpegPath: () => string;
  /** What is looked for where none is configured; default `ffmpeg`. */
  onPath?: string;
  /** Tracks at once; default: as many as the machine has cores. */
  cores?: number;
  log: Log;
}

/** Milliseconds without any sound made, after which ffmpeg is taken for stuck. */
const stuckTime = 180_000;

export function createTranscoder({
  ffmpegPath,
  onPath = 'ffmpeg',
  cores = availableParallelism(),
  log,
}: TranscoderOptions): Transcoder {
  const limit = pLimit(Math.max(1, cores));
  const embedded = createEmbeddedFfmpeg(Math.max(1, cores));
  const choice = createFfmpegChoice(log, onPath);
  const stopping = new AbortController();
  const running = new Set<Promise<void>>();

  async function run(job: FfmpegJob): Promise<number> {
    const program = await choice.program(ffmpegPath(), job.format);
    if (program === undefined) return embedded.run(job);
    try {
      return await runProgram(program, job);
    } catch (error) {
      if (job.signal.aborted) throw error;
      choice.forget();
      throw new TonstiftError('build_failed', `${program} did not run: ${messageOf(error)}.`, {}, { cause: error });
    }
  }

  async function convert(
    source: string,
    output: FileHandle,
    format: AudioFormat,
    signal: AbortSignal,
    progress: Progress,
  ): Promise<void> {
    const stuck = new AbortController();
    const timer = setTimeout(() => stuck.abort(), stuckTime).unref();
    const report = ffmpegReport((done, total) => {
      timer.refresh();
      progress(done, total);
    });
    try {
      const code = await run({
        source,
        output: output.fd,
        format,
        line: (text) => report.line(text),
        signal: AbortSignal.any([signal, stuck.signal]),
      });
      if (code !== 0) throw failureOf(report.reason());
      if (report.isEmpty() || (await output.stat()).size === 0)
        throw new TonstiftError('unreadable_audio', 'ffmpeg found no sound in the file.');
    } catch (error) {
      if (signal.aborted) throw aborted();
      if (stuck.signal.aborted)
        throw new TonstiftError('unreadable_audio', `ffmpeg got no further for ${stuckTime / 60_000} minutes.`);
      if (systemCodeOf(error) === 'ENOSPC')
        throw new TonstiftError('no_space', 'There is no space left for converted sound.', {}, { cause: error });
      if (error instanceof TonstiftError) throw error;
      throw new TonstiftError(
        'build_failed',
        `The built-in ffmpeg did not run: ${messageOf(error).slice(0, 300)}.`,
        {},
        { cause: error },
      );
    } finally {
      clearTimeout(timer);
    }
  }

  async function write(
    source: string,
    target: string,
    format: AudioFormat,
    signal: AbortSignal,
    progress: Progress,
  ): Promise<void> {
    if (signal.aborted) throw aborted();
    await access(source);
    await replaceFile(target, (output) => convert(source, output, format, signal, progress), 0o644);
  }

  return {
    async transcode(source, target, format, { signal, progress = () => undefined } = {}) {
      const either = AbortSignal.any([stopping.signal, ...(signal === undefined ? [] : [signal])]);
      if (either.aborted) throw aborted();
      let started = false;
      const work = limit(() => {
        started = true;
        return write(source, target, format, either, progress);
      });
      running.add(work);
      // What waits in the queue ends at once, what is at work when all is cleaned up.
      const leaving = new Promise<never>((_, reject) => {
        either.addEventListener('abort', () => started || reject(aborted()), { once: true });
      });
      try {
        await Promise.race([work, leaving]);
      } finally {
        void work.catch(() => undefined).finally(() => running.delete(work));
      }
    },
    async stop() {
      stopping.abort();
      await Promise.allSettled(running);
      await embedded.stop();
    },
  };
}

const aborted = (): TonstiftError => new TonstiftError('aborted', 'Converting was stopped.');

function failureOf(reason: string): TonstiftError {
  if (/no space left/i.test(reason))
    return new TonstiftError('no_space', 'There is no space left for converted sound.');
  return new TonstiftError('unreadable_audio', `ffmpeg cannot convert the file: ${reason}.`);
}

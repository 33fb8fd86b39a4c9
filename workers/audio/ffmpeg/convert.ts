/** Runs ffmpeg once and interprets its failures. */
import type { FileHandle } from 'node:fs/promises';
import { isDiskFull, messageOf, TonstiftError } from '../../base/errors.js';
import { say } from '../../base/language/sentence.js';
import { linkedSignal } from '../../base/async/linked-signal.js';
import type { Progress } from '../../base/ports.js';
import type { FfmpegJob, FfmpegOutput } from './program.js';
import { ffmpegReport } from './report.js';

export interface Conversion extends Pick<FfmpegJob, 'source' | 'signal'> {
  outputs: readonly ConvertedFile[];
  /** Receives each line of diagnostics. */
  line?: (text: string) => void;
  /** In milliseconds of audio. */
  progress: Progress;
}

export interface ConvertedFile extends Pick<FfmpegOutput, 'options'> {
  /** Null if nothing is written. */
  file: FileHandle | null;
}

/** ffmpeg counts as stuck after this many milliseconds without progress. */
const stuckTime = 180_000;

/**
 * @param run returns the exit code of ffmpeg
 * @throws TonstiftError like `Transcoder.transcode`
 */
export async function convert(
  run: (job: FfmpegJob) => Promise<number>,
  { source, outputs, line, signal, progress }: Conversion,
): Promise<void> {
  const stuck = new AbortController();
  using either = linkedSignal([signal, stuck.signal]);
  const timer = setTimeout(() => stuck.abort(), stuckTime).unref();
  const report = ffmpegReport((done, total) => {
    timer.refresh();
    progress(done, total);
  });
  try {
    const code = await run({
      source,
      outputs: outputs.map(({ file, options }) => ({ descriptor: file?.fd ?? null, options })),
      line: (text) => {
        report.line(text);
        line?.(text);
      },
      signal: either.signal,
    });
    if (code !== 0) throw failureOf(report.reason());
    const sizes = await Promise.all(outputs.map(async ({ file }) => (await file?.stat())?.size));
    if (report.isEmpty() || sizes.includes(0)) throw new TonstiftError('unreadable_audio', say('error.ffmpeg_silent'));
  } catch (error) {
    if (signal.aborted) throw aborted();
    if (stuck.signal.aborted)
      throw new TonstiftError('unreadable_audio', say('error.ffmpeg_stuck', { minutes: String(stuckTime / 60_000) }));
    if (isDiskFull(error)) throw noSpace(error);
    if (error instanceof TonstiftError) throw error;
    throw new TonstiftError(
      'build_failed',
      say('error.ffmpeg_built_in', { why: messageOf(error).slice(0, 300) }),
      {},
      { cause: error },
    );
  } finally {
    clearTimeout(timer);
  }
}

export const aborted = (): TonstiftError => new TonstiftError('aborted', say('error.converting_stopped'));

const noSpace = (cause?: unknown): TonstiftError =>
  new TonstiftError('no_space', say('error.sound_space'), {}, { cause });

function failureOf(reason: string): TonstiftError {
  if (/no space left/i.test(reason)) return noSpace();
  return new TonstiftError('unreadable_audio', say('error.ffmpeg', { reason }));
}

/** Converts tracks to a format that the pen plays, and cuts files at their chapters. */
import { open, rm, type FileHandle } from 'node:fs/promises';
import { replaceFile } from '../../base/files/durable.js';
import { readFully } from '../../base/files/open-file.js';
import { utf8OrWindows } from '../../base/text/encodings.js';
import type { Silence } from '../chapters/silences.js';
import type { Chapter, Stretch } from '../chapters/stretches.js';
import { chapterArguments, chaptersIn, cutArguments, wholeArguments, type CutFormat } from './chapters.js';
import type { AudioFacts } from '../formats/facts.js';
import { listen } from './listen.js';
import { loudnessArguments, loudnessReport, type MeasuredLoudness } from './loudness.js';
import { outputArguments, type AudioFormat, type OutputSound } from './pen-formats.js';
import { silenceArguments, silenceReport } from './silences.js';
import { createRuns, type RunOptions, type RunsOptions } from './runs.js';

interface TranscodeOptions extends RunOptions, OutputSound {}

/** A piece of a file, and the path of its new file. */
export interface Piece extends Stretch {
  target: string;
}

export interface Transcoder {
  /**
   * Writes `target` atomically: a temporary file next to it is synced and renamed. The same source and the same ffmpeg
   * give the same bytes. Ogg is Vorbis, mono, 22,050 Hz. MP3 is 128 kbit/s, 44,100 Hz, at most two channels; as speech
   * it is mono, 22,050 Hz. Neither has tags.
   *
   * @throws TonstiftError `unreadable_audio` if the source cannot be decoded, `no_space`, `build_failed` if ffmpeg
   *   itself fails, `aborted`; the system's error if the source or the target's folder does not exist
   */
  transcode(source: string, target: string, format: AudioFormat, options?: TranscodeOptions): Promise<void>;
  /**
   * Measures the whole file.
   * @throws as `transcode`
   */
  loudness(source: string, options?: RunOptions): Promise<MeasuredLoudness>;
  /**
   * Returns the chapters of a file, in its order.
   * @param scratch path of a file to make and remove
   * @throws as `transcode`
   */
  chapters(source: string, scratch: string, options?: RunOptions): Promise<Chapter[]>;
  /**
   * Returns the silences of a file, in its order.
   * @throws as `transcode`
   */
  silences(source: string, options?: RunOptions): Promise<readonly Silence[]>;
  /**
   * Cuts a file into pieces without loss, in the order of their times. They are not synced, and have no tags. After an
   * error, some may exist.
   * @throws as `transcode`; EEXIST if a target exists
   */
  cut(source: string, pieces: readonly Piece[], format: CutFormat, options?: RunOptions): Promise<void>;
  /**
   * Reads a file in a format that this program does not parse.
   * @param path may be one of a descriptor of this process
   * @throws as `listen` in `listen.ts`
   */
  listen(path: string, signal?: AbortSignal): Promise<AudioFacts>;
  /** Stops running and queued jobs, and the threads. May be called twice; later jobs are `aborted`. */
  stop(): Promise<void>;
}

/** Maximum pieces of one run, because each is an open file. */
const piecesAtOnce = 20;
/** Maximum bytes of a file's chapters. */
const mostText = 1 << 20;

export function createTranscoder(options: RunsOptions): Transcoder {
  const runs = createRuns(options);
  return {
    transcode(source, target, format, { speech, gain, ...given } = {}) {
      const options = outputArguments(format, { speech, gain });
      return runs.add({ source, needs: format, ...given }, (run) =>
        replaceFile(target, (file) => run([{ file, options }]), 0o644),
      );
    },
    loudness(source, given) {
      return runs.add({ source, needs: null, ...given }, async (run) => {
        const report = loudnessReport();
        await run([{ file: null, options: loudnessArguments }], (text) => report.line(text));
        return report.measured();
      });
    },
    chapters(source, scratch, given) {
      return runs.add({ source, needs: null, ...given }, async (run) => {
        try {
          return await withNew([scratch], async (files) => {
            const [file] = files as [FileHandle];
            await run([{ file, options: chapterArguments }]);
            const text = Buffer.alloc(mostText);
            return chaptersIn(utf8OrWindows(text.subarray(0, await readFully(file, text, 0))));
          });
        } finally {
          await rm(scratch, { force: true });
        }
      });
    },
    silences(source, given) {
      return runs.add({ source, needs: null, ...given }, async (run) => {
        const report = silenceReport();
        await run([{ file: null, options: silenceArguments }], (text) => report.line(text));
        return report.silences;
      });
    },
    cut(source, pieces, format, given) {
      return runs.add({ source, needs: null, ...given }, async (run) => {
        for (let at = 0; at < pieces.length; at += piecesAtOnce) {
          const some = pieces.slice(at, at + piecesAtOnce);
          await withNew(
            some.map(({ target }) => target),
            (files) =>
              run([
                { file: null, options: wholeArguments },
                ...files.map((file, n) => ({ file, options: cutArguments(format, some[n] as Piece) })),
              ]),
          );
        }
      });
    },
    listen: (path, signal) => runs.add({ source: path, needs: null, signal }, (_, raw) => listen(path, raw)),
    stop: () => runs.stop(),
  };
}

/** Makes files, and closes them after `work`. */
async function withNew<Result>(
  paths: readonly string[],
  work: (files: FileHandle[]) => Promise<Result>,
): Promise<Result> {
  const files: FileHandle[] = [];
  try {
    for (const path of paths) files.push(await open(path, 'wx+', 0o644));
    return await work(files);
  } finally {
    await Promise.all(files.map((file) => file.close()));
  }
}

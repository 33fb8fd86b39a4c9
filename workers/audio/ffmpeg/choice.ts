/** Selects the ffmpeg that converts. */
import { say, type Words } from '../../base/language/sentence.js';
import { TonstiftError, wordsOf, type ErrorCode } from '../../base/errors.js';
import type { AudioFormat } from './pen-formats.js';
import type { Log } from '../../base/ports.js';
import { encodersOf } from './program.js';
import { encoders } from './pen-formats.js';

export interface FfmpegChoice {
  /**
   * Returns the configured program, else `ffmpeg` on the PATH. Returns undefined for the embedded one, if that is
   * missing or lacks the encoder. Each configuration is examined once, and again if it did not answer.
   *
   * @param format null if no encoder is needed
   * @throws TonstiftError `build_failed` if the configured program does not run or lacks the encoder, `not_now` if it
   *   did not answer
   */
  program(configured: string, format: AudioFormat | null): Promise<string | undefined>;
  /** Forces a new examination before the next use, after the program has failed. */
  forget(): void;
}

type Examined = ReadonlySet<string> | { trouble: Words; code: ErrorCode };

/** @param onPath name of the program to use if none is configured */
export function createFfmpegChoice(log: Log, onPath: string): FfmpegChoice {
  let known: { program: string; examined: Promise<Examined> } | undefined;
  let last = '';
  const logged = new Set<string>();
  const logOnce = (message: string): void => {
    if (!logged.has(message)) log.info(message);
    logged.add(message);
  };

  function examine(program: string): Promise<Examined> {
    if (last !== program) logged.clear();
    last = program;
    known = known?.program === program ? known : { program, examined: encodersOf(program).catch(troubleOf) };
    return known.examined;
  }

  return {
    async program(configured, format) {
      const program = configured === '' ? onPath : configured;
      const examined = await examine(program);
      const trouble =
        'trouble' in examined
          ? examined.trouble
          : format === null || examined.has(encoders[format])
            ? undefined
            : say('error.ffmpeg_encoder', { format, encoder: encoders[format] });
      if (trouble === undefined) {
        logOnce(`Converting audio with ${program}.`);
        return program;
      }
      const code = 'trouble' in examined ? examined.code : 'build_failed';
      if (configured === '') {
        if (code === 'not_now') known = undefined;
        logOnce(`Converting audio with the built-in ffmpeg. Not using ${program} from the PATH: ${String(trouble)}.`);
        return undefined;
      }
      // The user may install it before the next attempt.
      known = undefined;
      throw new TonstiftError(code, say('error.ffmpeg_path', { program: configured, why: trouble }));
    },
    forget() {
      known = undefined;
    },
  };
}

const troubleOf = (error: unknown): Exclude<Examined, ReadonlySet<string>> => ({
  trouble: wordsOf(error),
  code: error instanceof TonstiftError ? error.code : 'build_failed',
});

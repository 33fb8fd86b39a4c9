/** Which ffmpeg converts. */
import { say, type Words } from '../../base/language/sentence.js';
import { TonstiftError, wordsOf, type ErrorCode } from '../../base/errors.js';
import type { AudioFormat } from './pen-formats.js';
import type { Log } from '../../base/ports.js';
import { encodersOf } from './program.js';
import { encoders } from './pen-formats.js';

export interface FfmpegChoice {
  /**
   * The configured program, else `ffmpeg` on the PATH; undefined for the embedded one, where that is missing or
   * lacks the encoder. Asked once for each configuration, and again if it did not answer.
   *
   * @throws TonstiftError `build_failed` where the configured one does not run or lacks the encoder, `not_now` where it
   * did not answer
   */
  program(configured: string, format: AudioFormat): Promise<string | undefined>;
  /** The program has failed: it is looked at again before it is used again. */
  forget(): void;
}

type Examined = ReadonlySet<string> | { trouble: Words; code: ErrorCode };

/** @param onPath name of the program that is looked for where none is configured */
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
          : examined.has(encoders[format])
            ? undefined
            : say('error.ffmpeg_encoder', { format, encoder: encoders[format] });
      if (trouble === undefined) {
        logOnce(`Sound is converted by ${program}.`);
        return program;
      }
      const code = 'trouble' in examined ? examined.code : 'build_failed';
      if (configured === '') {
        if (code === 'not_now') known = undefined;
        logOnce(`Sound is converted by the built-in ffmpeg; ${program} on the PATH is not used: ${String(trouble)}.`);
        return undefined;
      }
      // It may be installed by the next time.
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

/** An ffmpeg that is installed on this machine. */
import { say } from '../../base/language/sentence.js';
import { execFile, spawn } from 'node:child_process';
import { promisify } from 'node:util';
import { messageOf, systemCodeOf, TonstiftError } from '../../base/errors.js';
import type { AudioFormat } from './pen-formats.js';
import { inputArguments, inputName, outputArguments } from './pen-formats.js';

/** One conversion, for whichever ffmpeg does it. */
export interface FfmpegJob {
  source: string;
  /** Descriptor of an open file that takes the output. */
  output: number;
  format: AudioFormat;
  /** Takes each line of diagnostics. */
  line(text: string): void;
  /** Ends the work at once; the promise then rejects. */
  signal: AbortSignal;
}

/** The system has too little of something. */
const passing = new Set(['EAGAIN', 'ENOMEM', 'EMFILE', 'ENFILE']);

/**
 * Names of the encoders that a program has.
 *
 * @throws TonstiftError in half a sentence: `build_failed` where it is no ffmpeg that runs, `not_now` where it was
 * ended before it answered, as after 20 s on a busy machine
 */
export async function encodersOf(program: string): Promise<ReadonlySet<string>> {
  try {
    const { stdout } = await promisify(execFile)(program, ['-nostdin', '-hide_banner', '-encoders'], {
      timeout: 20_000,
      maxBuffer: 8 << 20,
      windowsHide: true,
    });
    return new Set([...stdout.matchAll(/^\s*A\S*\s+(\S+)/gm)].map(([, name]) => name ?? ''));
  } catch (error) {
    const code = systemCodeOf(error);
    const reason =
      code === 'ENOENT'
        ? say('error.ffmpeg_missing')
        : code === 'EACCES'
          ? say('error.ffmpeg_forbidden')
          : say('error.ffmpeg_other', { why: messageOf(error).split('\n')[0] ?? '' });
    const isEnded = typeof (error as { signal?: unknown }).signal === 'string' && code === undefined;
    throw new TonstiftError(
      isEnded || passing.has(code ?? '') ? 'not_now' : 'build_failed',
      reason,
      {},
      { cause: error },
    );
  }
}

/**
 * @returns the exit code
 * @throws the system's error where the program does not start, Error where a signal ended it
 */
export function runProgram(program: string, job: FfmpegJob): Promise<number> {
  const { source, output, format, signal } = job;
  const given = [
    '-nostdin',
    '-hide_banner',
    ...inputArguments,
    '-i',
    inputName(source),
    ...outputArguments[format],
    'pipe:1',
  ];
  return new Promise((resolve, reject) => {
    const child = spawn(program, given, {
      stdio: ['ignore', output, 'pipe'],
      signal,
      killSignal: 'SIGKILL',
      windowsHide: true,
    });
    let rest = '';
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      const lines = (rest + text).split(/[\r\n]+/);
      // A line without end must not fill the memory.
      rest = (lines.pop() ?? '').slice(-10_000);
      for (const line of lines) job.line(line);
    });
    let failure: Error | undefined;
    child.on('error', (error) => {
      failure = error;
      if (child.pid === undefined) reject(error);
    });
    // Only now nobody writes to the output any more.
    child.on('close', (code, killer) => {
      job.line(rest);
      if (failure !== undefined || code === null)
        reject(failure ?? new Error(`ffmpeg was ended by ${killer ?? 'a signal'}`));
      else resolve(code);
    });
  });
}

/** An ffmpeg installed on this machine. */
import { say } from '../../base/language/sentence.js';
import { execFile, spawn } from 'node:child_process';
import { open } from 'node:fs/promises';
import { promisify } from 'node:util';
import { processEnvironment } from '../../base/async/process-environment.js';
import { messageOf, systemCodeOf, TonstiftError } from '../../base/errors.js';
import { inputArguments, inputName } from './pen-formats.js';

export interface FfmpegOutput {
  /** Descriptor of an open file; null if nothing is written. */
  descriptor: number | null;
  /** ffmpeg never seeks in an output, so it may be a pipe. */
  options: readonly string[];
}

/** One run, for either ffmpeg. */
export interface FfmpegJob {
  source: string;
  outputs: readonly FfmpegOutput[];
  /** Receives each line of diagnostics. */
  line: (text: string) => void;
  /** Stops the work immediately; the promise then rejects. */
  signal: AbortSignal;
}

/** Errors that mean a temporary lack of resources. */
const passing = new Set(['EAGAIN', 'ENOMEM', 'EMFILE', 'ENFILE']);

/**
 * Returns the names of the encoders that a program has.
 *
 * @throws TonstiftError with half a sentence: `build_failed` if it is not a working ffmpeg, `not_now` if it was killed
 *   before it answered, such as after 20 s on a busy machine
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
 * @throws the system's error if the program does not start, Error if a signal killed it
 */
export function runProgram(program: string, job: FfmpegJob): Promise<number> {
  return run(program, job, { stdin: 'ignore', name: inputName(job.source) });
}

/** Same for a path that may be one of a descriptor of this process, such as `/proc/self/fd/7`. */
export async function runProgramOnOpen(program: string, job: FfmpegJob): Promise<number> {
  if (process.platform !== 'linux') return runProgram(program, job);
  const file = await open(job.source);
  // Opened again by its name in the child, because ffmpeg does not seek in its standard input.
  return run(program, job, { stdin: file.fd, name: 'file:/proc/self/fd/0' }).finally(() => file.close());
}

function run(
  program: string,
  job: FfmpegJob,
  { stdin, name }: { stdin: number | 'ignore'; name: string },
): Promise<number> {
  const { outputs, signal } = job;
  // Its messages come from descriptor 2.
  const targets = outputs.flatMap(({ options }, n) => [...options, `pipe:${n === 0 ? 1 : n + 2}`]);
  const [first, ...others] = outputs.map(({ descriptor }) => descriptor ?? ('ignore' as const));
  const given = ['-nostdin', '-hide_banner', ...inputArguments, '-i', name, ...targets];
  return new Promise((resolve, reject) => {
    const child = spawn(program, given, {
      env: processEnvironment(),
      stdio: [stdin, first, 'pipe', ...others],
      signal,
      killSignal: 'SIGKILL',
      windowsHide: true,
    });
    let rest = '';
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      const lines = (rest + text).split(/[\r\n]+/);
      // Limits the memory for an endless line.
      rest = (lines.pop() ?? '').slice(-10_000);
      for (const line of lines) job.line(line);
    });
    let failure: Error | undefined;
    child.on('error', (error) => {
      failure = error;
      if (child.pid === undefined) reject(error);
    });
    // Only after this event is the output complete.
    child.on('close', (code, killer) => {
      job.line(rest);
      if (failure !== undefined || code === null)
        reject(failure ?? new Error(`ffmpeg was killed by ${killer ?? 'a signal'}`));
      else resolve(code);
    });
  });
}

/** Runs ffmpeg on the files of jobs, several in parallel. */
import { access } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import pLimit from 'p-limit';
import { linkedSignal } from '../../base/async/linked-signal.js';
import { messageOf, TonstiftError } from '../../base/errors.js';
import { say } from '../../base/language/sentence.js';
import type { Log, Progress } from '../../base/ports.js';
import type { AudioFormat } from './pen-formats.js';
import { createFfmpegChoice, type FfmpegChoice } from './choice.js';
import { aborted, convert, type Conversion } from './convert.js';
import { embeddedAtOnce, runEmbeddedFfmpeg } from './embedded.js';
import { type FfmpegJob, runProgram, runProgramOnOpen } from './program.js';

export interface RunsOptions {
  /** The configured program; empty for the one on the PATH, else the embedded one. */
  ffmpegPath: () => string;
  /** The program to use if none is configured; default `ffmpeg`. */
  onPath?: string;
  /** Maximum runs at once; default: the number of cores. */
  cores?: number;
  log: Log;
}

export interface RunOptions {
  signal?: AbortSignal;
  /** Milliseconds of audio. */
  progress?: Progress;
}

interface Task extends RunOptions {
  source: string;
  /** The encoder that ffmpeg must have, and its format; null if any ffmpeg is suitable. */
  needs: AudioFormat | null;
}

/** Runs ffmpeg once, on the source of the task. */
type Convert = (outputs: Conversion['outputs'], line?: Conversion['line']) => Promise<void>;

/** Runs ffmpeg without outputs, for a caller that reads the diagnostics. */
export interface Raw {
  run: (job: FfmpegJob) => Promise<number>;
  isBuiltIn: boolean;
  signal: AbortSignal;
}

export interface Runs {
  /**
   * Waits for a turn, then runs `work`.
   * @throws what `work` throws; TonstiftError `aborted`; the system's error if the source does not exist
   */
  add<Result>(task: Task, work: (convert: Convert, raw: Raw) => Promise<Result>): Promise<Result>;
  /** Stops running and queued work; later work is `aborted`. Can be called twice. */
  stop(): Promise<void>;
}

type Run = (job: FfmpegJob) => Promise<number>;

export function createRuns({ ffmpegPath, onPath = 'ffmpeg', cores = availableParallelism(), log }: RunsOptions): Runs {
  const limits = { program: pLimit(Math.max(1, cores)), embedded: pLimit(embeddedAtOnce(cores)) };
  const choice = createFfmpegChoice(log, onPath);
  const stopping = new AbortController();
  const running = new Set<Promise<unknown>>();

  /** A task waits for one of these before its time limit begins. */
  async function inTurn<Result>(
    needs: Task['needs'],
    work: (run: Run, isBuiltIn: boolean) => Promise<Result>,
  ): Promise<Result> {
    const program = await choice.program(ffmpegPath(), needs);
    return program === undefined
      ? limits.embedded(() => work(runEmbeddedFfmpeg, true))
      : limits.program(() => work((job) => runChosen(program, job, choice), false));
  }

  return {
    async add({ source, needs, signal, progress = () => undefined }, work) {
      const { signal: either, unlink } = linkedSignal([stopping.signal, signal]);
      if (either.aborted) {
        unlink();
        throw aborted();
      }
      let started = false;
      const done = inTurn(needs, async (run, isBuiltIn) => {
        started = true;
        if (either.aborted) throw aborted();
        await access(source);
        const raw = { run, isBuiltIn, signal: either };
        return work((outputs, line) => convert(run, { source, outputs, line, signal: either, progress }), raw);
      });
      running.add(done);
      // A queued task ends immediately; a running one after it has cleaned up.
      const leaving = new Promise<never>((_, reject) => {
        either.addEventListener('abort', () => started || reject(aborted()), { once: true });
      });
      try {
        return await Promise.race([done, leaving]);
      } finally {
        void done
          .catch(() => undefined)
          .finally(() => {
            running.delete(done);
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
    // Without an output, the source may be an open file of this process.
    const isOpen = job.outputs.every(({ descriptor }) => descriptor === null);
    return await (isOpen ? runProgramOnOpen : runProgram)(program, job);
  } catch (error) {
    if (job.signal.aborted) throw error;
    choice.forget();
    const words = say('error.ffmpeg_not_run', { program, why: messageOf(error) });
    throw new TonstiftError('build_failed', words, {}, { cause: error });
  }
}

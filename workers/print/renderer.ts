/** Prints sheets on demand, as files or as a picture of one page. A thread does the work. */
import { TransformStream } from 'node:stream/web';
import { createKeptThreads } from '../base/async/kept-threads.js';
import { ThreadError, threadScript } from '../base/async/threads.js';
import { TonstiftError } from '../base/errors.js';
import type { Clock, Progress } from '../base/ports.js';
import type { FileTask, PictureTask, Preview } from './print-tasks.js';
import type { FileEvent, PrintThread } from './print-thread.js';

export interface PrintRenderer {
  /**
   * Yields a file piece by piece. The work stops if the reader stops.
   * Throws TonstiftError `bad_field` if the layout does not fit, `aborted` after `stop`.
   * @param progress receives the number of finished albums and of all albums
   */
  file(task: FileTask, progress?: Progress): AsyncGenerator<Uint8Array, void, void>;
  /** @param signal aborts the work; the promise rejects with its reason */
  preview(task: PictureTask, signal?: AbortSignal): Promise<Preview>;
  /** Ends the thread; running tasks fail. */
  stop(): Promise<void>;
}

/** The thread ends after this many milliseconds without work: its fonts take about 50 MB. */
const idleMs = 60_000;
/** A small young generation keeps the process 60 MB smaller at the same speed. */
const limits = { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 4 };
/** Pieces that the thread sends before the reader takes one. */
const piecesAhead = 4;

export function createPrintRenderer(clock: Clock): PrintRenderer {
  // One thread, in which sheets take turns and share its fonts.
  const script = threadScript('workers/print/print-thread');
  const thread = createKeptThreads<PrintThread>(script, { most: 1, idleMs, clock, limits });
  return {
    async *file(task, progress) {
      const reading = new AbortController();
      const { readable, writable } = new TransformStream<Uint8Array>({}, {}, { highWaterMark: piecesAhead });
      const writer = writable.getWriter();
      const event = (made: FileEvent): Promise<void> | void =>
        // Fails if the reader has stopped.
        'bytes' in made ? writer.write(made.bytes).catch(() => undefined) : progress?.(made.done, made.total);
      thread
        .call('file', task, { event, signal: reading.signal })
        .then(() => writer.close())
        .catch((error: unknown) => writer.abort(explained(error)));
      try {
        yield* readable;
      } finally {
        reading.abort();
      }
    },
    async preview(task, signal) {
      return thread.call('preview', task, { signal }).catch((error: unknown) => {
        throw explained(error);
      });
    },
    stop: () => thread.close(),
  };
}

function explained(error: unknown): unknown {
  if (!(error instanceof ThreadError)) return error;
  return new TonstiftError('aborted', error.cause ? `Printing failed: ${error.message}` : 'Printing was stopped.');
}

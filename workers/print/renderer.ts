/** Prints sheets on demand, as files or as a picture of one page. A thread does the work. */
import { TonstiftError } from '../base/errors.js';
import { revived } from '../base/language/sentence.js';
import type { Clock, Progress } from '../base/ports.js';
import type { FileTask, FromThread, PictureTask, Preview } from './print-protocol.js';
import { createThreadTasks, type ThreadTask } from './thread-tasks.js';

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

export function createPrintRenderer(clock: Clock): PrintRenderer {
  const tasks = createThreadTasks(clock);
  return {
    async *file(task, progress) {
      const waiting: FromThread[] = [];
      let wake = (): void => undefined;
      const running = tasks.start(task, (message) => {
        waiting.push(message);
        wake();
      });
      try {
        for (;;) {
          const message = waiting.shift();
          if (message === undefined) await new Promise<void>((resolve) => (wake = resolve));
          else if (message.say === 'progress') progress?.(message.done, message.total);
          else if (message.say === 'failed') throw failure(message);
          else if (message.say === 'end') return;
          else if (message.say === 'piece') {
            yield message.bytes;
            running.tell('more');
          }
        }
      } finally {
        running.tell('stop');
        running.finished();
      }
    },
    preview(task, signal) {
      return new Promise((resolve, reject) => {
        signal?.throwIfAborted();
        const ended = (): void => {
          signal?.removeEventListener('abort', stop);
          started.finished();
        };
        const started: ThreadTask = tasks.start(task, (message) => {
          if (message.say === 'preview') resolve(message.preview);
          else if (message.say === 'failed') reject(failure(message));
          else return;
          ended();
        });
        const stop = (): void => {
          started.tell('stop');
          reject(signal?.reason as Error);
          ended();
        };
        signal?.addEventListener('abort', stop, { once: true });
      });
    },
    stop: () => tasks.stop(),
  };
}

/** Rebuilds an error: sentences cross threads as plain data. */
function failure({ code, words, fields }: Extract<FromThread, { say: 'failed' }>): Error {
  const said = Object.entries(fields).map(([name, why]) => [name, revived(why)] as const);
  return code === null
    ? new Error(String(revived(words)))
    : new TonstiftError(code, revived(words), Object.fromEntries(said));
}

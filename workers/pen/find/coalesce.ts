/** Tasks that must not run at the same time. */
import { createMutex } from '../../base/async/mutex.js';

export interface Turns {
  /**
   * The task as a function; a call joins the run that has not begun yet,
   * so it never hears of an older state than its own.
   */
  taking<Answer>(task: () => Promise<Answer>): () => Promise<Answer>;
  /** Resolves when all that was called has ended. */
  ended(): Promise<void>;
}

/** One after the other. */
export function createTurns(): Turns {
  const mutex = createMutex();
  return {
    taking<Answer>(task: () => Promise<Answer>) {
      let waiting: Promise<Answer> | null = null;
      return () =>
        (waiting ??= mutex.run(() => {
          waiting = null;
          return task();
        }));
    },
    ended: () => mutex.ended(),
  };
}

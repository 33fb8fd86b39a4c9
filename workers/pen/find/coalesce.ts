/** Tasks that must not run at the same time, and whose pending calls are one. */
import { createMutex } from '../../base/async/mutex.js';

export interface Coalescing {
  /**
   * The task as a function; a call joins the run that has not begun yet,
   * so its answer is never of an older state than its own.
   */
  coalesced<Answer>(task: () => Promise<Answer>): () => Promise<Answer>;
  /** Resolves when all that was called has ended. */
  ended(): Promise<void>;
}

/** One task after the other. */
export function createCoalescing(): Coalescing {
  const mutex = createMutex();
  return {
    coalesced<Answer>(task: () => Promise<Answer>) {
      let pending: Promise<Answer> | null = null;
      return () =>
        (pending ??= mutex.run(() => {
          pending = null;
          return task();
        }));
    },
    ended: () => mutex.ended(),
  };
}

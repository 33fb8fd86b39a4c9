/** Runs tasks one at a time and merges their pending calls. */
import { createMutex } from '../../base/async/mutex.js';

export interface Coalescing {
  /** Wraps a task. A call joins a run that has not started yet, so its result is never older than the call. */
  coalesced<Answer>(task: () => Promise<Answer>): () => Promise<Answer>;
  /** Resolves when all calls have ended. */
  ended(): Promise<void>;
}

/** Runs one task after the other. */
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

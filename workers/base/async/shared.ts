import { createMutex } from './mutex.js';

/**
 * Shares one run of a task between all callers that wait for it. A call joins a run that has not begun yet, so a
 * result is never older than its call.
 * @param turns shared with other tasks that must not run at the same time
 */
export function shared<Result>(task: () => Promise<Result>, turns = createMutex()): () => Promise<Result> {
  let next: Promise<Result> | undefined;
  return () =>
    (next ??= turns.run(() => {
      next = undefined;
      return task();
    }));
}

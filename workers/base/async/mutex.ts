/** Runs one task at a time: p-limit with a limit of 1, and a way to wait for all earlier tasks. */
import pLimit from 'p-limit';

export interface Mutex {
  /** Runs the task when all earlier ones have ended; one that fails does not stop the next. */
  run<Result>(task: () => Promise<Result>): Promise<Result>;
  /** Resolves when all tasks so far have ended. Never rejects. */
  ended(): Promise<void>;
}

export function createMutex(): Mutex {
  const run = pLimit(1);
  return { run, ended: () => run(() => undefined) };
}

/** One task at a time: p-limit with one place, and a word for the end of what was given to it. */
import pLimit from 'p-limit';

export interface Mutex {
  /** Runs when all that came before has ended; one that fails does not stop the next. */
  run<Result>(task: () => Promise<Result>): Promise<Result>;
  /** Resolves when all that was given so far has ended. Never rejects. */
  ended(): Promise<void>;
}

export function createMutex(): Mutex {
  const run = pLimit(1);
  return { run, ended: () => run(() => undefined) };
}

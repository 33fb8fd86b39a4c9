/** Timeouts for volumes that do not respond. */
import type { Clock } from '../../base/ports.js';

export class Unanswered extends Error {
  override readonly name = 'Unanswered';
}

/**
 * A hanging call occupies one of the few threads (four by default) that do all file work of the process. After two
 * hanging calls, no more are made.
 */
const mostHanging = 2;

export interface TimeLimit {
  /**
   * Returns the result of the task. It is not started while an earlier task with the same key hangs, or while too many
   * hang.
   *
   * @throws Unanswered after `ms`, or immediately
   */
  ask<Answer>(key: string, ms: number, task: () => Promise<Answer>): Promise<Answer>;
  /** Forgets all other keys: if they appear again, they are new. */
  keep(keys: ReadonlySet<string>): void;
  /** Number of tasks that finished after their timeout; their keys can be used again. */
  late(): number;
  /** Stops all waiting. */
  close(): void;
}

export function createTimeLimit(clock: Clock): TimeLimit {
  const hanging = new Map<string, symbol>();
  const closing = new AbortController();
  let unsettled = 0;
  let late = 0;

  return {
    async ask(key, ms, task) {
      if (closing.signal.aborted) throw new Unanswered('the search has ended');
      if (hanging.has(key)) throw new Unanswered('it still does not respond');
      if (unsettled >= mostHanging) throw new Unanswered('other volumes do not respond');
      const token = Symbol(key);
      hanging.set(key, token);
      unsettled++;
      let waiting = true;
      const settled = (): void => {
        unsettled--;
        if (hanging.get(key) === token) hanging.delete(key);
        if (!waiting) late++;
      };
      const work = task();
      work.then(settled, settled);

      const over = new AbortController();
      const limit = new Promise<never>((_, reject) => {
        const giveUp = (reason: string) => (): void => reject(new Unanswered(reason));
        over.signal.addEventListener('abort', clock.after(ms, giveUp(`it did not respond within ${ms / 1000} s`)));
        closing.signal.addEventListener('abort', giveUp('the search has ended'), { signal: over.signal });
      });
      try {
        return await Promise.race([work, limit]);
      } finally {
        waiting = false;
        over.abort();
      }
    },
    keep(keys) {
      for (const key of hanging.keys()) if (!keys.has(key)) hanging.delete(key);
    },
    late: () => late,
    close: () => closing.abort(),
  };
}

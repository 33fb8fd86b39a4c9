/** Patience with volumes that do not answer. */
import type { Clock } from '../../base/ports.js';

export class Unanswered extends Error {
  override readonly name = 'Unanswered';
}

/**
 * A call that hangs takes one of the few threads (four by default) that do all file work of the process, and keeps
 * it: so two may hang, then nothing is asked any more.
 */
const mostHanging = 2;

export interface TimeLimit {
  /**
   * What the task answers. While a former one of the same key hangs, or too many do, it is not even started.
   *
   * @throws Unanswered after `ms`, or at once
   */
  ask<Answer>(key: string, ms: number, task: () => Promise<Answer>): Promise<Answer>;
  /** The others are gone: what comes under their keys is something new. */
  keep(keys: ReadonlySet<string>): void;
  /** How many have answered after their time: they can be asked again. */
  late(): number;
  /** Waits for nobody any more. */
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
      if (hanging.has(key)) throw new Unanswered('it does not answer, still');
      if (unsettled >= mostHanging) throw new Unanswered('others do not answer');
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
        over.signal.addEventListener('abort', clock.after(ms, giveUp(`it has not answered within ${ms / 1000} s`)));
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

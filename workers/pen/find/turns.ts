/** Tasks that must not run at the same time. */
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
  let last: Promise<unknown> = Promise.resolve();
  return {
    taking<Answer>(task: () => Promise<Answer>) {
      let waiting: Promise<Answer> | null = null;
      return () => {
        if (waiting !== null) return waiting;
        const run = last.then(() => {
          waiting = null;
          return task();
        });
        last = run.catch(() => undefined);
        waiting = run;
        return run;
      };
    },
    ended: async () => void (await last),
  };
}

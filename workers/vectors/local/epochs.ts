/**
 * Readers see the state in which they began, though others change it meanwhile: what a change makes useless is
 * given away only when the last reader that may still use it has left.
 */
export interface Epochs {
  /** Begins to read; the function that comes back ends it. */
  enter(): () => void;
  /** Runs once all who have entered so far have left. */
  retire(release: () => void): void;
  /** When nobody reads. */
  idle(): Promise<void>;
}

export function createEpochs(): Epochs {
  let now = 0;
  // A Set keeps the order of adding: the first is the oldest.
  const readers = new Set<{ since: number }>();
  const retired: { at: number; release: () => void }[] = [];
  let idleWaiters: (() => void)[] = [];

  function settle(): void {
    const oldest = readers.values().next().value?.since ?? Infinity;
    while (retired[0] !== undefined && retired[0].at < oldest) retired.shift()?.release();
    if (readers.size > 0) return;
    for (const wake of idleWaiters.splice(0)) wake();
  }

  return {
    enter() {
      const reader = { since: now };
      readers.add(reader);
      return () => {
        if (readers.delete(reader)) settle();
      };
    },
    retire(release) {
      retired.push({ at: now++, release });
      settle();
    },
    async idle() {
      if (readers.size > 0) await new Promise<void>((resolve) => (idleWaiters = [...idleWaiters, resolve]));
    },
  };
}

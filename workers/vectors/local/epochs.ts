/**
 * Readers see the state in which they began, though others change it meanwhile: what a change makes useless is
 * given away only when the last reader that may still use it has left.
 */
export interface Epochs {
  /** Begins to read; the function that comes back ends it. */
  enter(): () => void;
  /** Runs once all who have entered so far have left. */
  retire(release: () => void): void;
  /** When all who have entered so far have left; others may read on. */
  idle(): Promise<void>;
}

export function createEpochs(): Epochs {
  let now = 0;
  // A Set keeps the order of adding: the first is the oldest.
  const readers = new Set<{ since: number }>();
  const retired: { at: number; release: () => void }[] = [];

  function settle(): void {
    const oldest = readers.values().next().value?.since ?? Infinity;
    while (retired[0] !== undefined && retired[0].at < oldest) retired.shift()?.release();
  }

  function retire(release: () => void): void {
    retired.push({ at: now++, release });
    settle();
  }

  return {
    enter() {
      const reader = { since: now };
      readers.add(reader);
      return () => {
        if (readers.delete(reader)) settle();
      };
    },
    retire,
    idle: () => new Promise<void>(retire),
  };
}

/** Time that passes when a test says so. */
import type { MonotonicClock } from '../../workers/base/ports.js';

export interface ManualClock extends MonotonicClock {
  advance(ms: number): void;
  /** Timers that are set. */
  waiting(): number;
}

export function manualClock(): ManualClock {
  let now = 0;
  const timers = new Set<{ at: number; every: number | null; call: () => void }>();
  const set = (ms: number, every: number | null, call: () => void): (() => void) => {
    const timer = { at: now + ms, every, call };
    timers.add(timer);
    return () => void timers.delete(timer);
  };
  return {
    now: () => now,
    monotonic: () => now,
    after: (ms, call) => set(ms, null, call),
    every: (ms, call) => set(ms, ms, call),
    advance(ms) {
      now += ms;
      for (const timer of [...timers]) {
        if (timer.at > now) continue;
        if (timer.every === null) timers.delete(timer);
        else timer.at = now + timer.every;
        timer.call();
      }
    },
    waiting: () => timers.size,
  };
}

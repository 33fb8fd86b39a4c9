import type { Clock } from '../../workers/base/ports.js';

/** Ends every wait at once, and notes for how many milliseconds it was meant. It is always the start of 2025. */
export function hastyClock(): Clock & { pauses: number[] } {
  const pauses: number[] = [];
  return {
    pauses,
    now: () => Date.parse('2025-01-01T00:00:00Z'),
    after(ms, call) {
      pauses.push(ms);
      const timer = setImmediate(call);
      return () => clearImmediate(timer);
    },
    every: () => () => undefined,
  };
}

/** A clock of a machine: its wall time can be set, and its timers do not notice that. */

/** @param {number} start milliseconds since 1970 */
export function machineClock(start) {
  let passed = 0;
  let offset = start;
  /** @type {Set<{ at: number, every: number | null, call: () => void }>} */
  const timers = new Set();
  /** @type {(ms: number, every: number | null, call: () => void) => () => void} */
  const add = (ms, every, call) => {
    const timer = { at: passed + ms, every, call };
    timers.add(timer);
    return () => void timers.delete(timer);
  };
  return {
    now: () => passed + offset,
    monotonic: () => passed,
    /** @type {(ms: number, call: () => void) => () => void} */
    after: (ms, call) => add(ms, null, call),
    /** @type {(ms: number, call: () => void) => () => void} */
    every: (ms, call) => add(ms, ms, call),
    /** @param {number} ms */
    set(ms) {
      offset += ms;
    },
    /** @param {number} ms A timer is called once at most, as after a short sleep of the machine. */
    pass(ms) {
      passed += ms;
      for (const timer of timers) {
        if (timer.at > passed) continue;
        if (timer.every === null) timers.delete(timer);
        else timer.at = passed + timer.every;
        timer.call();
      }
    },
    waiting: () => timers.size,
  };
}

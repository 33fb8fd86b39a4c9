/** Interfaces that the workers need; the caller passes the implementations. */

/** Writes one sentence per entry, in an area (`inbox`, `library`, `gme`, `http` …). */
export interface Log {
  error(message: string): void;
  warn(message: string): void;
  info(message: string): void;
  debug(message: string): void;
  /** The same log, writing under another area. */
  area(name: string): Log;
}

/** Wall time and timers, so that tests need not sleep. */
export interface Clock {
  /** Milliseconds since 1970-01-01 UTC. */
  now(): number;
  /** Calls once after `ms`; the returned function cancels it. Does not keep the process alive. */
  after(ms: number, call: () => void): () => void;
  /** Calls every `ms`, but at least every 24 days, until cancelled. Does not keep the process alive. */
  every(ms: number, call: () => void): () => void;
}

/** A clock that also measures durations: wall time may be set back. */
export interface MonotonicClock extends Clock {
  /** Milliseconds from an arbitrary start, never decreasing. */
  monotonic(): number;
}

/** Progress of a job: `done` of `total`, in the job's own unit (bytes, tracks). */
export type Progress = (done: number, total: number) => void;

export const silentLog: Log = {
  error: () => undefined,
  warn: () => undefined,
  info: () => undefined,
  debug: () => undefined,
  area: () => silentLog,
};

/** Milliseconds. Node.js calls at once if a timer is longer (25 days). */
const longestTimer = 2 ** 31 - 1;

export const systemClock: MonotonicClock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  after(ms, call) {
    let timer: NodeJS.Timeout;
    const wait = (left: number): void => {
      const next = left > longestTimer ? () => wait(left - longestTimer) : call;
      timer = setTimeout(next, Math.min(left, longestTimer)).unref();
    };
    wait(ms);
    return () => clearTimeout(timer);
  },
  every(ms, call) {
    const timer = setInterval(call, Math.min(ms, longestTimer)).unref();
    return () => clearInterval(timer);
  },
};

/** Runs a scan to its end. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Found } from './nearest.js';
import type { Need, Steps } from './scan.js';

/** The event loop waits at most so long, and for what is computed between two steps. */
const sliceMs = 0.5;

/** In a thread that has nothing else to do. */
export function runAtOnce(steps: Steps, bring: (need: Need) => void): Found {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
    if (value.length > 0) bring(value);
  }
}

/** Where others want the event loop, too. */
export async function runInSlices(steps: Steps, bring: (need: Need) => Promise<void> | undefined): Promise<Found> {
  let until = performance.now() + sliceMs;
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
    if (value.length > 0) await bring(value);
    if (performance.now() < until) continue;
    await nextTurn();
    until = performance.now() + sliceMs;
  }
}

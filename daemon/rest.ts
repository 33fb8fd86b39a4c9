/** What V8 leaves undone while nothing happens: it looks for garbage when more is made. */
import { optimizeAgain } from './small-heaps.js';
import { collectWithCode } from '../workers/base/async/garbage.js';
import type { Clock } from '../workers/base/ports.js';

/** Milliseconds from one look to the next. */
const pause = 10_000;
/** Milliseconds that all threads together work between two looks, where the program is at work. */
const work = 500;

/** Microseconds, as `process.cpuUsage` answers them. */
type CpuUsage = () => { user: number; system: number };

/**
 * Collects the garbage of the main thread once, when the program rests after work.
 * @returns what ends it
 */
export function collectAtRest(
  clock: Clock,
  cpuUsage: CpuUsage = () => process.cpuUsage(),
  collect = collectWithCode,
): () => void {
  const used = (): number => {
    const { user, system } = cpuUsage();
    return (user + system) / 1000;
  };
  let [before, isWorn] = [used(), true];
  return clock.every(pause, () => {
    const now = used();
    const isAtWork = now - before > work;
    before = now;
    if (isWorn && !isAtWork) collect();
    isWorn = isAtWork;
    // At rest nothing is worth it; work that begins in a thread says so by itself (`daemon.ts`).
    if (isAtWork) optimizeAgain();
  });
}

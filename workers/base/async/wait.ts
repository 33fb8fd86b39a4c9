import { setTimeout as sleep } from 'node:timers/promises';
import type { Clock } from '../ports.js';
import { orAborted } from './linked-signal.js';

/**
 * Waits, or rejects with the signal's reason if it aborts.
 * Without a clock the timer keeps the process alive: a script that waits for nothing else must not end early.
 */
export async function wait(ms: number, { clock, signal }: { clock?: Clock; signal?: AbortSignal }): Promise<void> {
  signal?.throwIfAborted();
  if (!clock) return orAborted(sleep(ms, undefined, { signal }), signal);
  let cancel = (): void => undefined;
  const over = new Promise<void>((resolve) => (cancel = clock.after(ms, resolve)));
  await orAborted(over, signal).finally(() => cancel());
}

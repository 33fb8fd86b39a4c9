import { setTimeout as sleep } from 'node:timers/promises';
import type { Clock } from '../ports.js';

/**
 * Waits, or rejects with the signal's reason if it aborts.
 * Without a clock the timer keeps the process alive: a script that waits for nothing else must not end early.
 */
export async function wait(ms: number, { clock, signal }: { clock?: Clock; signal?: AbortSignal }): Promise<void> {
  signal?.throwIfAborted();
  if (!clock) {
    await sleep(ms, undefined, { signal }).catch((thrown: unknown) => {
      signal?.throwIfAborted();
      throw thrown;
    });
    return;
  }
  await new Promise<void>((resolve, reject) => {
    const cancel = clock.after(ms, () => {
      signal?.removeEventListener('abort', abort);
      resolve();
    });
    const abort = (): void => {
      cancel();
      reject(signal?.reason as Error);
    };
    signal?.addEventListener('abort', abort, { once: true });
  });
}

/** Lowers the priority of threads with heavy work, below the thread that answers requests. */
import { readlinkSync } from 'node:fs';
import { getPriority, setPriority } from 'node:os';
import { basename } from 'node:path';

/** Added to the nice value, whose maximum is 19. */
const steps = 10;

/**
 * Lowers the priority of this thread, so that the event loop runs first on a machine with few cores. Linux gives each
 * thread its own nice value (setpriority(2), "C library/kernel differences"); on other systems this does nothing.
 */
export function giveWay(): void {
  if (process.platform !== 'linux') return;
  try {
    const thread = Number(basename(readlinkSync('/proc/thread-self')));
    setPriority(thread, Math.min(19, getPriority(thread) + steps));
  } catch {
    // Without /proc the thread keeps its normal priority.
  }
}

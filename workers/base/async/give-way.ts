/** Threads of heavy work, and the one that answers people. */
import { readlinkSync } from 'node:fs';
import { getPriority, setPriority } from 'node:os';
import { basename } from 'node:path';

/** Of the nice value, of which 19 is the last. */
const steps = 10;

/**
 * This thread runs when no other wants to, so that the event loop goes first where there are few cores. Linux gives
 * each thread a nice value of its own (setpriority(2), "C library/kernel differences"); elsewhere nothing happens.
 */
export function giveWay(): void {
  if (process.platform !== 'linux') return;
  try {
    const thread = Number(basename(readlinkSync('/proc/thread-self')));
    setPriority(thread, Math.min(19, getPriority(thread) + steps));
  } catch {
    // Without /proc it takes its share like any other.
  }
}

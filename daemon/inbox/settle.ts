/**
 * Decides when an entry of the inbox is complete: none of its files has changed for a time, whatever a watcher reports.
 * Pure.
 */
import type { Entry } from './scan.js';

/**
 * Milliseconds. Loose files settle together, but a file that keeps changing delays the others no longer than this.
 */
const looseLongest = 60_000;

export class Settling {
  /** `first`: when it arrived; `since`: when it last changed. */
  private readonly seen = new Map<string, { signature: string; since: number; first: number }>();

  /**
   * Compares the entries with the former scan.
   * @param now milliseconds of a monotonic clock
   * @returns settled entries, and the milliseconds until the next one may settle; null if none is waiting
   */
  observe(entries: readonly Entry[], now: number, settleMs: number): { settled: Entry[]; nextIn: number | null } {
    const present = new Set(entries.map((entry) => entry.key));
    for (const key of this.seen.keys()) if (!present.has(key)) this.seen.delete(key);
    for (const entry of entries) {
      const known = this.seen.get(entry.key);
      if (known?.signature !== entry.signature) {
        this.seen.set(entry.key, { signature: entry.signature, since: now, first: known?.first ?? now });
      }
    }
    const quiet = (entry: Entry): number => now - (this.seen.get(entry.key)?.since ?? now);
    const loose = entries.filter((entry) => entry.kind === 'loose');
    const allLooseQuiet = loose.every((entry) => quiet(entry) >= settleMs);
    // Computed once for all: a loop for each would take quadratic time, ten seconds for ten thousand entries.
    const together = loose.reduce((longest, entry) => Math.max(longest, settleMs - quiet(entry)), 0);
    const waitOf = (entry: Entry): number => {
      if (entry.kind !== 'loose' || allLooseQuiet) return settleMs - quiet(entry);
      return Math.min(together, Math.max(settleMs, looseLongest) - quiet(entry));
    };
    const settled = entries.filter((entry) => waitOf(entry) <= 0);
    const next = entries.map(waitOf).reduce((least, wait) => (wait > 0 ? Math.min(least, wait) : least), Infinity);
    return { settled, nextIn: next === Infinity ? null : next };
  }

  /** Milliseconds since the entry arrived, whether it has changed or not. */
  age(entry: Entry, now: number): number {
    return now - (this.seen.get(entry.key)?.first ?? now);
  }

  /** The entry must settle again before its next import. */
  forget(entry: Entry): void {
    this.seen.delete(entry.key);
  }
}

/**
 * Decides when an entry of the inbox is complete: none of its files has changed for a time, whatever a watcher reports.
 * Pure.
 */
import { discsAmong } from '../../workers/import/match/together.js';
import type { Entry } from './scan.js';

/**
 * Milliseconds. Loose files settle together, and so do discs of one album. One that keeps changing delays the others no
 * longer than this. A disc may take minutes over a network.
 */
const looseLongest = 60_000;
const discsLongest = 15 * 60_000;

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
    const discs = discsAmong(entries);
    const groupOf = (entry: Entry): string => (entry.kind === 'loose' ? 'loose' : `discs/${discs.get(entry.key)}`);
    const isAlone = (entry: Entry): boolean => entry.kind !== 'loose' && !discs.has(entry.key);
    // Computed once for all: a loop for each would take quadratic time, ten seconds for ten thousand entries.
    const together = new Map<string, number>();
    for (const entry of entries)
      together.set(groupOf(entry), Math.max(together.get(groupOf(entry)) ?? 0, settleMs - quiet(entry)));
    const waitOf = (entry: Entry): number => {
      const longest = entry.kind === 'loose' ? looseLongest : discsLongest;
      const own = settleMs - quiet(entry);
      return isAlone(entry)
        ? own
        : Math.min(together.get(groupOf(entry)) ?? own, Math.max(settleMs, longest) - quiet(entry));
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

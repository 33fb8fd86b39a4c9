/**
 * Decides when a unit of the inbox is complete: none of its files has changed for a time, whatever a watcher reports.
 * Pure.
 */
import type { Unit } from './scan.js';

/**
 * Milliseconds. Loose files settle together, but a file that keeps changing delays the others no longer than this.
 */
const looseLongest = 60_000;

export class Settling {
  /** `first`: when it arrived; `since`: when it last changed. */
  private readonly seen = new Map<string, { signature: string; since: number; first: number }>();

  /**
   * Compares the units with the former scan.
   * @param now milliseconds of a monotonic clock
   * @returns settled units, and the milliseconds until the next one may settle; null if none is waiting
   */
  observe(units: readonly Unit[], now: number, settleMs: number): { settled: Unit[]; nextIn: number | null } {
    const present = new Set(units.map((unit) => unit.key));
    for (const key of this.seen.keys()) if (!present.has(key)) this.seen.delete(key);
    for (const unit of units) {
      const known = this.seen.get(unit.key);
      if (known?.signature !== unit.signature) {
        this.seen.set(unit.key, { signature: unit.signature, since: now, first: known?.first ?? now });
      }
    }
    const quiet = (unit: Unit): number => now - (this.seen.get(unit.key)?.since ?? now);
    const loose = units.filter((unit) => unit.kind === 'loose');
    const allLooseQuiet = loose.every((unit) => quiet(unit) >= settleMs);
    // Computed once for all: a loop for each would take quadratic time, ten seconds for ten thousand units.
    const together = loose.reduce((longest, unit) => Math.max(longest, settleMs - quiet(unit)), 0);
    const waitOf = (unit: Unit): number => {
      if (unit.kind !== 'loose' || allLooseQuiet) return settleMs - quiet(unit);
      return Math.min(together, Math.max(settleMs, looseLongest) - quiet(unit));
    };
    const settled = units.filter((unit) => waitOf(unit) <= 0);
    const next = units.map(waitOf).reduce((least, wait) => (wait > 0 ? Math.min(least, wait) : least), Infinity);
    return { settled, nextIn: next === Infinity ? null : next };
  }

  /** Milliseconds since the unit arrived, whether it has changed or not. */
  lies(unit: Unit, now: number): number {
    return now - (this.seen.get(unit.key)?.first ?? now);
  }

  /** The unit must settle again before its next import. */
  forget(unit: Unit): void {
    this.seen.delete(unit.key);
  }
}

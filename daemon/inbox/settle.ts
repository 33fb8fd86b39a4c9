/** When a unit of the inbox is complete: nothing in it has changed for so long, whatever a watcher says. Pure. */
import type { Unit } from './scan.js';

/** Loose files settle together, but one that goes on changing holds up the others no longer than this. */
const looseLongest = 60_000;

export class Settling {
  /** `first`: when it came; `since`: when it last changed. */
  private readonly seen = new Map<string, { signature: string; since: number; first: number }>();

  /**
   * Takes in what lies in the inbox now.
   * @param now milliseconds of a clock that only goes forward
   * @returns units that have settled, and in how many milliseconds the next one may; null when none is waiting
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
    // Once for all: for each it would be a square of them, ten seconds of ten thousand.
    const together = loose.reduce((longest, unit) => Math.max(longest, settleMs - quiet(unit)), 0);
    const waitOf = (unit: Unit): number => {
      if (unit.kind !== 'loose' || allLooseQuiet) return settleMs - quiet(unit);
      return Math.min(together, Math.max(settleMs, looseLongest) - quiet(unit));
    };
    const settled = units.filter((unit) => waitOf(unit) <= 0);
    const next = units.map(waitOf).reduce((least, wait) => (wait > 0 ? Math.min(least, wait) : least), Infinity);
    return { settled, nextIn: next === Infinity ? null : next };
  }

  /** Milliseconds since the unit came, whatever has changed in it. */
  lies(unit: Unit, now: number): number {
    return now - (this.seen.get(unit.key)?.first ?? now);
  }

  /** The unit has to settle again before it is taken the next time. */
  forget(unit: Unit): void {
    this.seen.delete(unit.key);
  }
}

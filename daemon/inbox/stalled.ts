/** Reports entries that have been arriving for so long that the user should know. */
import { say, type Words } from '../../workers/base/language/sentence.js';
import type { MonotonicClock } from '../../workers/base/ports.js';
import type { Entry, InboxProblem } from './scan.js';

/** Milliseconds. A long copy over a slow network is reported too: it may have stalled. */
const stalledAfter = 15 * 60_000;

export class Stalled {
  /** By entry key: the start by both clocks, and the last reported reason for waiting. */
  private readonly since = new Map<string, { monotonic: number; at: Date; why?: Words }>();

  constructor(private readonly clock: MonotonicClock) {}

  /** The entry could not be imported yet, for this reason. */
  waits(key: string, why: Words): void {
    const known = this.since.get(key);
    if (known !== undefined) known.why = why;
  }

  /** Returns those among the entries that arrive now. */
  among(arriving: readonly Entry[]): InboxProblem[] {
    const now = this.clock.monotonic();
    const keys = new Set(arriving.map(({ key }) => key));
    for (const key of this.since.keys()) if (!keys.has(key)) this.since.delete(key);
    return arriving.flatMap(({ key, name }) => {
      const known = this.since.get(key) ?? { monotonic: now, at: new Date(this.clock.now()) };
      this.since.set(key, known);
      if (now - known.monotonic < stalledAfter) return [];
      return [{ name, reason: known.why ?? say('inbox.slow', { at: known.at }) }];
    });
  }
}

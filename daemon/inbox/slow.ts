/** What has been arriving for so long that a person should know of it. */
import { say, type Words } from '../../workers/base/language/sentence.js';
import type { MonotonicClock } from '../../workers/base/ports.js';
import type { InboxProblem, Unit } from './scan.js';

/** Milliseconds. A long copy over a slow network is told too: it may have come to a stop. */
const slowAfter = 15 * 60_000;

export class Slow {
  /** By the key of a unit: since when it arrives, by the two clocks, and what it was last said to wait for. */
  private readonly since = new Map<string, { monotonic: number; at: Date; why?: Words }>();

  constructor(private readonly clock: MonotonicClock) {}

  /** It could not be taken yet, for this reason. */
  waits(key: string, why: Words): void {
    const known = this.since.get(key);
    if (known !== undefined) known.why = why;
  }

  /** Those of all that arrive now. */
  among(arriving: readonly Unit[]): InboxProblem[] {
    const now = this.clock.monotonic();
    const keys = new Set(arriving.map(({ key }) => key));
    for (const key of this.since.keys()) if (!keys.has(key)) this.since.delete(key);
    return arriving.flatMap(({ key, name }) => {
      const known = this.since.get(key) ?? { monotonic: now, at: new Date(this.clock.now()) };
      this.since.set(key, known);
      if (now - known.monotonic < slowAfter) return [];
      return [{ name, reason: known.why ?? say('inbox.slow', { at: known.at }) }];
    });
  }
}

/**
 * Calls at the times of a crontab. croner only computes the times: its own timer counts from the last call, so that a
 * clock that was ahead once by a year stops the schedule for that year.
 */
import { Cron } from 'croner';
import type { Clock } from '../../../workers/base/ports.js';

/** Milliseconds. A timer neither counts the time in which a computer sleeps, nor notices a clock that is set. */
const lookEvery = 30_000;

export class Schedule {
  private readonly cron: Cron;
  private readonly cancel: () => void;
  /** The time from which the next call counts. */
  private since: number;

  constructor(
    pattern: string,
    private readonly clock: Clock,
    private readonly call: () => void,
  ) {
    this.cron = new Cron(pattern);
    this.since = clock.now();
    this.cancel = clock.every(lookEvery, () => this.look());
  }

  /** Null if the pattern names no day, as the 31st of February. */
  get next(): Date | null {
    return this.cron.nextRun(new Date(Math.min(this.since, this.clock.now())));
  }

  stop(): void {
    this.cancel();
  }

  private look(): void {
    const now = this.clock.now();
    // The clock was set back: the calls until the former time are due again.
    if (now < this.since) this.since = now;
    const due = this.next;
    if (due === null || due.getTime() > now) return;
    this.since = now;
    this.call();
  }
}

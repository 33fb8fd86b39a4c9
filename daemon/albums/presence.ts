/**
 * Whether the library is where it should be. Desired: it is open. Actual: its folder, by its mark. Difference: to say
 * that it is away and to write nothing; to open it again when it is back.
 */
import { messageOf } from '../../workers/base/errors.js';
import type { Log, MonotonicClock } from '../../workers/base/ports.js';
import type { Library } from '../../workers/library/library.js';
import { SayOnce } from '../reconcile/say-once.js';
import { WorkQueue } from '../reconcile/work-queue.js';

export interface PresenceParts {
  library: Library;
  /** Locks and opens it. */
  enter(): Promise<void>;
  clock: MonotonicClock;
  log: Log;
  /** It has gone away, or is back. */
  changed(away: string | null): Promise<void>;
}

/** Milliseconds; it costs the reading of a file of a line. */
const lookEvery = 1_000;
const key = 'library';

export class Presence {
  private readonly queue: WorkQueue;
  private readonly once: SayOnce;
  private cancel = (): void => undefined;
  /** As `changed` was told. */
  private published: string | null;

  constructor(private readonly parts: PresenceParts) {
    const { clock, log, library } = parts;
    this.once = new SayOnce(log);
    this.published = library.away;
    this.queue = new WorkQueue({
      clock,
      pauses: [lookEvery],
      work: () => this.compare(),
      judge: () => 'failed',
      ended: (_, outcome) => {
        if (outcome.kind !== 'done') this.say(messageOf(outcome.error));
      },
    });
  }

  start(): void {
    if (this.published !== null) this.say(this.published);
    this.cancel = this.parts.clock.every(lookEvery, () => this.wake());
  }

  /** Looks now. */
  wake(): void {
    this.queue.add(key);
  }

  /** Resolves when nothing is under way. */
  idle(): Promise<void> {
    return this.queue.idle();
  }

  async stop(): Promise<void> {
    this.cancel();
    await this.queue.stop();
  }

  private async compare(): Promise<void> {
    const { library, log } = this.parts;
    try {
      await (library.away === null ? library.verify() : this.parts.enter());
    } catch (error) {
      await this.publish();
      throw error;
    }
    if (this.published !== null) log.info(`The library in ${library.path} is back.`);
    this.once.clear(key);
    await this.publish();
  }

  private say(why: string): void {
    const otherwise = 'If what is there now is to be the library, stop the daemon and run: tonstift library accept';
    this.once.say(key, 'error', `${why} ${otherwise}`);
  }

  private async publish(): Promise<void> {
    const { away } = this.parts.library;
    if (away === this.published) return;
    this.published = away;
    await this.parts.changed(away);
  }
}

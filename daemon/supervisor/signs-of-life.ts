/** What a service manager hears of the daemon: when it is ready, how it is, that it lives, and when it ends. */
import { messageOf } from '../../workers/base/errors.js';
import type { Clock, Log } from '../../workers/base/ports.js';
import type { ServiceManager } from './systemd.js';

/** Milliseconds from one to the next, where no watchdog wants them more often. */
const pause = 20_000;
/** So many signs fall into the time of a watchdog: one may be late, another lost. */
const signsInTime = 3;

export interface SignsOfLifeParts {
  manager: ServiceManager;
  /** One line about what the daemon does now. */
  status: () => string;
  clock: Clock;
  log: Log;
}

/**
 * All of them come from the event loop, so a loop that is blocked gives none. The status comes along with the sign of
 * life: each saying is a process, and idle must cost nothing.
 */
export class SignsOfLife {
  private status = '';
  private complaint = '';
  private end: (() => void) | undefined;

  constructor(private readonly parts: SignsOfLifeParts) {}

  /** To be called when the daemon can be used. */
  async ready(): Promise<void> {
    const { manager, clock } = this.parts;
    await this.say('READY=1', ...this.news());
    const every = manager.watchdogMs === null ? pause : Math.min(pause, manager.watchdogMs / signsInTime);
    this.end ??= clock.every(every, () => void this.sign());
  }

  /** Runs it while the manager knows that it is being done. */
  async reloading(reload: () => Promise<void>): Promise<void> {
    await this.say('RELOADING=1', 'STATUS=Reads the configuration again.');
    try {
      await reload();
    } finally {
      this.status = '';
      await this.say('READY=1', ...this.news());
    }
  }

  async stopping(): Promise<void> {
    this.end?.();
    await this.say('STOPPING=1', 'STATUS=Ends what is under way.');
  }

  private async sign(): Promise<void> {
    const signs = [...(this.parts.manager.watchdogMs === null ? [] : ['WATCHDOG=1']), ...this.news()];
    if (signs.length > 0) await this.say(...signs);
  }

  /** The status, where it is another than was said last. */
  private news(): string[] {
    const now = this.parts.status().replaceAll(/\s+/g, ' ');
    if (now === this.status) return [];
    this.status = now;
    return [`STATUS=${now}`];
  }

  /** A manager that does not hear is told of in the log, once; the next sign is tried all the same. */
  private async say(...signs: readonly string[]): Promise<void> {
    const { manager, log } = this.parts;
    try {
      await manager.say(...signs);
      this.complaint = '';
    } catch (error) {
      const complaint = messageOf(error);
      this.status = '';
      if (complaint === this.complaint) return;
      this.complaint = complaint;
      log.warn(`systemd could not be told ${signs[0] ?? ''}: ${complaint}`);
    }
  }
}

/** Notifies a service manager: ready, status, watchdog, stopping. */
import { messageOf } from '../../workers/base/errors.js';
import type { Clock, Log } from '../../workers/base/ports.js';
import type { ServiceManager } from './systemd.js';

/** Milliseconds between two notifications, unless a watchdog needs them more often. */
const pause = 20_000;
/** Notifications per watchdog interval, so that one may be late and another lost. */
const perWatchdog = 3;

export interface HeartbeatParts {
  manager: ServiceManager;
  /** One line about what the daemon does now. */
  status: () => string;
  clock: Clock;
  log: Log;
}

/**
 * All notifications come from the event loop, so a blocked loop sends none. The status is sent together with the
 * watchdog notification: each one starts a process, and an idle daemon must cost nothing.
 */
export class Heartbeat {
  private status = '';
  private complaint = '';
  private end: (() => void) | undefined;

  constructor(private readonly parts: HeartbeatParts) {}

  /** Call it when the daemon is ready. */
  async ready(): Promise<void> {
    const { manager, clock } = this.parts;
    await this.say('READY=1', ...this.news());
    const every = manager.watchdogMs === null ? pause : Math.min(pause, manager.watchdogMs / perWatchdog);
    this.end ??= clock.every(every, () => void this.beat());
  }

  /** Runs the reload and notifies the manager about it. */
  async reloading(reload: () => Promise<void>): Promise<void> {
    await this.say('RELOADING=1', 'STATUS=Reloading the configuration.');
    try {
      await reload();
    } finally {
      this.status = '';
      await this.say('READY=1', ...this.news());
    }
  }

  async stopping(): Promise<void> {
    this.end?.();
    await this.say('STOPPING=1', 'STATUS=Stopping.');
  }

  private async beat(): Promise<void> {
    const notifications = [...(this.parts.manager.watchdogMs === null ? [] : ['WATCHDOG=1']), ...this.news()];
    if (notifications.length > 0) await this.say(...notifications);
  }

  /** The status, if it has changed since the last notification. */
  private news(): string[] {
    const now = this.parts.status().replaceAll(/\s+/g, ' ');
    if (now === this.status) return [];
    this.status = now;
    return [`STATUS=${now}`];
  }

  /** If the manager cannot be reached, that is logged once. The next notification is still sent. */
  private async say(...notifications: readonly string[]): Promise<void> {
    const { manager, log } = this.parts;
    try {
      await manager.say(...notifications);
      this.complaint = '';
    } catch (error) {
      const complaint = messageOf(error);
      this.status = '';
      if (complaint === this.complaint) return;
      this.complaint = complaint;
      log.warn(`Cannot notify systemd of ${notifications[0] ?? ''}: ${complaint}`);
    }
  }
}

/**
 * The interface to systemd: sd_notify(3). systemd listens on a Unix datagram socket, which Node.js does not support, so
 * the program `systemd-notify` is used. That needs `NotifyAccess=all` in the unit.
 */
import { execFile } from 'node:child_process';
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import pLimit from 'p-limit';

/** Milliseconds for one notification on a busy machine. */
const patience = 30_000;

export interface ServiceManager {
  /** Sends assignments such as `READY=1`, in the order of the calls. Throws if that fails. */
  say(...assignments: readonly string[]): Promise<void>;
  /** The watchdog interval in milliseconds; null if there is no watchdog. */
  watchdogMs: number | null;
  /** Whether the watchdog has ended the last run. Returns true only once. */
  endedLastRun(): boolean;
}

/** Undefined if systemd does not want notifications from this process. */
export function systemdOf(environment: NodeJS.ProcessEnv, pid = process.pid): ServiceManager | undefined {
  const { NOTIFY_SOCKET: socket, WATCHDOG_USEC: microseconds, WATCHDOG_PID: watched } = environment;
  const { RUNTIME_DIRECTORY: folders } = environment;
  if (!socket) return undefined;
  const one = pLimit(1);
  const isWatched = Number(microseconds) > 0 && (watched === undefined || Number(watched) === pid);
  return {
    say: (...assignments) => one(() => saying(assignments, environment)),
    watchdogMs: isWatched ? Number(microseconds) / 1000 : null,
    endedLastRun() {
      const note = noteOf(folders);
      if (note === undefined || !existsSync(note)) return false;
      rmSync(note, { force: true });
      return true;
    },
  };
}

/**
 * The file in which `ExecStopPost=` of the units records a watchdog timeout. systemd may name several folders; the
 * first is used.
 */
const noteOf = (folders: string | undefined): string | undefined => {
  const folder = folders?.split(':')[0];
  return folder ? join(folder, 'ended-by-watchdog') : undefined;
};

function saying(assignments: readonly string[], env: NodeJS.ProcessEnv): Promise<void> {
  return new Promise((resolve, reject) => {
    execFile('systemd-notify', assignments, { timeout: patience, env }, (error, _out, complaint) => {
      if (error === null) resolve();
      else reject(new Error(complaint.trim() || error.message, { cause: error }));
    });
  });
}

/**
 * systemd as this program sees it: sd_notify(3). It listens at a datagram socket of Unix, which Node.js does not have,
 * so the program that systemd brings for scripts says it; that needs `NotifyAccess=all` in the unit.
 */
import { execFile } from 'node:child_process';
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import pLimit from 'p-limit';

/** Milliseconds for one saying, on a machine that has other things to do. */
const patience = 30_000;

export interface ServiceManager {
  /** Says assignments such as `READY=1`, in the order of the calls. Throws where that fails. */
  say(...assignments: readonly string[]): Promise<void>;
  /** Milliseconds within which it wants a sign of life; null where it wants none. */
  watchdogMs: number | null;
  /** Whether it has ended the last run because no sign of life came. Answers so once. */
  endedLastRun(): boolean;
}

/** Undefined where no systemd wants to hear of this process. */
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

/** Where `ExecStopPost=` of the units leaves word of a watchdog. Of several folders systemd names the first first. */
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

/** Handles the signals of the system: stop, or reload the configuration. */
import { closeSync, openSync } from 'node:fs';
import { isatty } from 'node:tty';
import { exitCodes, type ExitCode } from '../cli/exit-codes.js';

/** Milliseconds: a supervisor waits five seconds, then kills. The next start completes work that is cut off here. */
const longestStop = 4500;

export interface Signals {
  /** Resolves with the reason for stopping: a signal's name, or words. */
  asked: Promise<string>;
  code: ExitCode;
  /** Stops so that a supervisor restarts the program. */
  restart: (reason: string) => void;
  beforeForcedEnd: () => void;
  /** Sets the handler for SIGHUP, and calls it immediately if a signal has arrived before. */
  onReload: (reload: () => void) => void;
}

/**
 * SIGTERM and SIGINT stop the daemon; a second SIGINT does so immediately. SIGHUP asks a service to reload its
 * configuration. The system also sends it when the terminal is closed; then it stops the daemon.
 * @param exit ends the process
 */
export function hearSignals(exit: (code: number) => never): Signals {
  let resolve: (reason: string) => void = () => undefined;
  const asked = new Promise<string>((done) => (resolve = done));
  let isAsked = false;
  const begin = (reason: string): void => {
    if (isAsked) return;
    isAsked = true;
    resolve(reason);
    setTimeout(() => {
      signals.beforeForcedEnd();
      exit(signals.code);
    }, longestStop).unref();
  };
  const hangUps = hearHangUps();
  const signals: Signals = {
    asked,
    code: exitCodes.done,
    restart(reason) {
      if (!isAsked) signals.code = exitCodes.temporary;
      begin(reason);
    },
    beforeForcedEnd: () => undefined,
    onReload: hangUps.onReload,
  };
  const end = (signal: NodeJS.Signals): void => {
    if (isAsked && signal === 'SIGINT') exit(130);
    // A user who stops it does not want a restart.
    signals.code = exitCodes.done;
    begin(signal);
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, end);
  process.on('SIGHUP', () => {
    if (!hangUps.isTerminalClosed()) return hangUps.reload();
    hangUps.letGo();
    end('SIGHUP');
  });
  return signals;
}

interface HangUps {
  isTerminalClosed: () => boolean;
  /** Releases the terminal. */
  letGo: () => void;
  reload: () => void;
  onReload: Signals['onReload'];
}

function hearHangUps(): HangUps {
  const terminals = [0, 1, 2].filter((stream) => isatty(stream));
  let [isDue, call]: [boolean, (() => void) | undefined] = [false, undefined];
  return {
    // The system closes the terminal before it sends the signal.
    isTerminalClosed: () => terminals.length > 0 && !terminals.some((stream) => isatty(stream)),
    // Node.js resets a terminal on exit, and aborts if the terminal is gone.
    letGo() {
      for (const stream of terminals) {
        closeSync(stream);
        openSync('/dev/null', 'r+');
      }
    },
    reload() {
      if (call === undefined) isDue = true;
      else call();
    },
    onReload(reload) {
      call = reload;
      if (isDue) reload();
      isDue = false;
    },
  };
}

/** What the signals of the system ask of a daemon: to end, or to read its configuration again. */
import { closeSync, openSync } from 'node:fs';
import { isatty } from 'node:tty';
import { exitCodes, type ExitCode } from '../cli/exit-codes.js';

/** Milliseconds: a supervisor waits five seconds, then kills. What is cut off here, the next start puts right. */
const longestStop = 4500;

export interface Signals {
  /** Comes with what asks the daemon to end: a signal's name, or words. */
  asked: Promise<string>;
  /** To end with. */
  code: ExitCode;
  /** Ends so that a supervisor starts again. */
  restart: (reason: string) => void;
  beforeForcedEnd: () => void;
  /** From now on SIGHUP asks for this; at once where one has come before. */
  onReload: (reload: () => void) => void;
}

/**
 * SIGTERM and SIGINT end the daemon; a second SIGINT does at once. SIGHUP is what a service is sent to read its
 * configuration again, and what the system sends when the terminal is closed: then it ends the daemon, too.
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
    // Whoever ends it does not want it started again.
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
  /** Of the terminal. */
  letGo: () => void;
  reload: () => void;
  onReload: Signals['onReload'];
}

function hearHangUps(): HangUps {
  const terminals = [0, 1, 2].filter((stream) => isatty(stream));
  let [isDue, call]: [boolean, (() => void) | undefined] = [false, undefined];
  return {
    // The system takes it away before it sends the signal.
    isTerminalClosed: () => terminals.length > 0 && !terminals.some((stream) => isatty(stream)),
    // Node.js sets a terminal back when it ends, and aborts where that is gone.
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

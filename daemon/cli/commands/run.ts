import type { Settings } from '../../../config/settings.js';
import { messageOf } from '../../../workers/base/errors.js';
import { exitCodeOf, exitCodes, type ExitCode } from '../exit-codes.js';
import type { DaemonLog } from '../../log/log.js';
import type { Command, Invocation } from '../invocation.js';
import { loadSettings } from '../load-settings.js';

/** Milliseconds: a supervisor waits five seconds, then kills. What is cut off here, the next start puts right. */
const longestStop = 4500;

/** Runs until SIGTERM, SIGINT or SIGHUP; a second SIGINT ends at once. */
export const runDaemon: Command = async (invocation) => {
  const stop = stopSignal(invocation.exit);
  const settings = await loadSettings(invocation);
  const { createLog } = await import('../../log/log.js');
  const log = createLog({ level: settings.current.log_level, folder: settings.places.logs });
  stop.beforeForcedEnd = () =>
    log.warn('Not everything has stopped in time; the next start goes on where this one ends.');
  endOnUncaught(log, invocation);
  const code = await liveAndStop(log, settings, invocation, stop);
  await log.close();
  return code;
};

async function liveAndStop(
  log: DaemonLog,
  settings: Settings,
  { version, environment }: Invocation,
  stop: StopSignal,
): Promise<ExitCode> {
  try {
    log.debug(`Tonstift ${version} starts, on Node.js ${process.versions.node}.`);
    settings.warnings.forEach((warning) => log.warn(warning));
    const [{ startDaemon }, { addStartChecks }] = await Promise.all([
      import('../../daemon.js'),
      import('../../settings/start-checks.js'),
    ]);
    addStartChecks(settings);
    const daemon = await startDaemon({ settings, log, version, restart: restartBy(environment, stop) });
    log.info(`Stopping, by ${await stop.asked}.`);
    await daemon.stop();
    log.info('Stopped.');
    return stop.code;
  } catch (error) {
    log.error(messageOf(error));
    if (error instanceof Error && error.stack !== undefined) log.debug(error.stack);
    return exitCodeOf(error);
  }
}

/**
 * Null where nothing starts the program again. Only what has started it knows, and says so by TONSTIFT_RESTARTED_BY:
 * that systemd is about (INVOCATION_ID) is true of every terminal of a desktop, too, and of units with `Restart=no`.
 */
function restartBy({ TONSTIFT_RESTARTED_BY: manager }: NodeJS.ProcessEnv, stop: StopSignal): (() => void) | null {
  return manager ? () => stop.restart(`the page Settings, to be started again by ${manager}`) : null;
}

interface StopSignal {
  /** Comes with what asks for it: a signal's name, or words. */
  asked: Promise<string>;
  /** To end with. */
  code: ExitCode;
  /** Ends so that a supervisor starts again. */
  restart: (reason: string) => void;
  beforeForcedEnd: () => void;
}

function stopSignal(exit: Invocation['exit']): StopSignal {
  let resolve: (reason: string) => void = () => undefined;
  const asked = new Promise<string>((done) => (resolve = done));
  let isAsked = false;
  const begin = (reason: string): void => {
    if (isAsked) return;
    isAsked = true;
    resolve(reason);
    setTimeout(() => {
      stop.beforeForcedEnd();
      exit(stop.code);
    }, longestStop).unref();
  };
  const stop: StopSignal = {
    asked,
    code: exitCodes.done,
    restart(reason) {
      if (!isAsked) stop.code = exitCodes.temporary;
      begin(reason);
    },
    beforeForcedEnd: () => undefined,
  };
  const hear = (signal: NodeJS.Signals): void => {
    if (isAsked && signal === 'SIGINT') exit(130);
    // Whoever ends it does not want it started again.
    stop.code = exitCodes.done;
    begin(signal);
  };
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, hear);
  return stop;
}

/** What nobody caught leaves an unknown state behind: log it, end, and let the supervisor start again. */
function endOnUncaught(log: DaemonLog, { exit }: Invocation): void {
  process.on('uncaughtException', (error: unknown) => {
    log.error(
      `Unexpected, the daemon ends: ${error instanceof Error ? (error.stack ?? error.message) : messageOf(error)}`,
    );
    void log.close().finally(() => exit(exitCodes.failed));
  });
}
